//! The text of one code with its base codes and vocabularies worked in.
//!
//! In: from [`super::amend`], which joins the trees of law files. Out: to the resolver, which reads it as one text.
//! Nothing is resolved here; every part still knows the code that its words stand in.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::diagnostic::Diagnostic;
use crate::source::{Span, Spanned};
use crate::syntax::tree::{CodeHeader, Declaration, DeclarationKind, Effect, EffectKind, LawItem, Name, Trigger};

/// Facts that are read as others, one substitution after the other: `dealer` as `declarer`.
/// Shared, since most parts of a law have the same, and most laws none.
pub type Readings = Arc<[(String, String)]>;

/// One code as one text.
#[derive(Debug, Clone)]
pub struct Whole {
    /// The header of the code itself.
    pub header: CodeHeader,
    /// The codes that it amends, nearest first.
    pub amends: Vec<String>,
    /// Declarations outside laws: of vocabularies, of base codes, its own.
    pub declarations: Vec<Declared>,
    /// The laws, in the printed order.
    pub laws: Vec<WholeLaw>,
    /// Laws that were renumbered: code and number as they were, the number as it is.
    pub renumbered: BTreeMap<(String, String), String>,
    /// Laws of a base code that went, and what took them out.
    pub gone_laws: BTreeMap<String, Gone>,
    /// Names that went with them.
    pub gone_names: BTreeMap<String, Gone>,
    /// What this code itself reads as something else: the fact, and what it is read as.
    pub reads: Vec<(Name, Name)>,
}

/// Something of a base code that this code does not have.
#[derive(Debug, Clone)]
pub struct Gone {
    /// The code that has it.
    pub code: String,
    /// The law that it is, or stood in.
    pub law: String,
    /// Where it stands there.
    pub was: Span,
    /// What took it out.
    pub by: Span,
}

/// A declaration outside a law.
#[derive(Debug, Clone)]
pub struct Declared {
    /// The declaration.
    pub declaration: Arc<Declaration>,
    /// The code where its words stand.
    pub origin: Arc<str>,
    /// It comes from a vocabulary, whole.
    pub shared: bool,
}

/// A law.
#[derive(Debug, Clone)]
pub struct WholeLaw {
    /// Its number in this code.
    pub number: Spanned<String>,
    /// Its gist.
    pub heading: Spanned<String>,
    /// The code where its words stand.
    pub origin: Arc<str>,
    /// What is read as something else in it.
    pub readings: Readings,
    /// What it says.
    pub body: WholeBody,
    /// Where it stands.
    pub span: Span,
}

/// What a law says.
#[derive(Debug, Clone)]
pub enum WholeBody {
    /// Nothing is to be ruled; why.
    Advisory(Spanned<String>),
    /// Not yet written; what it treats.
    Unwritten(Vec<Trigger>),
    /// Clauses and declarations.
    Items(Vec<WholeItem>),
}

/// One part of a law.
#[derive(Debug, Clone)]
pub struct WholeItem {
    /// The part.
    pub item: LawItem,
    /// The code where its words stand.
    pub origin: Arc<str>,
    /// What is read as something else in it.
    pub readings: Readings,
}

impl Whole {
    /// A code with nothing in it yet.
    pub fn empty(header: CodeHeader) -> Whole {
        Whole {
            header,
            amends: Vec::new(),
            declarations: Vec::new(),
            laws: Vec::new(),
            renumbered: BTreeMap::new(),
            gone_laws: BTreeMap::new(),
            gone_names: BTreeMap::new(),
            reads: Vec::new(),
        }
    }

    /// The name of the code.
    pub fn name(&self) -> &str {
        &self.header.name.value
    }

    /// The numbers that a law has in the codes below, by code, where they are others.
    pub fn other_numbers(&self, number: &str) -> BTreeMap<String, String> {
        let same = |(_, now): &(&(String, String), &String)| *now == number;
        let others = self.renumbered.iter().filter(same).filter(|((_, before), _)| before != number);
        others.map(|((code, before), _)| (code.clone(), before.clone())).collect()
    }
}

/// How many clauses a code may have, and how many laws, declarations, values of enumerations and rights.
const MOST: usize = 4_000;

impl Whole {
    /// What is wrong with a code that is too large to be resolved.
    pub fn too_large(&self) -> Option<Diagnostic> {
        let (mut clauses, mut rights, mut values) = (0, 0, 0);
        let mut declarations: Vec<&Declaration> = self.declarations.iter().map(|one| &*one.declaration).collect();
        for law in &self.laws {
            let WholeBody::Items(items) = &law.body else { continue };
            for item in items {
                match &item.item {
                    LawItem::Clause(clause) => {
                        clauses += 1;
                        rights += rights_in(&clause.effects);
                    }
                    LawItem::Declaration(declaration) => declarations.push(declaration),
                    LawItem::Advisory { .. } => {}
                }
            }
        }
        for declaration in &declarations {
            values += match &declaration.kind {
                DeclarationKind::Type(decl) => decl.values.len(),
                DeclarationKind::Reading(decl) => decl.cases.len(),
                _ => 0,
            };
        }
        let counts = [
            ("clauses", clauses),
            ("laws", self.laws.len()),
            ("declarations", declarations.len()),
            ("values of enumerations", values),
            ("rights", rights),
        ];
        let (what, count) = counts.into_iter().find(|(_, count)| *count > MOST)?;
        let text = format!("this code has {count} {what}, and {MOST} are the most");
        Some(Diagnostic::error("L1002", self.header.name.span, text))
    }
}

/// How many rights consequences open, those of options counted too.
fn rights_in(effects: &[Effect]) -> usize {
    let mut count = 0;
    let mut todo: Vec<&Effect> = effects.iter().collect();
    while let Some(effect) = todo.pop() {
        if let EffectKind::Right(right) = &effect.kind {
            count += 1;
            todo.extend(right.options.iter().flat_map(|option| &option.effects));
        }
    }
    count
}

impl WholeLaw {
    /// The law as a diagnostic names it.
    pub fn title(&self) -> String {
        law_title(&self.number.value, &self.heading.value)
    }
}

/// A law as a diagnostic names it: `law 84 "what an established revoke costs"`.
pub fn law_title(number: &str, heading: &str) -> String {
    match number {
        "ordinary" => format!("the ordinary rules \"{heading}\""),
        _ => format!("law {number} \"{heading}\""),
    }
}

/// A name after all readings, one after the other.
pub fn read_name<'n>(readings: &'n Readings, name: &'n str) -> &'n str {
    readings.iter().fold(name, |name, (from, to)| if name == from { to } else { name })
}

/// The place of a printed number in the order of a book: the ordinary rules, `1` to `108` with `47a` after `47`, letters, `(5)`.
pub fn number_key(number: &str) -> (u8, u32, String) {
    let figures = |text: &str| text.chars().take_while(char::is_ascii_digit).collect::<String>();
    if number == "ordinary" {
        return (0, 0, String::new());
    }
    let opening = figures(number);
    if !opening.is_empty() {
        let rest = number[opening.len()..].to_owned();
        return (1, opening.parse().unwrap_or(u32::MAX), rest);
    }
    let inner = number.trim_start_matches('(');
    if inner.len() < number.len() {
        return (3, figures(inner).parse().unwrap_or(u32::MAX), String::new());
    }
    (2, 0, number.to_owned())
}
