//! Triggers held against what happens.
//!
//! A name that is new is bound, a name that is bound tests, `_` does neither.

use crate::code::tree::{Arg, Expr, ExprKind, MomentId, Param, Trigger, TriggerKind};
use crate::code::value::{NUMBER, Value};

use super::duties::Breach;
use super::eval::{Ev, Scope};
use super::event::{Happening, HappeningKind};
use super::truth::Tri;
use super::world::{Armed, Fault, Frame, Names, Question};

/// One way in which a trigger fits, and the question it hangs on, if any.
pub struct Match {
    pub frame: Frame,
    pub ask: Option<Box<Question>>,
}

impl Match {
    fn sure(frame: Frame) -> Match {
        Match { frame, ask: None }
    }
}

impl Scope<'_> {
    /// Whether a trigger waits for this kind of happening at all: a look before anything is bound or worked out.
    pub fn awaits(&self, trigger: &Trigger, happening: &Happening, breaches: &[Breach]) -> bool {
        match (&trigger.kind, &happening.kind) {
            (TriggerKind::Event(event, _), HappeningKind::Event(happened, _)) => event == happened,
            (TriggerKind::Moment(moment, _), HappeningKind::Event(..)) => {
                let cases = &self.code.moments[moment.index()].cases;
                cases.iter().any(|case| self.awaits(&case.trigger, happening, &[]))
            }
            (TriggerKind::Begins(status, _), HappeningKind::Begins(happened, _))
            | (TriggerKind::Ends(status, _), HappeningKind::Ends(happened, _)) => status == happened,
            (TriggerKind::Broken(duty, ..), HappeningKind::Event(..)) => {
                breaches.iter().any(|breach| breach.duty == *duty)
            }
            (TriggerKind::Takes(..), HappeningKind::Takes { .. })
            | (TriggerKind::RightEnds(..), HappeningKind::RightEnds { .. }) => true,
            _ => false,
        }
    }

    /// The ways in which any of these triggers fits.
    pub fn match_any(
        &self,
        triggers: &[Trigger],
        frame: &Names,
        happening: &Happening,
        breaches: &[Breach],
    ) -> Result<Vec<Match>, Fault> {
        let mut matches: Vec<Match> = Vec::new();
        for trigger in triggers.iter().filter(|trigger| self.awaits(trigger, happening, breaches)) {
            for found in self.match_trigger(trigger, frame, happening, breaches)? {
                if !matches.iter().any(|known| known.frame == found.frame) {
                    matches.push(found);
                }
            }
        }
        Ok(matches)
    }

    /// The ways in which a trigger fits what happens.
    pub fn match_trigger(
        &self,
        trigger: &Trigger,
        frame: &Names,
        happening: &Happening,
        breaches: &[Breach],
    ) -> Result<Vec<Match>, Fault> {
        match (&trigger.kind, &happening.kind) {
            (TriggerKind::Event(event, args), HappeningKind::Event(happened, values)) if event == happened => {
                Ok(self.match_args(args, values, frame)?.into_iter().collect())
            }
            (TriggerKind::Moment(moment, args), HappeningKind::Event(..)) => {
                self.match_moment(*moment, args, frame, happening)
            }
            (TriggerKind::Begins(status, args), HappeningKind::Begins(happened, values))
            | (TriggerKind::Ends(status, args), HappeningKind::Ends(happened, values))
                if status == happened =>
            {
                Ok(self.match_args(args, values, frame)?.into_iter().collect())
            }
            (TriggerKind::Broken(duty, args, act), HappeningKind::Event(..)) => {
                let mut matches = Vec::new();
                for breach in breaches.iter().filter(|breach| breach.duty == *duty) {
                    let Some(mut of_duty) = self.match_args(args, &breach.args, frame)? else { continue };
                    of_duty.ask = of_duty.ask.or_else(|| breach.ask.clone());
                    match act {
                        None => matches.push(of_duty),
                        Some(act) => {
                            for mut found in self.match_trigger(act, &of_duty.frame, happening, &[])? {
                                found.ask = found.ask.or_else(|| of_duty.ask.clone());
                                matches.push(found);
                            }
                        }
                    }
                }
                Ok(matches)
            }
            (TriggerKind::Takes(clauses, option), HappeningKind::Takes { clause, option: taken, frame: theirs })
                if clauses.contains(clause) && option == taken =>
            {
                Ok(self.borrow_names(frame, theirs))
            }
            (TriggerKind::RightEnds(clauses), HappeningKind::RightEnds { clause, frame: theirs })
                if clauses.contains(clause) =>
            {
                Ok(self.borrow_names(frame, theirs))
            }
            _ => Ok(Vec::new()),
        }
    }

    /// A clause on the life of a right binds no names of that right.
    fn borrow_names(&self, frame: &Names, _: &Frame) -> Vec<Match> {
        vec![Match::sure(frame.to_vec())]
    }

    /// Holds arguments against values; gives the names with those that are new.
    pub fn match_args(&self, args: &[Arg], values: &[Value], frame: &Names) -> Result<Option<Match>, Fault> {
        let mut bound = frame.to_vec();
        Ok(match self.bind(args, values, &mut bound)? {
            Tri::Yes => Some(Match { frame: bound, ask: None }),
            Tri::Ask(question) => Some(Match { frame: bound, ask: Some(question) }),
            Tri::No => None,
        })
    }

    /// Holds arguments against values; binds new names, and says whether all fits. Where it does not, some may be bound.
    pub fn bind(&self, args: &[Arg], values: &[Value], names: &mut Names) -> Result<Tri, Fault> {
        let mut fits = Tri::Yes;
        for (arg, value) in args.iter().zip(values) {
            match arg {
                Arg::Any => {}
                Arg::Bind(slot) => names[*slot] = Some(value.clone()),
                Arg::Test(expr) => {
                    let mut kept = Ev::Missing;
                    let equal = match self.part(expr, names, &mut kept)? {
                        Some(test) => Tri::of(self.equal(test, value)),
                        None => Tri::of(kept),
                    };
                    fits = fits.and(equal);
                    if fits == Tri::No {
                        return Ok(fits);
                    }
                }
            }
        }
        Ok(fits)
    }

    /// Holds a moment's cases against what happens; then its parts against the arguments.
    fn match_moment(
        &self,
        moment: MomentId,
        args: &[Arg],
        frame: &Names,
        happening: &Happening,
    ) -> Result<Vec<Match>, Fault> {
        let glances = &self.program.cases[moment.index()];
        let moment = &self.code.moments[moment.index()];
        let mut matches = Vec::new();
        let cases = moment.cases.iter().zip(glances);
        for (case, glance) in cases.filter(|(case, _)| self.awaits(&case.trigger, happening, &[])) {
            let empty: Frame = vec![None; case.slots];
            for found in self.match_trigger(&case.trigger, &empty, happening, &[])? {
                for parts in self.fill_parts(found.frame, &moment.params) {
                    let holds = match (&case.condition, glance) {
                        (Some(condition), Some(glance)) => self.holds_at(glance, condition, &parts)?,
                        _ => Tri::Yes,
                    };
                    let ask = match holds {
                        Tri::Yes => None,
                        Tri::No => continue,
                        Tri::Ask(question) => Some(question),
                    };
                    let values: Vec<Value> = parts.iter().take(moment.params.len()).flatten().cloned().collect();
                    if let Some(found) = self.match_args(args, &values, frame)? {
                        matches.push(Match { ask: ask.or(found.ask), ..found });
                    }
                }
            }
        }
        Ok(matches)
    }

    /// Parts of a moment that its trigger does not bind are tried with every value of their type.
    fn fill_parts(&self, frame: Frame, params: &[Param]) -> Vec<Frame> {
        let mut frames = vec![frame];
        for (slot, param) in params.iter().enumerate() {
            if frames.iter().all(|frame| frame[slot].is_some()) {
                continue;
            }
            let domain = self.domain(param.ty);
            frames = frames
                .into_iter()
                .flat_map(|frame| {
                    domain.iter().map(move |value| {
                        let mut frame = frame.clone();
                        frame[slot] = Some(value.clone());
                        frame
                    })
                })
                .collect();
        }
        frames
    }

    /// Sets triggers to be waited for: their tests are worked out now. One that tests something missing never fires.
    pub fn arm(&self, triggers: &[Trigger], frame: &Frame) -> Result<Vec<Armed>, Fault> {
        let mut armed = Vec::with_capacity(triggers.len());
        for trigger in triggers {
            if let Some(trigger) = self.fix_tests(trigger, frame)? {
                armed.push(Armed { trigger, frame: frame.clone() });
            }
        }
        Ok(armed)
    }

    fn fix_tests(&self, trigger: &Trigger, frame: &Frame) -> Result<Option<Trigger>, Fault> {
        let mut fixed = trigger.clone();
        let mut lists: Vec<&mut Vec<Arg>> = Vec::new();
        match &mut fixed.kind {
            TriggerKind::Event(_, args)
            | TriggerKind::Moment(_, args)
            | TriggerKind::Begins(_, args)
            | TriggerKind::Ends(_, args) => lists.push(args),
            TriggerKind::Broken(_, args, act) => {
                lists.push(args);
                if let Some(TriggerKind::Event(_, args) | TriggerKind::Moment(_, args)) =
                    act.as_mut().map(|act| &mut act.kind)
                {
                    lists.push(args);
                }
            }
            TriggerKind::Takes(..) | TriggerKind::RightEnds(..) => {}
        }
        for arg in lists.into_iter().flatten() {
            let Arg::Test(expr) = arg else { continue };
            // A name that the trigger itself binds further left is not there yet: it is tested when the trigger fires.
            if let ExprKind::Slot(slot) = expr.kind
                && frame.get(slot).is_none_or(Option::is_none)
            {
                continue;
            }
            match self.eval(expr, frame)? {
                Ev::Is(value) => *arg = Arg::Test(Expr { kind: ExprKind::Value(value), ty: NUMBER, span: expr.span }),
                Ev::Missing => return Ok(None),
                // What is not known yet is asked when it matters: it is tested when the trigger fires.
                Ev::Unknown(_) => {}
            }
        }
        Ok(Some(fixed))
    }

    /// Whether something waited for happens now.
    pub fn fires(&self, armed: &[Armed], happening: &Happening, breaches: &[Breach]) -> Result<Tri, Fault> {
        let mut out = Tri::No;
        for armed in armed.iter().filter(|armed| self.awaits(&armed.trigger, happening, breaches)) {
            for found in self.match_trigger(&armed.trigger, &armed.frame, happening, breaches)? {
                match found.ask {
                    None => return Ok(Tri::Yes),
                    Some(question) => out = Tri::Ask(question),
                }
            }
        }
        Ok(out)
    }
}
