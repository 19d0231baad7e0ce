//! What a piece of law text mentions: names, and numbers of laws.
//!
//! In: syntax trees. Out: the names in them, for what must come along with an adopted law, and references that can be changed when a
//! law gets another number. No meaning is known here: names of parts and bound names are among the names.

use std::collections::BTreeSet;

use crate::syntax::tree::{Declaration, LawItem, Pattern, Trigger};

/// A word that a text mentions; types have a name space of their own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Word<'t> {
    /// The name of a type.
    Type(&'t str),
    /// Any other name.
    Name(&'t str),
}

/// Adds all words that a declaration mentions, its own and those of its parts among them.
pub fn mentioned<'t>(declaration: &'t Declaration, words: &mut BTreeSet<Word<'t>>) {
    reading::walk_declaration(declaration, &mut |met| collect(met, words));
}

/// Adds all words that a part of a law mentions.
pub fn mentioned_in<'t>(item: &'t LawItem, words: &mut BTreeSet<Word<'t>>) {
    reading::walk_item(item, &mut |met| collect(met, words));
}

/// Adds all words that triggers mention.
pub fn mentioned_by<'t>(triggers: &'t [Trigger], words: &mut BTreeSet<Word<'t>>) {
    reading::walk_triggers(triggers, &mut |met| collect(met, words));
}

/// Adds all words that a word with its parts mentions.
pub fn mentioned_by_pattern<'t>(word: &'t Pattern, words: &mut BTreeSet<Word<'t>>) {
    reading::pattern(word, &mut |met| collect(met, words));
}

fn collect<'t>(met: reading::Met<'t>, words: &mut BTreeSet<Word<'t>>) {
    match met {
        reading::Met::Name(name) => words.insert(Word::Name(name)),
        reading::Met::Type(name) => words.insert(Word::Type(name)),
        reading::Met::Law(_) | reading::Met::Clause(_) => false,
    };
}

