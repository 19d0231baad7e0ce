//! Consequences: worked out in the state before the event, then done in a fixed order.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::bridge::{Call, Card, Seat};
use crate::code::known::{KnownEvent, KnownRemedy, KnownStatus};
use crate::code::tree::{Effect, EffectArg, EffectKind, EndArg, EventId, Holder, RemedyId, RightId, StatusId};
use crate::code::value::Value;
use crate::ruling::State;
use crate::source::Span;

use super::eval::{Ev, Scope};
use super::event::{Happening, HappeningKind, Parts};
use super::ruled::{Deed, Done, Ruled};
use super::settings::Shared;
use super::world::{Armed, Fault, Frame, LawFault, Noted, Opened, Stands, Stop, World};

/// A consequence with all its parts worked out.
#[derive(Debug, Clone)]
pub enum Planned {
    Begin(StatusId, Vec<Value>, Vec<Armed>),
    End(StatusId, Vec<EndTest>),
    Do(RemedyId, Vec<Value>),
    Deem(EventId, Vec<Value>),
    Open(Box<Opening>),
}

/// What a part of an ending status must be.
#[derive(Debug, Clone, PartialEq)]
pub enum EndTest {
    Any,
    OneOf(Vec<Value>),
}

/// Whether a status fits what is to end.
pub fn all_fit(tests: &[EndTest], args: &[Value]) -> bool {
    args.iter().zip(tests).all(|(value, test)| match test {
        EndTest::Any => true,
        EndTest::OneOf(values) => values.contains(value),
    })
}

/// A right about to be opened.
#[derive(Debug, Clone)]
pub struct Opening {
    pub def: RightId,
    pub holders: Vec<Seat>,
    pub next: Option<Seat>,
    pub together: bool,
    pub target: Option<Seat>,
    pub until: Vec<Armed>,
    pub when: Vec<Vec<Armed>>,
    pub lost: Vec<(Vec<Armed>, usize)>,
}

impl Planned {
    /// Its turn among the consequences of one event: ends, beginnings, remedies, rights, deemed events.
    pub fn phase(&self) -> u8 {
        match self {
            Planned::End(..) => 0,
            Planned::Begin(..) => 1,
            Planned::Do(..) => 2,
            Planned::Open(..) => 3,
            Planned::Deem(..) => 4,
        }
    }
}

