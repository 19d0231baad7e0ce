//! What is wrong with a resolved code as a whole.
//!
//! In: a [`Code`] whose names and types are right. Out: diagnostics of cycles, of words never used, of clauses that cannot fire or
//! that can contradict one another. [`NUMBERS`] lists every diagnostic of a law file, also those of the stages before.

mod conflicts;
mod contradictions;
mod cycles;
mod facts;
mod frames;
mod lints;
mod literals;
mod seats;
mod together;
mod uses;
pub mod walk;

use crate::diagnostic::Diagnostic;
use crate::threads::side_by_side;

use frames::Frame;

use super::tree::{Arg, Clause, Code, Condition};
use super::value::{Base, Type};

/// The numbers of the diagnostics of a law file and what each means; those of reading a file (`L01…`) stand in `syntax`.
/// A number is never given a second meaning.
pub const NUMBERS: &[(&str, &str)] = &[
    // names and types
    ("L0201", "a name is declared twice, or has two meanings"),
    ("L0202", "a name means nothing"),
    ("L0203", "there is no such type"),
    ("L0204", "a name is of another kind than its place needs"),
    ("L0205", "a word has another number of parts"),
    ("L0206", "a value is of another type than its place needs"),
    ("L0207", "the label of a part is wrong, or missing in a remedy"),
    ("L0208", "a name is used where nothing binds it"),
    ("L0209", "a name is bound and never used"),
    ("L0210", "triggers joined by `or` do not bind the same names"),
    ("L0211", "a new name differs by one letter from a known one (warning)"),
    ("L0212", "a name is to be bound that means something already"),
    ("L0215", "a word that the engine knows is declared differently"),
    ("L0216", "a fact without a meaning that the table does not give"),
    ("L0217", "a phrase names something that is no part of its word"),
    ("L0218", "`_` or `every` where it means nothing"),
    ("L0219", "a file does not begin with the head of its code, or has two"),
    ("L0220", "a house rule begins with something that is no plain value"),
    // clauses and patterns
    ("L0301", "a clause waits for nothing and is no exception"),
    ("L0302", "a label stands twice in a law"),
    ("L0303", "a law number stands twice in a code"),
    ("L0304", "laws do not stand in the printed order (warning)"),
    ("L0305", "a law or clause is named that is not there"),
    ("L0306", "two options of a right are named alike, or do the same (warning)"),
    ("L0307", "`else` names no option of its right"),
    ("L0308", "a law is named for a right or an option that it does not give"),
    ("L0309", "`until` after something that does not stand"),
    ("L0310", "a law says nothing"),
    ("L0311", "a case of a moment does not say which part it is of"),
    ("L0312", "a moment stands for a moment"),
    ("L0313", "a reading has fewer than two answers"),
    // exceptions, duties, yields
    ("L0401", "an exception waits for another event than what it excepts"),
    ("L0402", "a clause is an exception to itself, through others or at once"),
    ("L0403", "an exception takes its trigger from clauses that wait for different things"),
    ("L0404", "`broken` after what is no duty"),
    ("L0405", "`broken by` an act that cannot break the duty"),
    ("L0406", "a duty that stands always is declared outside a law"),
    ("L0407", "a duty that stands always is begun, ended or awaited"),
    ("L0408", "a duty that stands always is not decided by the act, or nothing breaks it"),
    ("L0409", "duties yield to one another in a ring"),
    ("L0410", "`lawful` of what is no act, or of an act not fully named"),
    ("L0411", "a duty is broken by what is no act"),
    // cycles
    ("L0501", "facts mean one another in a ring"),
    ("L0502", "what a clause brings about leads back to the clause"),
    // declarations that do nothing
    ("L0601", "a status is never begun (warning)"),
    ("L0602", "a status is begun and never asked for (warning)"),
    ("L0603", "a remedy, event, finding, house rule, reading or moment is never used (warning)"),
    ("L0604", "something is waited for that cannot happen (warning)"),
    ("L0605", "two words mean the same (warning)"),
    ("L0606", "a set is worked out inside an argument (warning)"),
    ("L0607", "a name speaks of an order that no condition gives it (warning)"),
    // tables
    ("L0701", "a table has a hole"),
    ("L0702", "rows of a table overlap"),
    ("L0703", "a row of a table stands twice, or is never reached"),
    ("L0704", "a row of a table has wrong keys"),
    // contradictions and conflicts
    ("L0801", "the conditions of a clause contradict one another"),
    ("L0802", "two clauses can contradict one another (warning)"),
    // amendments
    ("L0901", "there is no such code"),
    ("L0902", "the code that this one builds on has errors"),
    ("L0903", "an amendment of what is not there"),
    ("L0904", "something of the base is treated twice"),
    ("L0905", "something is put in where the base has something already"),
    ("L0906", "nothing is said of some laws of the base (warning)"),
    ("L0907", "an adopted text names a law or clause that went"),
    ("L0908", "a name went with its law, and something still uses it"),
    ("L0909", "a code with laws is used instead of amended"),
    ("L0910", "striking out an option leaves a right without one, or takes what its silence means"),
    ("L0911", "an adopted text names a number that now means another law"),
    ("L0912", "a fact is read as something that it cannot be"),
    ("L0913", "codes build on one another in a ring"),
    ("L0914", "an amendment in a code that amends nothing"),
    // limits
    ("L1002", "a code has too many clauses or declarations"),
    ("L1003", "an expression has too many parts, or nests too deep"),
    ("L1004", "folds stand too deep inside one another"),
    ("L1005", "a clause binds too many names"),
];

