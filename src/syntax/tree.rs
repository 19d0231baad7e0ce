//! The tree of a law file, as written: nothing is resolved, nothing is thrown away.
//!
//! Every node keeps its place in the text, and comments are kept beside the tree, so that a formatter can write the file back.

use std::sync::Arc;

use crate::source::{Span, Spanned};

/// A name as written.
pub type Name = Spanned<String>;

/// One law file.
#[derive(Debug, Clone, Default)]
pub struct Tree {
    /// The top-level blocks, in order.
    pub items: Vec<Item>,
    /// All comments, in order: the text after `--`.
    pub comments: Vec<Spanned<String>>,
}

/// A top-level block with its place.
#[derive(Debug, Clone)]
pub struct Item {
    /// What it is.
    pub kind: ItemKind,
    /// From its first word to its last.
    pub span: Span,
}

/// The kinds of top-level block.
#[derive(Debug, Clone)]
pub enum ItemKind {
    /// `code auction-1908-portland amends bridge-1904-portland { … }`
    Code(CodeHeader),
    /// `use vocabulary`
    Use(Name),
    /// A declaration.
    Declaration(Arc<Declaration>),
    /// `law 84 "…" { … }`
    Law(Law),
    /// `adopt laws 1, 3, 5 to 10`, `adopt all`, `adopt all except laws 46, 49`
    Adopt(Adopt),
    /// `read dealer as declarer in laws 62 to 108 "why"`
    ReadAs(ReadAs),
    /// `replace law 90 "…" { … }` or `replace law 84(b) when …`
    Replace(Change),
    /// `insert law 47a "…" { … }` or `insert law 84(d) when …`
    Insert(Change),
    /// `repeal laws 48, 49`, `repeal new_deal in laws 42 to 97`
    Repeal(Repeal),
    /// `renumber law 50 as law 49`
    Renumber {
        /// The law as it was numbered.
        from: LawRef,
        /// Its new number.
        to: LawRef,
    },
}

/// `code NAME amends NAME { title "…" family auction place "…" force 1908-07 until 1914 source "…" }`
#[derive(Debug, Clone)]
pub struct CodeHeader {
    /// The name of the code.
    pub name: Name,
    /// The code that it amends.
    pub amends: Option<Name>,
    /// Its full title.
    pub title: Option<Spanned<String>>,
    /// Its family: `bridge`, `auction`, `duplicate`, `all`.
    pub family: Option<Name>,
    /// How many play: `four` or `three`.
    pub players: Option<Name>,
    /// Where it was in force.
    pub place: Option<Spanned<String>>,
    /// From when it was in force: year, year-month or year-month-day.
    pub force: Option<Spanned<String>>,
    /// Until when.
    pub until: Option<Spanned<String>>,
    /// Where its text is printed.
    pub source: Option<Spanned<String>>,
}

/// `adopt …`
#[derive(Debug, Clone)]
pub struct Adopt {
    /// `all` stands first.
    pub all: bool,
    /// The laws named: those adopted, or those excepted when `all` stands first.
    pub laws: Vec<LawSpan>,
    /// Why.
    pub note: Option<Spanned<String>>,
}

/// `read FROM as TO in laws …`
#[derive(Debug, Clone)]
pub struct ReadAs {
    /// The fact as the base code writes it.
    pub from: Name,
    /// The fact that it is read as.
    pub to: Name,
    /// In these laws; in all adopted laws when empty.
    pub laws: Vec<LawSpan>,
    /// Why.
    pub note: Option<Spanned<String>>,
}

/// What `replace` and `insert` bring.
#[derive(Debug, Clone)]
pub enum Change {
    /// A whole law.
    Law(Law),
    /// One clause of a law that is otherwise adopted.
    Clause(LawRef, Arc<Clause>),
    /// One declaration in the place of another: `replace option dealer_may_pass: truth = yes "…"`.
    Declaration(Arc<Declaration>),
}

/// `repeal laws 48, 49` or `repeal new_deal in laws 42 to 97`
#[derive(Debug, Clone)]
pub struct Repeal {
    /// The option of a right that is struck out; none when whole laws go.
    pub option: Option<Name>,
    /// The laws.
    pub laws: Vec<LawSpan>,
    /// Why.
    pub note: Option<Spanned<String>>,
}

