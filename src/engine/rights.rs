//! The life of a right: opened, then taken, declined, lapsed or forfeited, once.

use std::collections::BTreeMap;

use crate::bridge::Seat;
use crate::code::known::KnownStatus;
use crate::code::log::LogArg;
use crate::code::tree::{ClauseId, EffectArg, EffectKind, EndArg, Expr, Holder, Param};
use crate::code::value::Value;
use crate::ruling::{Held, Kind, OptionReport, Outcome, RightReport, State};

use super::eval::{Ev, Scope};
use super::event::{Happening, HappeningKind};
use super::settings::Shared;
use super::truth::Tri;
use super::world::{Opened, Stop, World};

impl World {
    /// Settles the rights that this event ends: first what loses them, then conduct that chooses, then what lets them lapse.
    pub fn settle_rights(&mut self, shared: &Shared<'_>) -> Result<(), Stop> {
        if !self.rights.iter().any(|right| right.open) {
            return Ok(());
        }
        for place in 0..self.rights.len() {
            if !self.rights[place].open {
                continue;
            }
            match self.fate(shared, place)? {
                Fate::Stays => continue,
                Fate::Lost if self.rights[place].next.is_some() => self.pass_on(shared, place),
                Fate::Lost => self.end_right(shared, place, State::Forfeited, None),
                Fate::Chosen(option) => {
                    let by = self
                        .current
                        .as_ref()
                        .and_then(Happening::actor)
                        .filter(|seat| self.rights[place].holders.contains(seat));
                    let by = by.or(self.rights[place].holders.first().copied());
                    self.take(shared, place, option, by, Vec::new(), false)?;
                }
                Fate::Lapsed => self.fall_silent(shared, place, State::Lapsed, None)?,
            }
            self.drain(shared)?;
        }
        Ok(())
    }

    fn fate(&self, shared: &Shared<'_>, place: usize) -> Result<Fate, Stop> {
        let Some(happening) = &self.current else { return Ok(Fate::Stays) };
        let scope = self.scope(shared);
        let right = &self.rights[place];
        let def = &shared.code.rights[right.def.index()];
        let breaches = if happening.as_event().is_some() { scope.breaches(happening)? } else { Vec::new() };
        for (armed, way) in &right.lost {
            let mut lost = Tri::No;
            for one in armed {
                for found in scope.match_trigger(&one.trigger, &one.frame, happening, &breaches)? {
                    let condition = match &def.lost[*way].condition {
                        None => Tri::Yes,
                        Some(condition) => scope.holds(condition, &found.frame)?,
                    };
                    if lost != Tri::Yes && condition != Tri::No {
                        lost = condition;
                    }
                }
            }
            match lost {
                Tri::Yes => return Ok(Fate::Lost),
                Tri::Ask(question) => return Err(Stop::Ask(question)),
                Tri::No => {}
            }
        }
        for (option, armed) in right.when.iter().enumerate() {
            if armed.is_empty() {
                continue;
            }
            match scope.fires(armed, happening, &breaches)?.and(scope.offered(right, option)?) {
                Tri::Yes => return Ok(Fate::Chosen(option)),
                Tri::Ask(question) => return Err(Stop::Ask(question)),
                Tri::No => {}
            }
        }
        match scope.fires(&right.until, happening, &breaches)? {
            Tri::Yes => Ok(Fate::Lapsed),
            Tri::Ask(question) => Err(Stop::Ask(question)),
            Tri::No => Ok(Fate::Stays),
        }
    }

    /// Nobody chose: the option that silence means is done, if there is one.
    fn fall_silent(&mut self, shared: &Shared<'_>, place: usize, state: State, by: Option<Seat>) -> Result<(), Stop> {
        let silence = shared.code.rights[self.rights[place].def.index()].silence;
        match silence {
            Some(option) if self.scope(shared).offered(&self.rights[place], option)? == Tri::Yes => {
                self.take(shared, place, option, None, Vec::new(), true)
            }
            _ => {
                self.end_right(shared, place, state, by);
                Ok(())
            }
        }
    }