impl Scope<'_> {
    /// Works the consequences of a clause or an option out.
    pub fn plan(&self, effects: &[Effect], frame: &Frame) -> Result<Vec<Planned>, Stop> {
        let mut out = Vec::new();
        for effect in effects {
            self.plan_one(effect, frame, &mut out)?;
        }
        Ok(out)
    }

    fn plan_one(&self, effect: &Effect, frame: &Frame, out: &mut Vec<Planned>) -> Result<(), Stop> {
        match &effect.kind {
            EffectKind::Begin(status, args, until) => {
                let until = self.arm(until, frame)?;
                for args in self.arguments(args, frame, effect.span)? {
                    out.push(Planned::Begin(*status, args, until.clone()));
                }
            }
            EffectKind::End(status, args) => {
                let mut tests = Vec::with_capacity(args.len());
                for arg in args {
                    tests.push(match arg {
                        EndArg::Any => EndTest::Any,
                        EndArg::Equal(expr) => EndTest::OneOf(vec![self.must_know(expr, frame)?]),
                        EndArg::Each(expr) => match self.must_know(expr, frame)? {
                            Value::Set(set) => EndTest::OneOf(set.sure),
                            other => EndTest::OneOf(vec![other]),
                        },
                    });
                }
                out.push(Planned::End(*status, tests));
            }
            EffectKind::Remedy(remedy, args) => {
                for args in self.arguments(args, frame, effect.span)? {
                    out.push(Planned::Do(*remedy, args));
                }
            }
            EffectKind::Deem(event, args) => {
                for args in self.arguments(args, frame, effect.span)? {
                    out.push(Planned::Deem(*event, args));
                }
            }
            EffectKind::Right(right) => out.push(Planned::Open(Box::new(self.opening(*right, frame)?))),
        }
        Ok(())
    }

    /// All lists of arguments: `every S` gives one for each member.
    fn arguments(&self, args: &[EffectArg], frame: &Frame, span: Span) -> Result<Vec<Vec<Value>>, Stop> {
        if !args.iter().any(|arg| arg.every) {
            let list = args.iter().map(|arg| self.must_know(&arg.value, frame)).collect::<Result<_, _>>()?;
            return Ok(vec![list]);
        }
        let mut lists: Vec<Vec<Value>> = vec![Vec::with_capacity(args.len())];
        for arg in args {
            let value = self.must_know(&arg.value, frame)?;
            let choices = match (arg.every, value) {
                (true, Value::Set(set)) => set.sure,
                (_, value) => vec![value],
            };
            lists = lists
                .into_iter()
                .flat_map(|list| {
                    choices.iter().map(move |value| {
                        let mut list = list.clone();
                        list.push(value.clone());
                        list
                    })
                })
                .collect();
            if lists.len() > 512 {
                return Err(Stop::Fault(Box::new(LawFault {
                    message: "a consequence has more than 512 parts".to_string(),
                    span,
                })));
            }
        }
        Ok(lists)
    }

    /// A value that a consequence needs: what is missing is a fault of the law, what is unknown a question.
    pub fn must_know(&self, expr: &crate::code::tree::Expr, frame: &Frame) -> Result<Value, Stop> {
        match self.eval(expr, frame)? {
            Ev::Is(value) => Ok(value),
            Ev::Unknown(question) => Err(Stop::Ask(question)),
            Ev::Missing => Err(Stop::Fault(Box::new(LawFault {
                message: "a consequence needs something that is not there".to_string(),
                span: expr.span,
            }))),
        }
    }

    fn opening(&self, id: RightId, frame: &Frame) -> Result<Opening, Stop> {
        let right = &self.code.rights[id.index()];
        let one = |expr| -> Result<Vec<Seat>, Stop> {
            Ok(match self.must_know(expr, frame)? {
                Value::Player(seat) => vec![seat],
                Value::Set(set) => set.sure.iter().filter_map(Value::player).collect(),
                Value::Side(side) => side.members().collect(),
                _ => Vec::new(),
            })
        };
        let (holders, next, together) = match &right.holder {
            Holder::One(expr) | Holder::Either(expr) => (one(expr)?, None, false),
            Holder::Every(expr) => (one(expr)?, None, true),
            Holder::Passing(first, second) => (one(first)?, one(second)?.first().copied(), false),
        };
        let offender = self.code.clauses[right.clause.index()].offender;
        let target = match &right.target {
            Some(expr) => self.must_know(expr, frame)?.player(),
            None => offender.and_then(|slot| frame[slot].as_ref()).and_then(Value::player),
        };
        let mut when = Vec::with_capacity(right.options.len());
        for option in &right.options {
            when.push(self.arm(&option.when, frame)?);
        }
        let mut lost = Vec::with_capacity(right.lost.len());
        for (place, way) in right.lost.iter().enumerate() {
            lost.push((self.arm(&way.when, frame)?, place));
        }
        Ok(Opening { def: id, holders, next, together, target, until: self.arm(&right.until, frame)?, when, lost })
    }
}

impl From<Fault> for Stop {
    fn from(fault: Fault) -> Stop {
        Stop::Fault(fault)
    }
}

impl World {
    /// Does one consequence; what changed is written into the ruling and queued as an event.
    pub fn perform(
        &mut self,
        shared: &Shared<'_>,
        planned: Planned,
        frame: &Frame,
        ruling: &mut Ruled,
    ) -> Result<(), Stop> {
        match planned {
            Planned::Begin(status, args, until) => self.begin(shared, status, args, until, ruling),
            Planned::End(status, tests) => {
                let fits = |stands: &Stands| all_fit(&tests, &stands.args);
                let ended: Vec<Stands> = self.standing(status).iter().filter(|stands| fits(stands)).cloned().collect();
                self.statuses.keep(status, |stands| !fits(stands));
                for stands in ended {
                    ruling.effects.push(Deed { what: Done::Ends(status), args: stands.args.clone() });
                    self.queue_up(HappeningKind::Ends(status, stands.args.into_iter().collect()));
                }
                Ok(())
            }
            Planned::Do(remedy, args) => {
                self.remedy(shared, remedy, args, ruling);
                Ok(())
            }
            Planned::Deem(event, args) => {
                ruling.effects.push(Deed { what: Done::Deems(event), args: args.clone() });
                self.queue.push_back(Happening::event(event, Parts::from_iter(args)));
                Ok(())
            }
            Planned::Open(opening) => {
                self.open_right(shared, *opening, frame, ruling);
                Ok(())
            }
        }
    }