/// `5` or `5 to 10` or `84(b)` in a list of laws.
#[derive(Debug, Clone)]
pub struct LawSpan {
    /// The first law.
    pub first: LawRef,
    /// The last law of a range, included.
    pub last: Option<Spanned<String>>,
}

/// `law 84`, `law 84(b)`, `law 27 B1(a)`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LawRef {
    /// The number as printed: `84`, `50a`, `B`, `(5)`, `ordinary`.
    pub number: Spanned<String>,
    /// The label as printed, its parts run together: `(b)`, `B1(a)`; empty for the whole law.
    pub label: Spanned<String>,
}

// ---------- declarations ----------

/// A declaration with its place.
#[derive(Debug, Clone)]
pub struct Declaration {
    /// What is declared.
    pub kind: DeclarationKind,
    /// The place of the whole declaration.
    pub span: Span,
}

/// The kinds of declaration.
#[derive(Debug, Clone)]
pub enum DeclarationKind {
    /// `type size = minor | major`
    Type(TypeDecl),
    /// `event lead(p: player, c: card, t: trick) "{p} leads {c}"`
    Event(EventDecl),
    /// `status barred(p: player) "…" against free until calls_closed(_)`
    Status(StatusDecl),
    /// `duty must_lead(p: player, s: suit) "…" until leads(p) broken by lead(p, c, _) if …`
    Duty(DutyDecl),
    /// `yield must_play, must_win to follow_suit`
    Yield(YieldDecl),
    /// `fact defender(p: player): truth "…" = p is opponent of declarer`
    Fact(FactDecl),
    /// `finding helped(s: side): truth "…?"`
    Finding(FindingDecl),
    /// `remedy award(n: number, col: column, to: side) "…" against …`
    Remedy(RemedyDecl),
    /// `moment acts(p: player) "{p} calls" = call(p, _), recall(p, _, _) if …`
    Moment(MomentDecl),
    /// `option dealer_may_pass: truth = no "…"`
    Option(OptionDecl),
    /// `reading two_revokes "…?" = each_scores "source" | honours_only "source"`
    Reading(ReadingDecl),
    /// `table down(n: number, v: truth): number "…" { 1, no: 50 else, yes: 100 * n }`
    Table(TableDecl),
}

/// A type as written: `player`, `set of card`.
#[derive(Debug, Clone)]
pub struct TypeRef {
    /// `set of` stands before it.
    pub set: bool,
    /// The name of the type.
    pub name: Name,
    /// The place of the whole.
    pub span: Span,
}

/// `p: player`
#[derive(Debug, Clone)]
pub struct Param {
    /// Its name.
    pub name: Name,
    /// Its type.
    pub ty: TypeRef,
}

/// See [`DeclarationKind::Type`].
#[derive(Debug, Clone)]
pub struct TypeDecl {
    /// The name of the type.
    pub name: Name,
    /// Its values.
    pub values: Vec<Name>,
}

/// See [`DeclarationKind::Event`].
#[derive(Debug, Clone)]
pub struct EventDecl {
    /// The name of the event.
    pub name: Name,
    /// Its parts.
    pub params: Vec<Param>,
    /// The English.
    pub phrase: Spanned<String>,
}

/// See [`DeclarationKind::Status`].
#[derive(Debug, Clone)]
pub struct StatusDecl {
    /// The name of the status.
    pub name: Name,
    /// Its parts.
    pub params: Vec<Param>,
    /// The English.
    pub phrase: Spanned<String>,
    /// Words that it stands against.
    pub against: Vec<Name>,
    /// Its natural end.
    pub until: Vec<Trigger>,
}

/// See [`DeclarationKind::Duty`].
#[derive(Debug, Clone)]
pub struct DutyDecl {
    /// The name of the duty.
    pub name: Name,
    /// Its parts.
    pub params: Vec<Param>,
    /// The English.
    pub phrase: Spanned<String>,
    /// Words that it stands against.
    pub against: Vec<Name>,
    /// It stands by itself, always.
    pub always: bool,
    /// Its natural end.
    pub until: Vec<Trigger>,
    /// The ways to break it.
    pub broken_by: Vec<BrokenBy>,
    /// What excuses a breach.
    pub excused: Option<Expr>,
}

