//! Types: reading them, saying them, and which fits which.

use std::collections::BTreeMap;

use crate::bridge::Call;
use crate::code::tree::{Code, EnumId, Expr, ExprKind};
use crate::code::value::{Base, Type, Value};
use crate::diagnostic::Diagnostic;
use crate::syntax::tree::TypeRef;

use super::Resolver;
use super::names::nearest_of;
use super::scope::UNREADABLE;

/// The types that every code has.
const BUILT_IN: [(&str, Base); 13] = [
    ("player", Base::Player),
    ("side", Base::Side),
    ("suit", Base::Suit),
    ("strain", Base::Strain),
    ("rank", Base::Rank),
    ("card", Base::Card),
    ("call", Base::Call),
    ("trick", Base::Trick),
    ("number", Base::Number),
    ("truth", Base::Truth),
    ("choice", Base::Choice),
    ("citation", Base::Citation),
    ("incident", Base::Incident),
];

/// The built-in type of that name.
pub fn built_in(name: &str) -> Option<Base> {
    BUILT_IN.iter().find(|(known, _)| *known == name).map(|(_, base)| *base)
}

/// Whether a value of one type can stand where the other is wanted.
pub fn fits(found: Type, wanted: Type) -> bool {
    let base = found.base == wanted.base
        || matches!(
            (found.base, wanted.base),
            (Base::Suit, Base::Strain)
                | (Base::Trick, Base::Number)
                | (Base::Number, Base::Trick)
                | (Base::Nothing, _)
                | (_, Base::Nothing)
        );
    base && (found.set == wanted.set || found == UNREADABLE || wanted == UNREADABLE)
}

/// Whether values of the two types can be compared.
pub fn comparable(a: Type, b: Type) -> bool {
    fits(a, b) || fits(b, a)
}

/// Whether values of the type can be put in order.
pub fn ordered(ty: Type) -> bool {
    !ty.set && matches!(ty.base, Base::Number | Base::Trick | Base::Rank | Base::Nothing)
}

/// The narrowest type that both fit, if there is one.
pub fn join(a: Type, b: Type) -> Option<Type> {
    if a.base == Base::Nothing && a.set == b.set {
        Some(b)
    } else if fits(b, a) {
        Some(a)
    } else if fits(a, b) {
        Some(b)
    } else {
        None
    }
}

/// A type in words: `set of card`, `a card`.
pub fn type_name(code: &Code, ty: Type) -> String {
    let base = match ty.base {
        Base::Enum(id) => code.enums.get(id.index()).map_or("enumeration", |ty| ty.name.as_str()).to_owned(),
        base => Type::one(base).to_string(),
    };
    if ty.set { format!("set of {base}") } else { base }
}

/// A type with its article.
pub fn a_type(code: &Code, ty: Type) -> String {
    let name = type_name(code, ty);
    match name.strip_prefix("reading ") {
        Some(reading) => format!("an answer to `{reading}`"),
        None if name.starts_with(['a', 'e', 'i', 'o', 'u']) => format!("an {name}"),
        None => format!("a {name}"),
    }
}

impl Resolver<'_> {
    /// A type as written; an unknown one is reported, and fits everything.
    pub fn type_ref(&mut self, ty: &TypeRef) -> Type {
        let name = &ty.name.value;
        let base = built_in(name).or_else(|| self.types.get(name).map(|id| Base::Enum(*id)));
        match base {
            Some(base) => Type { base, set: ty.set },
            None => {
                let known = BUILT_IN.iter().map(|(name, _)| *name).chain(self.types.keys().map(String::as_str));
                let near = nearest_of(name, known.map(|name| (name, 0)));
                let mut diagnostic = Diagnostic::error("L0203", ty.name.span, format!("there is no type `{name}`"));
                if let Some(near) = near {
                    diagnostic = diagnostic.help(format!("did you mean `{near}`?"));
                }
                self.report(diagnostic);
                UNREADABLE
            }
        }
    }

    /// The expression as one of the wanted type: as it is, or a word that stands for a call.
    pub fn fit(&mut self, expr: Expr, wanted: Type) -> Option<Expr> {
        if fits(expr.ty, wanted) {
            return Some(expr);
        }
        if wanted.base == Base::Call && wanted.set == expr.ty.set {
            match self.as_call(expr.clone()) {
                Some(call) => return Some(call),
                None if self.is_kind(expr.ty) || matches!(expr.ty.base, Base::Suit | Base::Strain) => {
                    let text = "a call is wanted here, not a sort of call";
                    let help = "a bid is written `a_bid(1, spades)`; other words of `kind` stand for themselves";
                    self.report(Diagnostic::error("L0206", expr.span, text).help(help));
                    return None;
                }
                None => {}
            }
        }
        let (found, want) = (a_type(&self.code, expr.ty), a_type(&self.code, wanted));
        let mut diagnostic =
            Diagnostic::error("L0206", expr.span, format!("this is {found}, but {want} is wanted here"));
        if let Some(help) = advice(expr.ty, wanted) {
            diagnostic = diagnostic.help(help);
        }
        self.report(diagnostic);
        None
    }

    /// A spoken word of `kind`, or a strain by its name, as the call that it stands for.
    fn as_call(&self, mut expr: Expr) -> Option<Expr> {
        let to_call = |value: &Value, ty: Type| match value {
            Value::Strain(strain) => Some(Call::Name(*strain)),
            Value::Enum(id, place) if self.is_kind(ty) => call_of_kind(&self.code, *id, *place),
            _ => None,
        };
        match &mut expr.kind {
            ExprKind::Value(value) => *value = Value::Call(to_call(value, expr.ty)?),
            ExprKind::Set(members) => {
                for (member, last) in members.iter_mut() {
                    if last.is_some() {
                        return None;
                    }
                    *member = self.as_call(member.clone())?;
                }
            }
            _ => return None,
        }
        expr.ty = Type { base: Base::Call, set: expr.ty.set };
        Some(expr)
    }

    /// Whether it is the enumeration `kind`, of sorts of call.
    fn is_kind(&self, ty: Type) -> bool {
        matches!(ty.base, Base::Enum(id) if self.code.enums.get(id.index()).is_some_and(|ty| ty.name == "kind"))
    }
}

/// The call that a word of the enumeration `kind` stands for; none for sorts that need more: a bid, a trump that is named.
pub fn call_of_kind(code: &Code, id: EnumId, place: u16) -> Option<Call> {
    let word = code.enums.get(id.index())?.values.get(usize::from(place))?;
    match word.as_str() {
        "bid" | "name_trump" => None,
        "pass" => Some(Call::Pass),
        "double" => Some(Call::Double),
        "redouble" => Some(Call::Redouble),
        _ => Some(Call::Word(place)),
    }
}

/// What helps when these two are mixed up.
fn advice(found: Type, wanted: Type) -> Option<&'static str> {
    match (found.base, found.set, wanted.base, wanted.set) {
        (Base::Side, false, Base::Player, true) => {
            Some("`opponent of p` and `member of s` are sets of players; `opponents of p` is a side")
        }
        (Base::Player, true, Base::Side, false) => {
            Some("`opponents of p` is a side; `opponent of p` is a set of players")
        }
        (Base::Player, false, Base::Side, false) => Some("`side of p` is the side of a player"),
        (Base::Strain, false, Base::Suit, false) => Some("no trump is a strain too; ask `trump(c)` of a card"),
        (a, true, b, false) if a == b => Some("write `every` before a set to do this once for each member"),
        _ => None,
    }
}

/// The enumeration types of a code, by name.
pub type Types = BTreeMap<String, EnumId>;