    /// A status begins. What stands already stands on, and nothing happens.
    fn begin(
        &mut self,
        shared: &Shared<'_>,
        status: StatusId,
        args: Vec<Value>,
        mut until: Vec<Armed>,
        ruling: &mut Ruled,
    ) -> Result<(), Stop> {
        if self.standing(status).iter().any(|stands| stands.args == args) {
            return Ok(());
        }
        let kind = &shared.code.statuses[status.index()];
        let mut frame: Frame = args.iter().cloned().map(Some).collect();
        frame.resize(kind.until_slots.max(frame.len()), None);
        if until.is_empty() {
            until = self.scope(shared).arm(&kind.until, &frame)?;
        }
        self.begun += 1;
        let since = self.begun;
        self.statuses.begin(status, Stands { args: args.clone(), since, until, ruling: ruling.id });
        ruling.effects.push(Deed { what: Done::Begins(status), args: args.clone() });
        self.queue_up(HappeningKind::Begins(status, args.into_iter().collect()));
        Ok(())
    }

    /// Something that follows is to be dealt with after all that is queued already.
    pub fn queue_up(&mut self, kind: HappeningKind) {
        let cause = self.current.as_ref().and_then(|now| match now.as_event() {
            Some(_) => Some(Arc::new(now.clone())),
            None => now.cause.clone(),
        });
        self.queue.push_back(Happening { kind, past: false, cause });
    }

    /// Something is done: the table, the score or a right changes, or it is announced.
    fn remedy(&mut self, shared: &Shared<'_>, remedy: RemedyId, args: Vec<Value>, ruling: &mut Ruled) {
        ruling.effects.push(Deed { what: Done::Does(remedy), args: args.clone() });
        if let Some(known) = shared.code.remedies[remedy.index()].known {
            self.do_known(shared, known, args, ruling);
        }
    }

    fn do_known(&mut self, shared: &Shared<'_>, known: KnownRemedy, args: Vec<Value>, ruling: &Ruled) {
        use KnownRemedy as R;
        if matches!(
            known,
            R::Award
                | R::Strike
                | R::TakeOff
                | R::Transfer
                | R::CountAsWon
                | R::CloseGame
                | R::CloseRubber
                | R::CompareTotals
                | R::LeaveOut
                | R::CompareTeams
                | R::ComparePairs
                | R::Average
                | R::LowestScore
                | R::HighestScore
        ) {
            self.noted.push(Noted { remedy: known, args: args.clone(), law: ruling.law(shared), ruling: ruling.id });
        }
        match (known, args.as_slice()) {
            (R::NewDeal, _) => self.ended = true,
            (R::Stands, [Value::Call(call)]) => match self.changing_now(shared) {
                Some((seat, new)) => self.table.restore_call(seat, new, *call),
                None => {
                    self.table.count_call(*call, Some(*call));
                }
            },
            (R::Cancel, [Value::Call(call)]) => {
                self.table.count_call(*call, None);
            }
            (R::TreatAs, [Value::Call(call), Value::Call(other)]) => {
                self.table.count_call(*call, Some(*other));
            }
            (R::MakeFinal, [Value::Call(call)]) => {
                let maker = self.table.standing_calls().rev().find(|(_, made)| made == call).map(|(seat, _)| seat);
                self.table.count_call(*call, Some(*call));
                if let (Some(seat), Some(strain)) = (maker, call.strain()) {
                    let declarer = self.table.first_to_name(self.table.seating.side(seat), strain).unwrap_or(seat);
                    let contract = crate::table::Contract { declarer, strain, level: call.level(), doubles: 0 };
                    let found = self.table.set_contract(contract);
                    self.queue_found(shared, found);
                }
            }
            (R::CloseCalling, [Value::Player(seat)]) => {
                let found = self.table.close_calling(*seat);
                self.queue_found(shared, found);
            }
            (R::ChangeDeclarer, [Value::Player(seat)]) => {
                if let Some(contract) = &mut self.table.contract {
                    contract.declarer = *seat;
                }
            }
            (R::Ally, [Value::Player(one), Value::Player(other)]) => self.table.seating.ally(*one, *other),
            (R::CloseGame, [Value::Side(side)]) => {
                let found = self.table.close_game(*side);
                self.queue_found(shared, found);
            }
            (R::CloseRubber, [Value::Side(side)]) => {
                let found = self.table.close_rubber(*side);
                self.queue_found(shared, found);
            }
            (R::PassOut, _) => {
                let found = self.table.pass_out();
                self.queue_found(shared, found);
            }
            (R::TakeBack, [Value::Card(card)]) => {
                self.table.take_back(*card);
            }
            (R::TakeBackAll, [Value::Number(t)]) => self.table.take_back_all(u8::try_from(*t).unwrap_or(0)),
            (R::Restore, [Value::Player(_), Value::Number(_), Value::Card(card)]) => {
                self.table.take_back(*card);
            }
            (R::AddToTrick, [Value::Player(seat), Value::Number(t)]) => self.add_last_card(*seat, *t),
            (R::Rejudge, [Value::Player(seat), Value::Card(card), Value::Number(from)]) => {
                self.rejudge(shared, *seat, *card, *from);
            }
            (R::Give, [Value::Choice(place), Value::Player(seat)]) => {
                if let Some(right) = self.rights.get_mut(*place as usize) {
                    right.holders = vec![*seat];
                }
            }
            (R::Forfeit, [Value::Choice(place)]) => {
                self.end_right(shared, *place as usize, State::Forfeited, None);
            }
            _ => {}
        }
    }

