//! An option struck out of the rights of adopted laws: `repeal new_deal in laws 42 to 97`.

use std::sync::Arc;

use crate::code::whole::{Whole, WholeBody};
use crate::diagnostic::Diagnostic;
use crate::syntax::tree::{Clause, Effect, EffectKind, LawItem, Right};

use super::accounts::Fate;

/// Strikes options out of all rights of a part of a law. A right must keep an option, and not lose what silence means.
pub fn options(item: &mut LawItem, fate: &Fate<'_>, title: &str, found: &mut Vec<Diagnostic>) {
    let LawItem::Clause(clause) = item else { return };
    for struck in &fate.struck {
        if !has_option(clause, &struck.value) {
            continue;
        }
        let clause = Arc::make_mut(clause);
        for right in rights_mut(&mut clause.effects) {
            let before = right.options.len();
            right.options.retain(|option| option.label.value != struck.value);
            if right.options.len() == before {
                continue;
            }
            let silence = right.silence.clone().filter(|silence| silence.value == struck.value);
            if silence.is_some() {
                right.silence = None;
            }
            if right.options.is_empty() {
                let text = format!("without `{}` a right is left with no option", struck.value);
                let diagnostic = Diagnostic::error("L0910", struck.span, text)
                    .also(clause.label.span, "the right of this clause")
                    .within(title)
                    .help("replace the clause, or leave it out of the list");
                found.push(diagnostic);
            } else if let Some(silence) = silence {
                let text = format!("`{}` is what silence means in a right", struck.value);
                let diagnostic = Diagnostic::error("L0910", struck.span, text)
                    .also(silence.span, "said here")
                    .within(title)
                    .help("replace the clause, or leave it out of the list");
                found.push(diagnostic);
            }
        }
    }
}

fn rights_mut(effects: &mut [Effect]) -> impl Iterator<Item = &mut Right> {
    effects.iter_mut().filter_map(|effect| match &mut effect.kind {
        EffectKind::Right(right) => Some(&mut **right),
        EffectKind::Do(..) | EffectKind::End(_) => None,
    })
}

/// An option that is struck out must be somewhere in the laws of its list.
pub fn options_there(base: &Whole, fates: &[Fate<'_>], found: &mut Vec<Diagnostic>) {
    let mut struck: Vec<_> = fates.iter().flat_map(|fate| fate.struck.iter().copied()).collect();
    struck.sort_by_key(|name| name.span);
    struck.dedup_by_key(|name| name.span);
    for option in struck {
        let laws = base.laws.iter().zip(fates).filter(|(_, fate)| fate.stays());
        let there = laws
            .filter(|(_, fate)| fate.struck.iter().any(|name| name.span == option.span))
            .any(|(law, _)| law_has_option(&law.body, &option.value));
        if !there {
            let text = format!("no right of these laws has an option `{}`", option.value);
            found.push(Diagnostic::error("L0903", option.span, text).help("only adopted laws count"));
        }
    }
}

fn law_has_option(body: &WholeBody, option: &str) -> bool {
    let WholeBody::Items(items) = body else { return false };
    items.iter().any(|item| match &item.item {
        LawItem::Clause(clause) => has_option(clause, option),
        LawItem::Advisory { .. } | LawItem::Declaration(_) => false,
    })
}

fn has_option(clause: &Clause, option: &str) -> bool {
    clause.effects.iter().any(|effect| match &effect.kind {
        EffectKind::Right(right) => right.options.iter().any(|one| one.label.value == option),
        EffectKind::Do(..) | EffectKind::End(_) => false,
    })
}