/// `broken by lead(p, c, _) if suit of c is not s`
#[derive(Debug, Clone)]
pub struct BrokenBy {
    /// The act.
    pub act: Pattern,
    /// Only if.
    pub condition: Option<Expr>,
}

/// See [`DeclarationKind::Yield`].
#[derive(Debug, Clone)]
pub struct YieldDecl {
    /// Duties that bind only as far as …
    pub left: Vec<Name>,
    /// … they can be kept without breaking one of these.
    pub right: Vec<Name>,
}

/// See [`DeclarationKind::Fact`].
#[derive(Debug, Clone)]
pub struct FactDecl {
    /// The name of the fact.
    pub name: Name,
    /// Its parameters.
    pub params: Vec<Param>,
    /// Its type.
    pub ty: TypeRef,
    /// The English.
    pub phrase: Spanned<String>,
    /// What it means; none when the table gives it.
    pub body: Option<Expr>,
}

/// See [`DeclarationKind::Finding`].
#[derive(Debug, Clone)]
pub struct FindingDecl {
    /// The name of the finding.
    pub name: Name,
    /// Its parameters.
    pub params: Vec<Param>,
    /// Its type.
    pub ty: TypeRef,
    /// The question in English.
    pub phrase: Spanned<String>,
}

/// See [`DeclarationKind::Remedy`].
#[derive(Debug, Clone)]
pub struct RemedyDecl {
    /// The name of the remedy.
    pub name: Name,
    /// Its parts.
    pub params: Vec<Param>,
    /// The English.
    pub phrase: Spanned<String>,
    /// Words that it stands against.
    pub against: Vec<Name>,
}

/// See [`DeclarationKind::Moment`].
#[derive(Debug, Clone)]
pub struct MomentDecl {
    /// The name of the moment.
    pub name: Name,
    /// Its parts.
    pub params: Vec<Param>,
    /// The English.
    pub phrase: Spanned<String>,
    /// Its cases.
    pub cases: Vec<MomentCase>,
}

/// `lead(p, _, t) if side of p is s`
#[derive(Debug, Clone)]
pub struct MomentCase {
    /// What happens.
    pub trigger: Trigger,
    /// Only if.
    pub condition: Option<Expr>,
}

/// See [`DeclarationKind::Option`].
#[derive(Debug, Clone)]
pub struct OptionDecl {
    /// The name of the house rule.
    pub name: Name,
    /// Its type.
    pub ty: TypeRef,
    /// What it is unless the configuration says otherwise.
    pub default: Expr,
    /// The English.
    pub phrase: Spanned<String>,
}

/// See [`DeclarationKind::Reading`].
#[derive(Debug, Clone)]
pub struct ReadingDecl {
    /// The name of the reading.
    pub name: Name,
    /// The question that the text leaves open.
    pub phrase: Spanned<String>,
    /// The rival answers, each with its source; the first is the default.
    pub cases: Vec<(Name, Spanned<String>)>,
}

/// See [`DeclarationKind::Table`].
#[derive(Debug, Clone)]
pub struct TableDecl {
    /// The name of the table.
    pub name: Name,
    /// Its keys.
    pub params: Vec<Param>,
    /// The type of its cells.
    pub ty: TypeRef,
    /// The English.
    pub phrase: Spanned<String>,
    /// Its rows.
    pub rows: Vec<Row>,
}

/// `1, no: 50`
#[derive(Debug, Clone)]
pub struct Row {
    /// One key for each parameter.
    pub keys: Vec<Spanned<Key>>,
    /// The cell.
    pub cell: Expr,
    /// The place of the row.
    pub span: Span,
}

/// One key of a row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Key {
    /// `else`
    Else,
    /// `4`, or `20 to 40`
    Range(i64, i64),
    /// `yes`, `no`
    Truth(bool),
    /// `spades`
    Name(String),
}

// ---------- laws ----------