    /// An option is chosen: the right ends and what follows is done.
    pub fn take(
        &mut self,
        shared: &Shared<'_>,
        place: usize,
        option: usize,
        by: Option<Seat>,
        picks: Vec<Value>,
        by_silence: bool,
    ) -> Result<(), Stop> {
        let def = &shared.code.rights[self.rights[place].def.index()];
        let choice = &def.options[option];
        let mut frame = self.rights[place].frame.clone();
        let label = labelled(shared, &choice.label, &picks);
        for ((slot, _), value) in choice.picks.iter().zip(picks) {
            if let Some(bound) = frame.get_mut(*slot) {
                *bound = Some(value);
            }
        }
        let planned = self.scope(shared).plan(&choice.effects, &frame)?;
        self.close(shared, place);
        let clause = self.rights[place].clause;
        let mut ruling = self.new_ruling(shared, Kind::Choice, Some(clause), &frame);
        ruling.outcome =
            Some(Outcome { right: place as u32, state: State::Taken, by, option: Some(label), by_silence });
        self.note_outcome(place, State::Taken, Some(choice.label.clone()));
        self.queue_up(HappeningKind::Takes { clause, option: choice.label.clone(), frame: frame.clone() });
        let mut planned = planned;
        planned.sort_by_key(super::apply::Planned::phase);
        for one in planned {
            self.perform(shared, one, &frame, &mut ruling)?;
        }
        self.ruled.push(ruling);
        Ok(())
    }

    /// A right ends without an option being done.
    pub fn end_right(&mut self, shared: &Shared<'_>, place: usize, state: State, by: Option<Seat>) {
        let Some(right) = self.rights.get(place).filter(|right| right.open) else { return };
        let (clause, frame) = (right.clause, right.frame.clone());
        self.close(shared, place);
        let mut ruling = self.new_ruling(shared, Kind::Choice, Some(clause), &frame);
        ruling.outcome = Some(Outcome { right: place as u32, state, by, option: None, by_silence: false });
        self.note_outcome(place, state, None);
        self.ruled.push(ruling);
        self.queue_up(HappeningKind::RightEnds { clause, frame });
    }

    fn close(&mut self, shared: &Shared<'_>, place: usize) {
        self.rights[place].open = false;
        let Some(pending) = shared.settings.known_status(KnownStatus::Pending) else { return };
        let args = vec![Value::Choice(place as u32)];
        self.statuses.keep(pending, |stands| stands.args != args);
        self.queue_up(HappeningKind::Ends(pending, args.into_iter().collect()));
    }

    fn note_outcome(&mut self, place: usize, state: State, taken: Option<String>) {
        let ruling = self.rights[place].ruling;
        let report = self.ruled.iter_mut().find(|other| other.id == ruling).and_then(|ruled| ruled.right.as_mut());
        if let Some(report) = report {
            report.state = state;
            report.taken = taken;
        }
    }

    /// The `nth` open right (the oldest being 1) that one of these clauses opened.
    pub fn find_right(&self, clauses: &[ClauseId], nth: usize, holder: Option<Seat>) -> Option<usize> {
        let fits = |right: &Opened| {
            right.open && clauses.contains(&right.clause) && holder.is_none_or(|seat| right.holders.contains(&seat))
        };
        (0..self.rights.len()).filter(|place| fits(&self.rights[*place])).nth(nth.saturating_sub(1))
    }

