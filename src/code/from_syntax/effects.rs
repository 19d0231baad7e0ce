//! Consequences: what begins, what ends, what is done, what is dealt with as if it had happened.

use std::collections::BTreeSet;

use crate::code::mentions::{Word, mentioned_by, mentioned_by_pattern};
use crate::code::tree::{Effect, EffectArg, EffectKind, EndArg, Param};
use crate::code::value::Type;
use crate::diagnostic::Diagnostic;
use crate::syntax::tree as syntax;
use crate::syntax::tree::{ArgKind, Pattern};

use super::Resolver;
use super::names::{Meaning, Wanted};
use super::scope::{Scope, UNREADABLE};
use super::types::fits;

impl Resolver<'_> {
    /// All consequences of a clause or an option.
    pub(super) fn effects(&mut self, scope: &mut Scope, effects: &[syntax::Effect]) -> Vec<Effect> {
        effects.iter().filter_map(|effect| self.effect(scope, effect)).collect()
    }

    fn effect(&mut self, scope: &mut Scope, effect: &syntax::Effect) -> Option<Effect> {
        let kind = match &effect.kind {
            syntax::EffectKind::Do(deed, until) => self.deed(scope, deed, until)?,
            syntax::EffectKind::End(pattern) => self.end(scope, pattern)?,
            syntax::EffectKind::Right(right) => EffectKind::Right(self.right(scope, right, effect.span)?),
        };
        Some(Effect { kind, span: effect.span })
    }

    /// A status, a remedy or an event.
    fn deed(&mut self, scope: &mut Scope, deed: &Pattern, until: &[syntax::Trigger]) -> Option<EffectKind> {
        let name = &deed.name;
        let Some(entry) = self.meaning(&name.value) else {
            self.unknown(&name.value, name.span, Wanted::Consequence, Some(deed.args.len()), std::iter::empty());
            self.used_in(scope, deed, until);
            return None;
        };
        let remedy = match &entry.meaning {
            Meaning::Status(_) | Meaning::Duty(_) | Meaning::Event(_) => false,
            Meaning::Remedy(_) => true,
            _ => {
                self.wrong_kind(&name.value, name.span, &entry, Wanted::Consequence);
                self.used_in(scope, deed, until);
                return None;
            }
        };
        let args = self.effect_args(scope, deed, &entry.params, remedy);
        let is_status = matches!(entry.meaning, Meaning::Status(_) | Meaning::Duty(_));
        if !until.is_empty() && !is_status {
            let text =
                format!("`{}` is {}: only a status or a duty stands until something", name.value, entry.meaning.kind());
            self.report(Diagnostic::error("L0309", until[0].span, text));
            return None;
        }
        let mark = scope.mark();
        let errors = self.found.len();
        let until = self.ways_to_end(scope, until);
        self.out_of_sight(scope, mark, self.found.len() == errors);
        let args = args?;
        Some(match entry.meaning {
            Meaning::Status(id) | Meaning::Duty(id) => {
                self.not_always(id, name, "begins")?;
                EffectKind::Begin(id, args, until)
            }
            Meaning::Remedy(id) => EffectKind::Remedy(id, args),
            Meaning::Event(id) => EffectKind::Deem(id, args),
            _ => return None,
        })
    }

    /// Counts the names in a consequence that could not be read as used.
    fn used_in(&mut self, scope: &mut Scope, deed: &Pattern, until: &[syntax::Trigger]) {
        let mut words = BTreeSet::new();
        mentioned_by(until, &mut words);
        mentioned_by_pattern(deed, &mut words);
        for word in words {
            if let Word::Name(name) = word
                && let Some(bound) = scope.get_mut(name)
            {
                bound.used = true;
            }
        }
    }

    /// Takes names out of sight again; those never used are reported.
    pub(super) fn out_of_sight(&mut self, scope: &mut Scope, mark: super::scope::Mark, clean: bool) {
        for bound in scope.take(mark) {
            if clean && !bound.used && !bound.free {
                self.unused_name(&bound.name, bound.span);
            }
        }
    }

    /// The parts of a consequence.
    fn effect_args(
        &mut self,
        scope: &mut Scope,
        deed: &Pattern,
        params: &[Param],
        remedy: bool,
    ) -> Option<Vec<EffectArg>> {
        let declared = self.names.get(&deed.name.value).and_then(|entry| entry.span);
        if !self.right_number(&deed.name, deed.args.len(), params.len(), declared) {
            self.used_in(scope, deed, &[]);
            return None;
        }
        let mut read = Vec::new();
        let mut all_read = true;
        for (place, (arg, param)) in deed.args.iter().zip(params).enumerate() {
            self.label(arg, &param.name);
            if remedy && place >= 2 && arg.label.is_none() {
                let text = format!("this part of `{}` needs its name", deed.name.value);
                let help = format!("write `{}: …`; so no two parts can be swapped unseen", param.name);
                self.report(Diagnostic::error("L0207", arg.span, text).help(help));
            }
            match self.effect_arg(scope, arg, param.ty) {
                Some(arg) => read.push(arg),
                None => all_read = false,
            }
        }
        all_read.then_some(read)
    }

    fn effect_arg(&mut self, scope: &mut Scope, arg: &syntax::Arg, ty: Type) -> Option<EffectArg> {
        match &arg.kind {
            ArgKind::Any => {
                let text = "`_` means nothing here: a consequence needs a value for each part";
                self.report(Diagnostic::error("L0218", arg.span, text));
                None
            }
            ArgKind::Every(set) => {
                self.fold_in_argument(scope, set);
                let value = self.every_of(scope, set, ty)?;
                Some(EffectArg { value, every: true })
            }
            ArgKind::Expr(expr) => {
                self.fold_in_argument(scope, expr);
                let value = self.expr(scope, expr, ty)?;
                Some(EffectArg { value, every: false })
            }
        }
    }

    /// The set after `every`, for a part of that type.
    fn every_of(&mut self, scope: &mut Scope, set: &syntax::Expr, ty: Type) -> Option<crate::code::tree::Expr> {
        let value = self.infer(scope, set, Some(Type::set(ty.base)))?;
        if !value.ty.set && value.ty != UNREADABLE {
            let text = format!("`every` needs a set, and this is {}", self.a_type(value.ty));
            let mut diagnostic = Diagnostic::error("L0206", value.span, text);
            if value.ty == Type::one(crate::code::value::Base::Side) {
                diagnostic = diagnostic.help("the players of a side are `member of s`");
            }
            self.report(diagnostic);
            return None;
        }
        if fits(value.ty, Type::set(ty.base)) && !ty.set { Some(value) } else { self.fit(value, Type::set(ty.base)) }
    }

    /// `not revoke(offender, t, _)`
    fn end(&mut self, scope: &mut Scope, pattern: &Pattern) -> Option<EffectKind> {
        let name = &pattern.name;
        let Some(entry) = self.meaning(&name.value) else {
            self.unknown(&name.value, name.span, Wanted::Status, Some(pattern.args.len()), std::iter::empty());
            self.used_in(scope, pattern, &[]);
            return None;
        };
        let (Meaning::Status(id) | Meaning::Duty(id)) = entry.meaning else {
            self.wrong_kind(&name.value, name.span, &entry, Wanted::Status);
            self.used_in(scope, pattern, &[]);
            return None;
        };
        let params = entry.params;
        if !self.right_number(name, pattern.args.len(), params.len(), entry.span) {
            self.used_in(scope, pattern, &[]);
            return None;
        }
        let mut args = Vec::new();
        let mut all_read = true;
        for (arg, param) in pattern.args.iter().zip(params.iter()) {
            self.label(arg, &param.name);
            let read = match &arg.kind {
                ArgKind::Any => Some(EndArg::Any),
                ArgKind::Every(set) => self.every_of(scope, set, param.ty).map(EndArg::Each),
                ArgKind::Expr(expr) => self.expr(scope, expr, param.ty).map(EndArg::Equal),
            };
            match read {
                Some(arg) => args.push(arg),
                None => all_read = false,
            }
        }
        self.not_always(id, name, "ends")?;
        all_read.then_some(EffectKind::End(id, args))
    }
}