/// `law 84 "gist in our words" { … }`
#[derive(Debug, Clone)]
pub struct Law {
    /// The number as printed.
    pub number: Spanned<String>,
    /// The gist.
    pub heading: Spanned<String>,
    /// What it says.
    pub body: LawBody,
    /// The place of the whole law.
    pub span: Span,
}

/// What a law says.
#[derive(Debug, Clone)]
pub enum LawBody {
    /// `advisory "why nothing is to be ruled"`
    Advisory(Spanned<String>),
    /// `law 39 unwritten "gist" when found_short(_, _)`: printed, not yet written here.
    Unwritten(Vec<Trigger>),
    /// `{ … }`
    Items(Vec<LawItem>),
}

/// One part of a law. Codes that adopt it share its text.
#[derive(Debug, Clone)]
pub enum LawItem {
    /// `(b) when … if … then …`
    Clause(Arc<Clause>),
    /// `advisory (c) "courtesy only"`
    Advisory {
        /// The label as printed.
        label: Spanned<String>,
        /// Why.
        reason: Spanned<String>,
        /// The place of the whole.
        span: Span,
    },
    /// A declaration whose citation is the law.
    Declaration(Arc<Declaration>),
}

/// One clause.
#[derive(Debug, Clone)]
pub struct Clause {
    /// The label as printed, its parts run together.
    pub label: Spanned<String>,
    /// `instead of (a), law 90(I)`
    pub instead: Vec<ClauseRef>,
    /// `when … or …`
    pub when: Vec<Trigger>,
    /// `if …`
    pub condition: Option<Expr>,
    /// `unless …`, any number
    pub unless: Vec<Expr>,
    /// `then …`, one or more
    pub effects: Vec<Effect>,
    /// The place of the whole clause.
    pub span: Span,
}

/// What a clause is `instead of`.
#[derive(Debug, Clone)]
pub struct ClauseRef {
    /// The code, when another is meant.
    pub code: Option<Name>,
    /// The law, when another is meant.
    pub law: Option<Spanned<String>>,
    /// The label; empty for the whole law.
    pub label: Spanned<String>,
    /// The place of the whole.
    pub span: Span,
}

/// What a clause waits for.
#[derive(Debug, Clone)]
pub struct Trigger {
    /// The kind.
    pub kind: TriggerKind,
    /// Its place.
    pub span: Span,
}

/// The kinds of trigger.
#[derive(Debug, Clone)]
pub enum TriggerKind {
    /// `play(offender, c, t)`: an event or a moment.
    Happens(Pattern),
    /// `revoke(offender, t, _) begins`
    Begins(Pattern),
    /// `revoke(offender, t, _) ends`
    Ends(Pattern),
    /// `follow_suit(offender, t) broken by play(_, c, _)`
    Broken(Pattern, Option<Pattern>),
    /// `law 84(b) takes tricks`
    Takes(LawRef, Name),
    /// `law 84(b) ends`
    RightEnds(LawRef),
}

/// `play(offender, c, _)`
#[derive(Debug, Clone)]
pub struct Pattern {
    /// The word.
    pub name: Name,
    /// The arguments.
    pub args: Vec<Arg>,
    /// The place of the whole.
    pub span: Span,
}

/// One argument.
#[derive(Debug, Clone)]
pub struct Arg {
    /// `to:`
    pub label: Option<Name>,
    /// The argument itself.
    pub kind: ArgKind,
    /// The place of the whole.
    pub span: Span,
}

/// The kinds of argument.
#[derive(Debug, Clone)]
pub enum ArgKind {
    /// `_`
    Any,
    /// `every t`, `every member(s)`
    Every(Expr),
    /// Any other expression; a lone new name binds.
    Expr(Expr),
}

/// One consequence.
#[derive(Debug, Clone)]
pub struct Effect {
    /// The kind.
    pub kind: EffectKind,
    /// The place of the consequence, after `then`.
    pub span: Span,
}

/// The kinds of consequence.
#[derive(Debug, Clone)]
pub enum EffectKind {
    /// A status, a remedy or a deemed event, with an end if one is given.
    Do(Pattern, Vec<Trigger>),
    /// `not revoke(offender, t, _)`
    End(Pattern),
    /// `right of … { … }`
    Right(Box<Right>),
}

