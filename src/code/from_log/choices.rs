//! Choices and waivers of a log: which right is meant, which option, what is picked.

use std::collections::BTreeSet;

use crate::code::from_syntax::labels::within;
use crate::code::from_syntax::names::nearest_of;
use crate::code::log::{LogArg, RecordedKind};
use crate::code::tree::{ClauseId, EffectKind, LawId, Right};
use crate::code::value::{Base, Type};
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::tree as syntax;
use crate::syntax::tree::{LawRef, LogEntry, LogValue};

use super::Reader;

impl Reader<'_> {
    /// `choose(South, law 84(b), tricks)`, picks after the option, `nth: 2` at the end.
    pub(super) fn choose(&mut self, entry: &LogEntry) -> Option<RecordedKind> {
        let (args, nth) = self.without_nth(entry);
        let [by, law, option, picks @ ..] = args.as_slice() else {
            let text = "a choice is written `choose(South, law 84(b), tricks)`";
            self.report(Diagnostic::error("R0702", entry.span, text));
            return None;
        };
        let by = self.value(&by.value, by.span, Type::one(Base::Player))?;
        let reference = self.reference(law)?;
        let LogValue::Word(label) = &option.value else {
            self.report(Diagnostic::error("R0704", option.span, "an option is written by its name"));
            return None;
        };
        let clauses = self.rights(reference, Some((label, option.span)))?;
        let types = self.picks_of(&clauses, label);
        if picks.len() != types.len() {
            let text = match types.len() {
                0 => format!("the option `{label}` leaves nothing to pick"),
                n => format!("the option `{label}` leaves {n} thing{} to pick", if n == 1 { "" } else { "s" }),
            };
            self.report(Diagnostic::error("R0702", entry.span, text));
            return None;
        }
        let picks: Option<Vec<LogArg>> =
            picks.iter().zip(types).map(|(pick, ty)| self.value(&pick.value, pick.span, ty)).collect();
        Some(RecordedKind::Choose { by, clauses, option: label.clone(), picks: picks?, nth })
    }

    /// `waive(South, law 84(b))`
    pub(super) fn waive(&mut self, entry: &LogEntry) -> Option<RecordedKind> {
        let (args, nth) = self.without_nth(entry);
        let [by, law] = args.as_slice() else {
            let text = "giving up a right is written `waive(South, law 84(b))`";
            self.report(Diagnostic::error("R0702", entry.span, text));
            return None;
        };
        let by = self.value(&by.value, by.span, Type::one(Base::Player))?;
        let reference = self.reference(law)?;
        let clauses = self.rights(reference, None)?;
        Some(RecordedKind::Waive { by, clauses, nth })
    }

    /// The arguments without `nth: 2`, and its number; 1 when it is not said.
    fn without_nth<'e>(&mut self, entry: &'e LogEntry) -> (Vec<&'e syntax::LogArg>, usize) {
        let is_nth = |arg: &&syntax::LogArg| arg.label.as_ref().is_some_and(|label| label.value == "nth");
        let args = entry.args.iter().filter(|arg| !is_nth(arg)).collect();
        let Some(arg) = entry.args.iter().find(is_nth) else { return (args, 1) };
        let number = match &arg.value {
            LogValue::Word(word) => word.parse::<usize>().ok().filter(|number| *number > 0),
            _ => None,
        };
        if number.is_none() {
            self.report(Diagnostic::error(
                "R0704",
                arg.span,
                "`nth:` counts open rights of one kind, the oldest being 1",
            ));
        }
        (args, number.unwrap_or(1))
    }

    fn reference<'e>(&mut self, arg: &'e syntax::LogArg) -> Option<&'e LawRef> {
        match &arg.value {
            LogValue::Law(reference) => Some(reference),
            _ => {
                self.report(Diagnostic::error("R0704", arg.span, "a right is written as its law: `law 84(b)`"));
                None
            }
        }
    }

    /// The law of a reference.
    pub(super) fn law(&mut self, reference: &LawRef) -> Option<LawId> {
        let law = self.code.law(&reference.number.value);
        if law.is_none() {
            let text = format!("the code {} has no law {}", self.code.name, reference.number.value);
            self.report(Diagnostic::error("R0705", reference.number.span, text));
        }
        law
    }

    /// The clauses that a reference means and that open a right, with that option if one is named.
    pub(super) fn rights(&mut self, reference: &LawRef, option: Option<(&str, Span)>) -> Option<Vec<ClauseId>> {
        let law = self.law(reference)?;
        let label = &reference.label.value;
        let cited = self.code.cite_law(law, label);
        let opening: BTreeSet<ClauseId> = self
            .code
            .rights
            .iter()
            .map(|right| right.clause)
            .filter(|clause| {
                let clause = &self.code.clauses[clause.index()];
                clause.law == law && within(&clause.label, label)
            })
            .collect();
        if opening.is_empty() {
            let text = format!("law {cited} of {} opens no right", self.code.name);
            self.report(Diagnostic::error("R0705", reference.number.span, text));
            return None;
        }
        let Some((option, span)) = option else { return Some(opening.into_iter().collect()) };
        let with: Vec<ClauseId> = opening
            .iter()
            .copied()
            .filter(|clause| self.rights_of(*clause).any(|right| right.options.iter().any(|one| one.label == option)))
            .collect();
        if with.is_empty() {
            let labels: BTreeSet<&str> = opening
                .iter()
                .flat_map(|clause| self.rights_of(*clause))
                .flat_map(|right| right.options.iter().map(|one| one.label.as_str()))
                .collect();
            let text = format!("the right of law {cited} has no option `{option}`");
            let help = match nearest_of(option, labels.iter().map(|label| (*label, 0))) {
                Some(near) => format!("did you mean `{near}`?"),
                None => {
                    let labels: Vec<String> = labels.iter().map(|label| format!("`{label}`")).collect();
                    format!("its options are {}", labels.join(", "))
                }
            };
            self.report(Diagnostic::error("R0706", span, text).help(help));
            return None;
        }
        Some(with)
    }

    fn rights_of(&self, clause: ClauseId) -> impl Iterator<Item = &Right> {
        let clause = &self.code.clauses[clause.index()];
        clause.effects.iter().filter_map(|effect| match effect.kind {
            EffectKind::Right(id) => self.code.rights.get(id.index()),
            _ => None,
        })
    }

    /// The types of what the holder picks with an option.
    fn picks_of(&self, clauses: &[ClauseId], option: &str) -> Vec<Type> {
        let choice = clauses
            .iter()
            .flat_map(|clause| self.rights_of(*clause))
            .flat_map(|right| &right.options)
            .find(|choice| choice.label == option);
        let picks = choice.map(|choice| choice.picks.iter().map(|(_, set)| Type::one(set.ty.base)).collect());
        picks.unwrap_or_default()
    }
}