    /// A player chooses, as the record says. What cannot be chosen is refused in words.
    pub fn choose(
        &mut self,
        shared: &Shared<'_>,
        by: Seat,
        clauses: &[ClauseId],
        option: &str,
        picks: &[LogArg],
        nth: usize,
    ) -> Result<Option<String>, Stop> {
        let Some(place) = self.find_right(clauses, nth, Some(by)) else {
            return Ok(Some(self.why_no_right(shared, by, clauses)));
        };
        let def = &shared.code.rights[self.rights[place].def.index()];
        let Some(chosen) = def.options.iter().position(|choice| choice.label == option) else {
            let labels: Vec<&str> = def.options.iter().map(|choice| choice.label.as_str()).collect();
            return Ok(Some(format!("the law does not give `{option}`; it gives {}", labels.join(", "))));
        };
        match self.scope(shared).offered(&self.rights[place], chosen)? {
            Tri::Yes => {}
            Tri::Ask(question) => return Err(Stop::Ask(question)),
            Tri::No => return Ok(Some(format!("`{option}` is not offered as things stand"))),
        }
        let values = match self.scope(shared).picks(place, chosen, picks)? {
            Ok(values) => values,
            Err(why) => return Ok(Some(why)),
        };
        if self.rights[place].together.is_some() {
            return self.name_together(shared, place, by, chosen, values);
        }
        self.take(shared, place, chosen, Some(by), values, false)?;
        Ok(None)
    }

    /// Each holder must name the same option; any difference counts as declining.
    fn name_together(
        &mut self,
        shared: &Shared<'_>,
        place: usize,
        by: Seat,
        option: usize,
        picks: Vec<Value>,
    ) -> Result<Option<String>, Stop> {
        let holders = self.rights[place].holders.clone();
        let named = self.rights[place].together.get_or_insert_with(BTreeMap::new);
        named.insert(by, (option, picks.clone()));
        let agreed = named.values().all(|other| *other == (option, picks.clone()));
        let all = holders.iter().all(|seat| named.contains_key(seat));
        if !agreed {
            self.fall_silent(shared, place, State::Declined, Some(by))?;
        } else if all {
            self.take(shared, place, option, Some(by), picks, false)?;
        } else {
            let def = &shared.code.rights[self.rights[place].def.index()];
            let label = labelled(shared, &def.options[option].label, &picks);
            self.say_of_right(shared, place, Some(by), Some(label));
        }
        Ok(None)
    }

    /// Something is said of a right that stays open: an option named by one of several, or a new holder.
    fn say_of_right(&mut self, shared: &Shared<'_>, place: usize, by: Option<Seat>, option: Option<String>) {
        let (clause, frame) = (self.rights[place].clause, self.rights[place].frame.clone());
        let mut ruling = self.new_ruling(shared, Kind::Choice, Some(clause), &frame);
        ruling.outcome = Some(Outcome { right: place as u32, state: State::Open, by, option, by_silence: false });
        self.ruled.push(ruling);
    }

    /// The first holder has declined or lost a right that passes on: it is the next one's now.
    fn pass_on(&mut self, shared: &Shared<'_>, place: usize) {
        if let Some(next) = self.rights[place].next.take() {
            self.rights[place].holders = vec![next];
            self.say_of_right(shared, place, Some(next), None);
        }
    }

    /// A player gives a right up.
    pub fn waive(
        &mut self,
        shared: &Shared<'_>,
        by: Seat,
        clauses: &[ClauseId],
        nth: usize,
    ) -> Result<Option<String>, Stop> {
        let Some(place) = self.find_right(clauses, nth, Some(by)) else {
            return Ok(Some(self.why_no_right(shared, by, clauses)));
        };
        if shared.code.rights[self.rights[place].def.index()].until.is_empty() {
            return Ok(Some("the table waits for an answer: one of the options must be chosen".to_string()));
        }
        if self.rights[place].next.is_some() {
            self.pass_on(shared, place);
            return Ok(None);
        }
        self.fall_silent(shared, place, State::Declined, Some(by))?;
        Ok(None)
    }

    fn why_no_right(&self, shared: &Shared<'_>, by: Seat, clauses: &[ClauseId]) -> String {
        let law = clauses.first().map(|clause| shared.code.cite(*clause)).unwrap_or_default();
        let past = self.rights.iter().rev().find(|right| clauses.contains(&right.clause));
        match past {
            Some(right) if right.open && right.holders.contains(&by) => {
                format!("{by} has fewer open rights of law {law} than that")
            }
            Some(right) if right.open => {
                let names: Vec<String> = right.holders.iter().map(ToString::to_string).collect();
                format!("the right of law {law} is {}'s, not {by}'s", names.join(" or "))
            }
            Some(right) => {
                let report = self.ruled(right.ruling).and_then(|ruled| ruled.right.as_ref());
                let state = match report.map(|report| report.state) {
                    Some(State::Lapsed) => "has lapsed".to_string(),
                    Some(state) => format!("was {}", state.word()),
                    None => "is over".to_string(),
                };
                format!("the right of law {law} is no longer open: it {state}")
            }
            None => format!("law {law} gives nobody a right here"),
        }
    }