/// `right of HOLDER against TARGET until … { may … else … lost when … }`
#[derive(Debug, Clone)]
pub struct Right {
    /// Who may choose.
    pub holder: Holder,
    /// Against whom.
    pub target: Option<Expr>,
    /// When it lapses.
    pub until: Vec<Trigger>,
    /// What he may choose.
    pub options: Vec<May>,
    /// What silence means.
    pub silence: Option<Name>,
    /// What loses it.
    pub lost: Vec<Lost>,
}

/// Who holds a right.
#[derive(Debug, Clone)]
pub enum Holder {
    /// `either opponent of offender`
    Either(Expr),
    /// `every member(side of offender)`
    Every(Expr),
    /// `declarer`, or `p passing to q`
    One(Expr, Option<Expr>),
}

/// `may call_suit(s in suits) when … if … then …`
#[derive(Debug, Clone)]
pub struct May {
    /// The label of the option.
    pub label: Name,
    /// What its holder picks.
    pub picks: Vec<(Name, Expr)>,
    /// Conduct that counts as choosing it.
    pub when: Vec<Trigger>,
    /// Offered only if.
    pub condition: Option<Expr>,
    /// What follows.
    pub effects: Vec<Effect>,
    /// The place of the whole.
    pub span: Span,
}

/// `lost when consult(p, _) if …`
#[derive(Debug, Clone)]
pub struct Lost {
    /// What loses the right.
    pub when: Vec<Trigger>,
    /// Only if.
    pub condition: Option<Expr>,
    /// The place of the whole.
    pub span: Span,
}

// ---------- expressions ----------

/// An expression with its place.
#[derive(Debug, Clone)]
pub struct Expr {
    /// The kind.
    pub kind: ExprKind,
    /// Its place.
    pub span: Span,
}

/// The kinds of expression.
#[derive(Debug, Clone)]
pub enum ExprKind {
    /// `3`
    Number(i64),
    /// `yes`, `no`
    Truth(bool),
    /// `declarer`, `t`, `spades`
    Name(String),
    /// `law 84(b)`
    Law(LawRef),
    /// `played_to(p, t)`
    Call(Pattern),
    /// `partner of p`
    Of(Name, Box<Arg>),
    /// `[spades, 1 to 7]`
    Set(Vec<(Expr, Option<Expr>)>),
    /// `lawful call(p, c)`
    Lawful(Pattern),
    /// `some(c in hand of p: suit of c is s)`
    Fold(FoldKind, Name, Box<Expr>, Box<Expr>),
    /// `not C`
    Not(Box<Expr>),
    /// `-n`
    Negative(Box<Expr>),
    /// `a and b`; brackets are kept as [`ExprKind::Group`] so that mixing without them can be told
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// `( … )`
    Group(Box<Expr>),
}

/// The words that stand between two expressions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum BinaryOp {
    Or,
    And,
    Is,
    IsNot,
    In,
    Over,
    Under,
    AtLeast,
    AtMost,
    Add,
    Subtract,
    Multiply,
}

/// The folds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum FoldKind {
    Some,
    Every,
    Count,
    All,
    The,
    Sum,
    Least,
    Most,
}

// ---------- the notation of a record's log ----------

/// One entry of a log: `play(South, H6)`.
#[derive(Debug, Clone)]
pub struct LogEntry {
    /// The word.
    pub name: Name,
    /// The arguments.
    pub args: Vec<LogArg>,
    /// The place of the whole.
    pub span: Span,
}

/// One argument of an entry.
#[derive(Debug, Clone)]
pub struct LogArg {
    /// `of:`
    pub label: Option<Name>,
    /// What is written.
    pub value: LogValue,
    /// The place of the whole.
    pub span: Span,
}

/// What a log writes as an argument.
#[derive(Debug, Clone)]
pub enum LogValue {
    /// A word, figure, card, call or seat as written: `South`, `H6`, `1S`, `tricks`, `3`.
    Word(String),
    /// `[S5, S6]`
    Set(Vec<Spanned<String>>),
    /// `law 84(b)`
    Law(LawRef),
    /// `play(East, D4)`, a reference to an earlier event, a status, a finding with its arguments
    Entry(Box<LogEntry>),
}