    /// Who changes his call in the event of the record that is being dealt with, and to what: then `stands` is about his own call.
    fn changing_now(&self, shared: &Shared<'_>) -> Option<(Seat, Call)> {
        // While the event itself is dealt with it is not yet among those that have happened.
        let happened = self.happened.last().and_then(|happened| happened.what.as_ref());
        let current = self.current.as_ref().and_then(|now| now.as_event().or_else(|| now.cause.as_deref()?.as_event()));
        let (event, args) = happened.map(|(event, args)| (*event, &args[..])).or(current)?;
        match (shared.code.events[event.index()].known, args) {
            (Some(KnownEvent::Recall), [Value::Player(seat), _, Value::Call(new)]) => Some((*seat, *new)),
            _ => None,
        }
    }

    /// The card that a player has over at the end belongs to the trick that he left out; it wins nothing.
    fn add_last_card(&mut self, seat: Seat, t: i64) {
        let Ok(t) = u8::try_from(t) else { return };
        let left = self.table.hand(seat);
        if left.len() == 1
            && let Some(card) = left.iter().next()
            && let Some(trick) = usize::from(t).checked_sub(1).and_then(|place| self.table.tricks.get_mut(place))
        {
            trick.plays.push((seat, card));
        }
    }

    /// Reads a player's later cards again as if he had held `card` all along: each that did not follow suit then breaks the duty
    /// now. The breaches are told to the laws as events of those tricks.
    fn rejudge(&mut self, shared: &Shared<'_>, seat: Seat, card: Card, from: i64) {
        let Some(event) = shared.settings.known_event(KnownEvent::Play) else { return };
        let tricks: Vec<(i64, Card)> = (from..)
            .take(64)
            .filter_map(|t| {
                let trick = self.table.trick(u8::try_from(t).ok()?)?;
                (trick.leader() != Some(seat)).then(|| trick.card(seat).map(|played| (t, played))).flatten()
            })
            .filter(|(t, played)| {
                let led = u8::try_from(*t).ok().and_then(|t| self.table.suit_led(t));
                led == Some(card.suit()) && played.suit() != card.suit()
            })
            .collect();
        for (t, played) in tricks {
            let args = [Value::Player(seat), Value::Card(played), Value::Number(t)];
            self.queue.push_back(Happening { past: true, ..Happening::event(event, args) });
        }
    }

    fn open_right(&mut self, shared: &Shared<'_>, opening: Opening, frame: &Frame, ruling: &mut Ruled) {
        let place = self.rights.len();
        let def = &shared.code.rights[opening.def.index()];
        let together = opening.together.then(BTreeMap::new);
        self.rights.push(Opened {
            def: opening.def,
            clause: def.clause,
            frame: frame.clone(),
            holders: opening.holders,
            next: opening.next,
            together,
            target: opening.target,
            until: opening.until,
            when: opening.when,
            lost: opening.lost,
            opened: self.now,
            ruling: ruling.id,
            open: true,
        });
        ruling.right = self.right_report(shared, place).map(Box::new);
        if let Some(pending) = shared.settings.known_status(KnownStatus::Pending) {
            let args = vec![Value::Choice(u32::try_from(place).unwrap_or(u32::MAX))];
            self.begun += 1;
            let since = self.begun;
            let stands = Stands { args: args.clone(), since, until: Vec::new(), ruling: ruling.id };
            self.statuses.begin(pending, stands);
            self.queue_up(HappeningKind::Begins(pending, args.into_iter().collect()));
        }
    }
}