/// One of the checks that a code goes through side by side.
type Stage = fn(&Code, &[Vec<Frame>]) -> Vec<Diagnostic>;

/// Checks a resolved code.
pub fn check(code: &Code) -> Vec<Diagnostic> {
    let frames = frames::of_all(code);
    // Clauses are held against each other beside all the rest, which takes as long.
    let stages: [Stage; 2] = [faults, conflicts::conflicts];
    let found = side_by_side(&stages, 1, |stage| stage(code, &frames));
    let mut found = stages.iter().zip(found).map(|(stage, found)| found.unwrap_or_else(|| stage(code, &frames)));
    let mut all = found.next().unwrap_or_default();
    if !all.iter().any(Diagnostic::is_error) {
        all.extend(found.flatten());
    }
    all
}

/// What is wrong with a code, and what else is worth a look when nothing is.
fn faults(code: &Code, frames: &[Vec<Frame>]) -> Vec<Diagnostic> {
    let mut found = facts::rings(code);
    found.extend(facts::yield_rings(code));
    if found.is_empty() {
        found.extend(cycles::cycles(code));
    }
    found.extend(contradictions::contradictions(code, frames));
    if !found.iter().any(Diagnostic::is_error) {
        found.extend(uses::unused(code));
        found.extend(lints::lints(code));
    }
    found
}

/// The law that a place of a clause stands in, as a diagnostic names it.
fn title(code: &Code, law: super::tree::LawId) -> String {
    let law = &code.laws[law.index()];
    super::whole::law_title(&law.number, &law.heading)
}

/// How many times clauses can apply for one recorded event at most, if every clause applied in every way its conditions can bind names.
///
/// Rings are refused, so each clause takes part once in what follows from an event; what its trigger binds, the event decides.
pub fn most_applications(code: &Code) -> u128 {
    let ways = |clause: &Clause| {
        let bound = clause.conditions.iter().flat_map(|condition| match condition {
            Condition::Test(_) => Vec::new(),
            Condition::In(slot, _) => vec![*slot],
            Condition::Stands(_, args, _) => {
                args.iter().filter_map(|arg| if let Arg::Bind(slot) = arg { Some(*slot) } else { None }).collect()
            }
        });
        bound.filter_map(|slot| clause.slots.get(slot)).map(|param| values(code, param.ty)).product::<u128>()
    };
    code.clauses.iter().map(ways).sum()
}

/// How many values a name of that type can have in one deal.
fn values(code: &Code, ty: Type) -> u128 {
    match ty.base {
        _ if ty.set => 1,
        Base::Player | Base::Suit => 4,
        Base::Side | Base::Truth => 2,
        Base::Strain => 6,
        Base::Rank | Base::Trick => 13,
        Base::Card => 52,
        Base::Call => 42,
        Base::Enum(id) => code.enums.get(id.index()).map_or(1, |ty| ty.values.len() as u128),
        // Numbers, rights, incidents and laws are those that the deal has brought up; an event binds one.
        Base::Number | Base::Choice | Base::Citation | Base::Incident | Base::Nothing => 1,
    }
}