/// The same walk twice: through a tree that is only read, and through one whose words can be changed.
macro_rules! walks {
    ($(#[$doc:meta])* $module:ident, $open:path, $one:path $(, $mutable:tt)?) => {
        $(#[$doc])*
        pub mod $module {
            use crate::syntax::tree::{
                Arg, ArgKind, Clause, ClauseRef, Declaration, DeclarationKind, Effect, EffectKind, Expr, ExprKind, Holder,
                Key, LawItem, LawRef, Name, Param, Pattern, Right, Trigger, TriggerKind, TypeRef,
            };

            /// What a walk meets. Names are read, and never changed.
            #[allow(dead_code)]
            pub enum Met<'m> {
                /// A name that is used.
                Name(&'m $($mutable)? String),
                /// The name of a type.
                Type(&'m $($mutable)? String),
                /// A reference to a law.
                Law(&'m $($mutable)? LawRef),
                /// A reference after `instead of`.
                Clause(&'m $($mutable)? ClauseRef),
            }

            type See<'s, 'm> = &'s mut dyn FnMut(Met<'m>);

            /// Walks through a part of a law.
            pub fn walk_item<'m>(item: &'m $($mutable)? LawItem, see: See<'_, 'm>) {
                match item {
                    LawItem::Clause(clause) => walk_clause($open(clause), see),
                    LawItem::Advisory { .. } => {}
                    LawItem::Declaration(declaration) => walk_declaration($open(declaration), see),
                }
            }

            /// Walks through a clause.
            fn walk_clause<'m>(clause: &'m $($mutable)? Clause, see: See<'_, 'm>) {
                for reference in &$($mutable)? clause.instead {
                    see(Met::Clause(reference));
                }
                walk_triggers(&$($mutable)? clause.when, see);
                if let Some(expr) = &$($mutable)? clause.condition {
                    walk(expr, see);
                }
                for expr in &$($mutable)? clause.unless {
                    walk(expr, see);
                }
                walk_effects(&$($mutable)? clause.effects, see);
            }

            /// Walks through a declaration.
            pub fn walk_declaration<'m>(declaration: &'m $($mutable)? Declaration, see: See<'_, 'm>) {
                match &$($mutable)? declaration.kind {
                    DeclarationKind::Type(decl) => {
                        for value in &$($mutable)? decl.values {
                            name(value, see);
                        }
                    }
                    DeclarationKind::Event(decl) => params(&$($mutable)? decl.params, see),
                    DeclarationKind::Status(decl) => {
                        params(&$($mutable)? decl.params, see);
                        for word in &$($mutable)? decl.against {
                            name(word, see);
                        }
                        walk_triggers(&$($mutable)? decl.until, see);
                    }
                    DeclarationKind::Duty(decl) => {
                        params(&$($mutable)? decl.params, see);
                        for word in &$($mutable)? decl.against {
                            name(word, see);
                        }
                        walk_triggers(&$($mutable)? decl.until, see);
                        for broken in &$($mutable)? decl.broken_by {
                            pattern(&$($mutable)? broken.act, see);
                            if let Some(expr) = &$($mutable)? broken.condition {
                                walk(expr, see);
                            }
                        }
                        if let Some(expr) = &$($mutable)? decl.excused {
                            walk(expr, see);
                        }
                    }
                    DeclarationKind::Yield(decl) => {
                        for list in [&$($mutable)? decl.left, &$($mutable)? decl.right] {
                            for word in list {
                                name(word, see);
                            }
                        }
                    }
                    DeclarationKind::Fact(decl) => {
                        params(&$($mutable)? decl.params, see);
                        type_ref(&$($mutable)? decl.ty, see);
                        if let Some(expr) = &$($mutable)? decl.body {
                            walk(expr, see);
                        }
                    }
                    DeclarationKind::Finding(decl) => {
                        params(&$($mutable)? decl.params, see);
                        type_ref(&$($mutable)? decl.ty, see);
                    }
                    DeclarationKind::Remedy(decl) => {
                        params(&$($mutable)? decl.params, see);
                        for word in &$($mutable)? decl.against {
                            name(word, see);
                        }
                    }
                    DeclarationKind::Moment(decl) => {
                        params(&$($mutable)? decl.params, see);
                        for case in &$($mutable)? decl.cases {
                            walk_trigger(&$($mutable)? case.trigger, see);
                            if let Some(expr) = &$($mutable)? case.condition {
                                walk(expr, see);
                            }
                        }
                    }
                    DeclarationKind::Option(decl) => {
                        type_ref(&$($mutable)? decl.ty, see);
                        walk(&$($mutable)? decl.default, see);
                    }
                    DeclarationKind::Reading(_) => {}
                    DeclarationKind::Table(decl) => {
                        params(&$($mutable)? decl.params, see);
                        type_ref(&$($mutable)? decl.ty, see);
                        for row in &$($mutable)? decl.rows {
                            for key in &$($mutable)? row.keys {
                                if let Key::Name(name) = &$($mutable)? key.value {
                                    see(Met::Name(name));
                                }
                            }
                            walk(&$($mutable)? row.cell, see);
                        }
                    }
                }
            }

            fn name<'m>(name: &'m $($mutable)? Name, see: See<'_, 'm>) {
                see(Met::Name(&$($mutable)? name.value));
            }

            fn type_ref<'m>(ty: &'m $($mutable)? TypeRef, see: See<'_, 'm>) {
                see(Met::Type(&$($mutable)? ty.name.value));
            }

            fn params<'m>(params: &'m $($mutable)? [Param], see: See<'_, 'm>) {
                for param in params {
                    type_ref(&$($mutable)? param.ty, see);
                }
            }

            /// Walks through triggers.
            pub fn walk_triggers<'m>(triggers: &'m $($mutable)? [Trigger], see: See<'_, 'm>) {
                for trigger in triggers {
                    walk_trigger(trigger, see);
                }
            }

            fn walk_trigger<'m>(trigger: &'m $($mutable)? Trigger, see: See<'_, 'm>) {
                match &$($mutable)? trigger.kind {
                    TriggerKind::Happens(happens) | TriggerKind::Begins(happens) | TriggerKind::Ends(happens) => {
                        pattern(happens, see)
                    }
                    TriggerKind::Broken(duty, act) => {
                        pattern(duty, see);
                        if let Some(act) = act {
                            pattern(act, see);
                        }
                    }
                    TriggerKind::Takes(law, _) | TriggerKind::RightEnds(law) => see(Met::Law(law)),
                }
            }

            /// Walks through a word with its parts.
            pub fn pattern<'m>(pattern: &'m $($mutable)? Pattern, see: See<'_, 'm>) {
                name(&$($mutable)? pattern.name, see);
                walk_args(&$($mutable)? pattern.args, see);
            }

            fn walk_args<'m>(args: &'m $($mutable)? [Arg], see: See<'_, 'm>) {
                for arg in args {
                    if let ArgKind::Every(expr) | ArgKind::Expr(expr) = &$($mutable)? arg.kind {
                        walk(expr, see);
                    }
                }
            }

            fn walk_effects<'m>(effects: &'m $($mutable)? [Effect], see: See<'_, 'm>) {
                for effect in effects {
                    match &$($mutable)? effect.kind {
                        EffectKind::Do(deed, until) => {
                            pattern(deed, see);
                            walk_triggers(until, see);
                        }
                        EffectKind::End(status) => pattern(status, see),
                        EffectKind::Right(right) => walk_right(right, see),
                    }
                }
            }

            fn walk_right<'m>(right: &'m $($mutable)? Right, see: See<'_, 'm>) {
                match &$($mutable)? right.holder {
                    Holder::Either(expr) | Holder::Every(expr) | Holder::One(expr, None) => walk(expr, see),
                    Holder::One(first, Some(second)) => {
                        walk(first, see);
                        walk(second, see);
                    }
                }
                if let Some(expr) = &$($mutable)? right.target {
                    walk(expr, see);
                }
                walk_triggers(&$($mutable)? right.until, see);
                for option in &$($mutable)? right.options {
                    for (_, set) in &$($mutable)? option.picks {
                        walk(set, see);
                    }
                    walk_triggers(&$($mutable)? option.when, see);
                    if let Some(expr) = &$($mutable)? option.condition {
                        walk(expr, see);
                    }
                    walk_effects(&$($mutable)? option.effects, see);
                }
                for lost in &$($mutable)? right.lost {
                    walk_triggers(&$($mutable)? lost.when, see);
                    if let Some(expr) = &$($mutable)? lost.condition {
                        walk(expr, see);
                    }
                }
            }

            /// Walks through an expression. INVARIANT: the reader bounds how deep expressions nest.
            fn walk<'m>(expr: &'m $($mutable)? Expr, see: See<'_, 'm>) {
                match &$($mutable)? expr.kind {
                    ExprKind::Number(_) | ExprKind::Truth(_) => {}
                    ExprKind::Name(name) => see(Met::Name(name)),
                    ExprKind::Law(law) => see(Met::Law(law)),
                    ExprKind::Call(call) | ExprKind::Lawful(call) => pattern(call, see),
                    ExprKind::Of(fact, of) => {
                        name(fact, see);
                        walk_args($one(of), see);
                    }
                    ExprKind::Set(members) => {
                        for (first, last) in members {
                            walk(first, see);
                            if let Some(last) = last {
                                walk(last, see);
                            }
                        }
                    }
                    ExprKind::Fold(_, _, set, body) => {
                        walk(set, see);
                        walk(body, see);
                    }
                    ExprKind::Not(inner) | ExprKind::Negative(inner) | ExprKind::Group(inner) => walk(inner, see),
                    ExprKind::Binary(_, left, right) => {
                        walk(left, see);
                        walk(right, see);
                    }
                }
            }
        }
    };
}

walks! {
    /// A walk that changes nothing.
    reading, std::sync::Arc::as_ref, std::slice::from_ref
}
walks! {
    /// A walk that can change what it meets; what others share is copied first.
    changing, std::sync::Arc::make_mut, std::slice::from_mut, mut
}