    /// Whether a consequence would do nothing as things stand: it is done to every member of an empty set, or ends what does not stand.
    fn comes_to_nothing(&self, effect: &EffectKind, known: &dyn Fn(&Expr) -> Option<Value>) -> bool {
        let is_empty = |arg: &EffectArg| {
            arg.every
                && matches!(known(&arg.value), Some(Value::Set(set)) if set.sure.is_empty() && set.maybe.is_empty())
        };
        match effect {
            EffectKind::Begin(_, args, _) | EffectKind::Remedy(_, args) | EffectKind::Deem(_, args) => {
                args.iter().any(is_empty)
            }
            EffectKind::End(status, args) => {
                let may_be = |(arg, value): (&EndArg, &Value)| match arg {
                    EndArg::Any => true,
                    EndArg::Equal(expr) => known(expr).is_none_or(|wanted| wanted == *value),
                    EndArg::Each(expr) => match known(expr) {
                        Some(Value::Set(set)) => set.sure.contains(value) || set.maybe.contains(value),
                        other => other.is_none_or(|wanted| wanted == *value),
                    },
                };
                !self.standing(*status).iter().any(|stands| args.iter().zip(&stands.args).all(may_be))
            }
            EffectKind::Right(_) => false,
        }
    }

    /// A right as a report shows it.
    pub fn right_report(&self, shared: &Shared<'_>, place: usize) -> Option<RightReport> {
        let right = self.rights.get(place)?;
        let def = &shared.code.rights[right.def.index()];
        let scope = self.scope(shared);
        let known = |expr: &Expr| match scope.eval(expr, &right.frame) {
            Ok(Ev::Is(value)) => Some(value),
            _ => None,
        };
        let names = &shared.code.clauses[right.clause.index()].slots;
        let mut options = Vec::with_capacity(def.options.len());
        for (option, choice) in def.options.iter().enumerate() {
            let offered = !matches!(scope.offered(right, option), Ok(Tri::No));
            let picked = |slot: usize| {
                let from = choice.picks.iter().find(|(other, _)| *other == slot).and_then(|(_, from)| known(from));
                pick_english(shared, from, names.get(slot))
            };
            let picks = choice.picks.iter().map(|(slot, _)| picked(*slot)).collect();
            let told = choice.effects.iter().filter(|effect| !self.comes_to_nothing(&effect.kind, &known));
            let effects = told.map(|effect| effect_text(shared, &effect.kind, &picked, &known)).collect();
            options.push(OptionReport { label: choice.label.clone(), picks, offered, effects });
        }
        let held = match def.holder {
            Holder::One(_) => Held::One,
            Holder::Passing(..) => Held::Passing,
            Holder::Either(_) if right.holders.len() == 1 => Held::One,
            Holder::Either(_) => Held::Either,
            Holder::Every(_) => Held::Every,
        };
        let mut holder = right.holders.clone();
        holder.extend(right.next);
        Some(RightReport {
            nr: place as u32,
            holder,
            held,
            against: right.target,
            until: right.until.iter().map(|armed| shared.code.trigger_english(&armed.trigger, &known)).collect(),
            state: if right.open { State::Open } else { State::Lapsed },
            taken: None,
            options,
            silence: def.silence.and_then(|option| def.options.get(option)).map(|choice| choice.label.clone()),
        })
    }
}

/// An option with what was picked: `call_suit hearts`.
fn labelled(shared: &Shared<'_>, label: &str, picks: &[Value]) -> String {
    picks.iter().fold(label.to_string(), |label, value| format!("{label} {}", shared.code.notation(value)))
}

