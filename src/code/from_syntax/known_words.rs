//! Words that the engine itself knows: a declaration must say what the engine means by them.

use crate::code::known::{Builtin, KnownEvent, KnownRemedy, KnownStatus};
use crate::diagnostic::Diagnostic;
use crate::syntax::tree::{FactDecl, Name, Param, TypeRef};

use super::Resolver;
use super::names::nearest_of;

impl Resolver<'_> {
    /// The event that the table knows by this name, if it does and means the same.
    pub(super) fn known_event(&mut self, name: &Name, params: &[Param]) -> Option<KnownEvent> {
        let known = KnownEvent::from_word(&name.value)?;
        self.same_parts(name, params, None, known.params(), "").then_some(known)
    }

    /// The status that the engine knows by this name.
    pub(super) fn known_status(&mut self, name: &Name, params: &[Param]) -> Option<KnownStatus> {
        let known = KnownStatus::from_word(&name.value)?;
        self.same_parts(name, params, None, known.params(), "").then_some(known)
    }

    /// The remedy that the engine knows by this name.
    pub(super) fn known_remedy(&mut self, name: &Name, params: &[Param]) -> Option<KnownRemedy> {
        let known = KnownRemedy::from_word(&name.value)?;
        self.same_parts(name, params, None, known.params(), "").then_some(known)
    }

    /// The fact that the table gives under this name.
    pub(super) fn given_fact(&mut self, decl: &FactDecl) -> Option<Builtin> {
        let name = &decl.name.value;
        let Some(known) = Builtin::from_word(name) else {
            let near = nearest_of(name, Builtin::ALL.iter().map(|known| (known.word(), 0)));
            let help = match near {
                Some(near) => format!("did you mean `{near}`? else say what it means after `=`"),
                None => "say what it means after `=`; what a director must judge is a `finding`".to_owned(),
            };
            let text = format!("the table does not give a fact `{name}`");
            self.report(Diagnostic::error("L0216", decl.name.span, text).help(help));
            return None;
        };
        self.same_parts(&decl.name, &decl.params, Some(&decl.ty), known.params(), known.result()).then_some(known)
    }

    /// Whether a declaration has the parts, and the type, that the engine knows.
    fn same_parts(
        &mut self,
        name: &Name,
        params: &[Param],
        ty: Option<&TypeRef>,
        known: &[&str],
        result: &str,
    ) -> bool {
        let parts: Vec<String> = params.iter().map(|param| written(&param.ty)).collect();
        let ty = ty.map(written).unwrap_or_default();
        let same = parts.iter().map(String::as_str).eq(known.iter().copied()) && ty == result;
        if !same {
            let say = |parts: &[&str], ty: &str| {
                let ty = if ty.is_empty() { String::new() } else { format!(": {ty}") };
                format!("`{}({}){ty}`", name.value, parts.join(", "))
            };
            let declared: Vec<&str> = parts.iter().map(String::as_str).collect();
            let text = format!("the engine knows {}, not {}", say(known, result), say(&declared, &ty));
            let help = "declare it so, or give your own word another name";
            self.report(Diagnostic::error("L0215", name.span, text).help(help));
        }
        same
    }
}

/// A type as it is written.
fn written(ty: &TypeRef) -> String {
    if ty.set { format!("set of {}", ty.name.value) } else { ty.name.value.clone() }
}
