//! Rights: who chooses what, until when, and what loses it.

use crate::code::tree::{Choice, ClauseId, Expr, ExprKind, Holder, Lost, Right, RightId};
use crate::code::value::{PLAYER, Type};
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::tree as syntax;

use super::Resolver;
use super::names::nearest_of;
use super::scope::{Scope, UNREADABLE};

impl Resolver<'_> {
    /// A right, taken into the list of rights.
    pub(super) fn right(&mut self, scope: &mut Scope, right: &syntax::Right, span: Span) -> Option<RightId> {
        let holder = self.holder(scope, &right.holder);
        let target = match &right.target {
            Some(target) => self.expr(scope, target, PLAYER),
            None => offender(scope, span),
        };
        let mark = scope.mark();
        let errors = self.found.len();
        let until = self.ways_to_end(scope, &right.until);
        self.out_of_sight(scope, mark, self.found.len() == errors);
        self.labels_differ(right);
        let options: Vec<Choice> = right.options.iter().map(|option| self.choice(scope, option)).collect();
        let silence = right.silence.as_ref().and_then(|silence| self.silence(right, silence));
        let lost: Vec<Lost> = right.lost.iter().map(|lost| self.lost(scope, lost)).collect();
        let clause = self.clause_in_hand;
        self.code.rights.push(Right { clause, holder: holder?, target, until, options, silence, lost, span });
        Some(RightId(self.code.rights.len() as u16 - 1))
    }

    fn holder(&mut self, scope: &mut Scope, holder: &syntax::Holder) -> Option<Holder> {
        Some(match holder {
            syntax::Holder::One(first, None) => Holder::One(self.one_holder(scope, first)?),
            syntax::Holder::One(first, Some(second)) => {
                let (first, second) = (self.one_holder(scope, first), self.one_holder(scope, second));
                Holder::Passing(first?, second?)
            }
            syntax::Holder::Either(set) => Holder::Either(self.holders(scope, set)?),
            syntax::Holder::Every(set) => Holder::Every(self.holders(scope, set)?),
        })
    }

    fn one_holder(&mut self, scope: &mut Scope, holder: &syntax::Expr) -> Option<Expr> {
        let found = self.infer(scope, holder, Some(PLAYER))?;
        if found.ty == Type::set(PLAYER.base) {
            let text = "a right has one holder here, and this is a set of players";
            let help = "write `right of either …` if any of them may choose, `right of every …` if all must";
            self.report(Diagnostic::error("L0206", found.span, text).help(help));
            return None;
        }
        self.fit(found, PLAYER)
    }

    fn holders(&mut self, scope: &mut Scope, set: &syntax::Expr) -> Option<Expr> {
        let found = self.infer(scope, set, Some(Type::set(PLAYER.base)))?;
        self.fit(found, Type::set(PLAYER.base))
    }

    /// No two options have one label, and none does what another does.
    fn labels_differ(&mut self, right: &syntax::Right) {
        for (place, option) in right.options.iter().enumerate() {
            let before = &right.options[..place];
            if let Some(first) = before.iter().find(|first| first.label.value == option.label.value) {
                let text = format!("two options of this right are named `{}`", option.label.value);
                self.report(
                    Diagnostic::error("L0306", option.label.span, text).also(first.label.span, "the first is here"),
                );
            }
        }
    }

    fn choice(&mut self, scope: &mut Scope, option: &syntax::May) -> Choice {
        let mark = scope.mark();
        let errors = self.found.len();
        let mut picks = Vec::new();
        for (name, set) in &option.picks {
            let set = self.infer(scope, set, None);
            let element = match &set {
                Some(set) if set.ty.set || set.ty == UNREADABLE => Type::one(set.ty.base),
                Some(set) => {
                    let text = format!("`in` needs a set to pick from, and this is {}", self.a_type(set.ty));
                    self.report(Diagnostic::error("L0206", set.span, text));
                    UNREADABLE
                }
                None => UNREADABLE,
            };
            self.not_taken(scope, name);
            let slot = scope.bind(&name.value, element, name.span);
            picks.extend(set.map(|set| (slot, set)));
        }
        let inner = scope.mark();
        let when = self.ways_to_end(scope, &option.when);
        let condition = option.condition.as_ref().and_then(|condition| self.truth(scope, condition));
        let effects = self.effects(scope, &option.effects);
        let clean = self.found.len() == errors;
        self.out_of_sight(scope, inner, clean);
        self.out_of_sight(scope, mark, clean);
        Choice { label: option.label.value.clone(), picks, when, condition, effects, span: option.span }
    }

    /// The option that silence means.
    fn silence(&mut self, right: &syntax::Right, silence: &syntax::Name) -> Option<usize> {
        let place = right.options.iter().position(|option| option.label.value == silence.value);
        if place.is_none() {
            let text = format!("this right has no option `{}`", silence.value);
            let labels = || right.options.iter().map(|option| option.label.value.as_str());
            let help = match nearest_of(&silence.value, labels().map(|label| (label, 0))) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("its options are {}", super::triggers::list(&labels().map(str::to_owned).collect())),
            };
            self.report(Diagnostic::error("L0307", silence.span, text).help(help));
        }
        place
    }

    fn lost(&mut self, scope: &mut Scope, lost: &syntax::Lost) -> Lost {
        let mark = scope.mark();
        let errors = self.found.len();
        let when = self.ways_to_end(scope, &lost.when);
        let condition = lost.condition.as_ref().and_then(|condition| self.truth(scope, condition));
        self.out_of_sight(scope, mark, self.found.len() == errors);
        Lost { when, condition, span: lost.span }
    }
}

/// The offender of the clause, against whom a right runs unless it says otherwise.
fn offender(scope: &mut Scope, span: Span) -> Option<Expr> {
    let bound = scope.get("offender")?;
    (bound.ty == PLAYER).then_some(Expr { kind: ExprKind::Slot(bound.slot), ty: bound.ty, span })
}

/// The clause that is being read before any is.
pub(super) const NO_CLAUSE: ClauseId = ClauseId(u16::MAX);