/// What is picked, in English: the few values of an enumeration one by one, anything else by its type.
fn pick_english(shared: &Shared<'_>, from: Option<Value>, param: Option<&Param>) -> String {
    match from {
        Some(Value::Set(set))
            if set.sure.len() <= 4 && set.sure.iter().all(|value| matches!(value, Value::Enum(..))) =>
        {
            let words: Vec<String> = set.sure.iter().map(|value| shared.code.english(value)).collect();
            words.join(" or ")
        }
        _ => param.map_or_else(String::new, |param| crate::code::print::picked_english(param.ty)),
    }
}

/// One consequence of an option in English, before it is chosen.
fn effect_text(
    shared: &Shared<'_>,
    effect: &EffectKind,
    picked: &dyn Fn(usize) -> String,
    known: &dyn Fn(&Expr) -> Option<Value>,
) -> String {
    let code = shared.code;
    match effect {
        EffectKind::Begin(status, args, _) => {
            let kind = &code.statuses[status.index()];
            code.effect_english(&kind.phrase, &kind.params, args, picked, known)
        }
        EffectKind::End(status, args) => {
            let kind = &code.statuses[status.index()];
            let args: Vec<crate::code::tree::Arg> = args
                .iter()
                .map(|arg| match arg {
                    crate::code::tree::EndArg::Any => crate::code::tree::Arg::Any,
                    crate::code::tree::EndArg::Equal(expr) | crate::code::tree::EndArg::Each(expr) => {
                        crate::code::tree::Arg::Test(expr.clone())
                    }
                })
                .collect();
            format!("no longer: {}", code.pattern_english(&kind.phrase, &kind.params, &args, known))
        }
        EffectKind::Remedy(remedy, args) => {
            let kind = &code.remedies[remedy.index()];
            code.effect_english(&kind.phrase, &kind.params, args, picked, known)
        }
        EffectKind::Deem(event, args) => {
            let kind = &code.events[event.index()];
            code.effect_english(&kind.phrase, &kind.params, args, picked, known)
        }
        EffectKind::Right(right) => {
            let labels: Vec<&str> =
                code.rights[right.index()].options.iter().map(|option| option.label.as_str()).collect();
            format!("a further choice: {}", labels.join(", "))
        }
    }
}

/// What an event does to a right.
enum Fate {
    Stays,
    Lost,
    Chosen(usize),
    Lapsed,
}

impl Scope<'_> {
    /// Whether an option is offered as things stand.
    pub fn offered(&self, right: &Opened, option: usize) -> Result<Tri, Stop> {
        let def = &self.code.rights[right.def.index()];
        match def.options.get(option).and_then(|choice| choice.condition.as_ref()) {
            None => Ok(Tri::Yes),
            Some(condition) => Ok(self.holds(condition, &right.frame)?),
        }
    }

    /// What the holder picks, held against what he may pick from.
    fn picks(&self, place: usize, option: usize, picks: &[LogArg]) -> Result<Result<Vec<Value>, String>, Stop> {
        let right = &self.world.rights[place];
        let choice = &self.code.rights[right.def.index()].options[option];
        if picks.len() != choice.picks.len() {
            return Ok(Err(format!(
                "`{}` needs {} to be named, not {}",
                choice.label,
                choice.picks.len(),
                picks.len()
            )));
        }
        let mut frame = right.frame.clone();
        let mut values = Vec::with_capacity(picks.len());
        for ((slot, from), pick) in choice.picks.iter().zip(picks) {
            let Some(value) = self.world.resolve_arg(self, pick) else {
                return Ok(Err(format!("what `{}` picks is not there", choice.label)));
            };
            match self.eval(from, &frame)? {
                Ev::Is(Value::Set(set)) if set.sure.contains(&value) || set.maybe.contains(&value) => {}
                Ev::Unknown(question) => return Err(Stop::Ask(question)),
                _ => return Ok(Err(format!("`{}` is not among what may be picked", self.code.notation(&value)))),
            }
            if let Some(bound) = frame.get_mut(*slot) {
                *bound = Some(value.clone());
            }
            values.push(value);
        }
        Ok(Ok(values))
    }
}
