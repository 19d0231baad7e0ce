//! The law files at hand, and codes made of them.
//!
//! In: texts of law files, the built-in ones first. Out: codes, consolidated, resolved and checked; no code when anything is wrong
//! with its own text or with a text that it builds on.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::diagnostic::Diagnostic;
use crate::source::{FileId, Sources, Span};
use crate::syntax::law_file;
use crate::syntax::tree::{ItemKind, Tree};

use super::amend::{self, Part};
use super::from_syntax::names::nearest_of;
use super::from_syntax::resolve;
use super::tree::Code;
use super::whole::Whole;
use super::{check, hidden};

/// The law files that travel in the program: name and text.
const BUILT_IN: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/codes.rs"));

/// Law files by the names of their codes.
#[derive(Debug, Clone, Default)]
pub struct Library {
    sources: Sources,
    files: BTreeMap<String, LawFile>,
    /// What has been loaded since the last change of a file.
    loaded: BTreeMap<String, Built>,
}

/// One law file.
#[derive(Debug, Clone)]
struct LawFile {
    file: FileId,
    /// Its tree and what could not be read; nothing before it is needed.
    read: Option<(Arc<Tree>, Vec<Diagnostic>)>,
}

/// One code as built.
#[derive(Debug, Clone)]
struct Built {
    whole: Option<Whole>,
    loaded: Loaded,
}

/// What came of loading a code.
#[derive(Debug, Clone)]
pub struct Loaded {
    /// The code; none when there is an error.
    pub code: Option<Code>,
    /// What is wrong, or worth a look.
    pub diagnostics: Vec<Diagnostic>,
}

impl Library {
    /// No law files.
    pub fn new() -> Library {
        Library::default()
    }

    /// The law files that travel in the program. Each bears the name of its code, and is read when it is first needed.
    pub fn built_in() -> Library {
        let mut library = Library::new();
        for (name, text) in BUILT_IN {
            let file = library.sources.add(*name, *text);
            library.files.insert(code_name(name), LawFile { file, read: None });
        }
        library
    }

    /// Takes a law file in; it replaces one of the same code. Gives the name of the code: the one in its head, or else the one that
    /// the name of the file suggests, so that loading it can say what is wrong.
    pub fn put(&mut self, file_name: &str, text: String) -> String {
        let file = self.sources.add(file_name, text);
        let (tree, diagnostics) = law_file(&self.sources, file);
        let header = tree.items.iter().find_map(|item| match &item.kind {
            ItemKind::Code(header) => Some(header.name.value.clone()),
            _ => None,
        });
        let name = header.unwrap_or_else(|| code_name(file_name));
        self.files.insert(name.clone(), LawFile { file, read: Some((Arc::new(tree), diagnostics)) });
        self.loaded.clear();
        name
    }

    /// The names of all codes at hand, in order; vocabularies too.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.files.keys().map(String::as_str)
    }

    /// The texts of all law files, for drawing diagnostics.
    pub fn sources(&self) -> &Sources {
        &self.sources
    }

    /// The same, to take other texts of the run in.
    pub fn sources_mut(&mut self) -> &mut Sources {
        &mut self.sources
    }

    /// The tree of a law file, as read.
    pub fn tree(&mut self, name: &str) -> Option<&Tree> {
        self.read(name).map(|(_, tree, _)| tree.as_ref())
    }

    /// A law file, its tree and what could not be read of it.
    fn read(&mut self, name: &str) -> Option<(FileId, &Arc<Tree>, &[Diagnostic])> {
        let law_file_of = self.files.get_mut(name)?;
        let file = law_file_of.file;
        let (tree, diagnostics) = law_file_of.read.get_or_insert_with(|| {
            let (tree, diagnostics) = law_file(&self.sources, file);
            (Arc::new(tree), diagnostics)
        });
        Some((file, tree, diagnostics))
    }

    /// The name of a code at hand that is nearest to a wrong one.
    pub fn nearest(&self, wrong: &str) -> Option<&str> {
        nearest_of(wrong, self.names().map(|name| (name, 0)))
    }

    /// Loads a code.
    pub fn load(&mut self, name: &str) -> Loaded {
        self.build(name, &mut BTreeSet::new());
        match self.loaded.get(name) {
            Some(built) => built.loaded.clone(),
            None => Loaded { code: None, diagnostics: vec![self.no_code(name, Span::new(FileId(u32::MAX), 0, 0))] },
        }
    }

    /// Builds a code and what it builds on. INVARIANT: `above` grows with each step, so this ends.
    fn build(&mut self, name: &str, above: &mut BTreeSet<String>) {
        if self.loaded.contains_key(name) || !above.insert(name.to_owned()) {
            return;
        }
        let Some((file, tree, diagnostics)) = self.read(name) else { return };
        let (tree, mut diagnostics) = (Arc::clone(tree), diagnostics.to_vec());
        let uses = amend::builds_on(&tree);
        for (part, other) in &uses {
            if self.files.contains_key(&other.value) && !above.contains(&other.value) {
                self.build(&other.value, above);
            }
            match self.loaded.get(&other.value) {
                Some(built) if built.whole.is_some() => {}
                Some(built) => {
                    let errors = built.loaded.diagnostics.iter().filter(|one| one.is_error()).cloned();
                    diagnostics.extend(errors);
                    let text = format!("`{}` has errors, so nothing can build on it", other.value);
                    diagnostics.push(Diagnostic::error("L0902", other.span, text));
                }
                None if self.files.contains_key(&other.value) => {
                    let word = if *part == Part::Base { "amends" } else { "uses" };
                    let text = format!("`{name}` {word} `{}`, which in turn builds on `{name}`", other.value);
                    diagnostics.push(Diagnostic::error("L0913", other.span, text));
                }
                None => diagnostics.push(self.no_code(&other.value, other.span)),
            }
        }
        above.remove(name);
        let built = self.assemble(name, (file, &tree), &uses, diagnostics);
        self.loaded.insert(name.to_owned(), built);
    }

    /// Joins, resolves and checks one code whose parts are built.
    fn assemble(
        &self,
        name: &str,
        (file, tree): (FileId, &Tree),
        uses: &[(Part, crate::syntax::tree::Name)],
        mut diagnostics: Vec<Diagnostic>,
    ) -> Built {
        let failed = |diagnostics| Built { whole: None, loaded: Loaded { code: None, diagnostics } };
        let missing = uses.iter().any(|(_, other)| self.loaded.get(&other.value).is_none_or(|one| one.whole.is_none()));
        if missing {
            return failed(diagnostics);
        }
        let parts = uses.iter().filter_map(|(part, other)| {
            let whole = self.loaded.get(&other.value)?.whole.as_ref()?;
            Some((*part, other, whole))
        });
        let (whole, found) = amend::join(name, file, tree, &parts.collect::<Vec<_>>());
        let unread = diagnostics.iter().any(Diagnostic::is_error);
        let Some(whole) = whole else {
            diagnostics.extend(found);
            return failed(diagnostics);
        };
        if let Some(too_large) = whole.too_large() {
            diagnostics.extend(found);
            diagnostics.push(too_large);
            return failed(diagnostics);
        }
        let (code, mut resolved) = resolve(&whole);
        resolved
            .retain(|one| !found.iter().any(|amended| amended.number == "L0911" && touches(amended.span, one.span)));
        diagnostics.extend(found);
        let found = resolved;
        let text = self.sources.get(file).map_or("", |file| file.text.as_str());
        diagnostics.extend(found.into_iter().filter(|one| !unread || hidden::is_certain(one, text)));
        if diagnostics.iter().any(Diagnostic::is_error) {
            in_order(file, &mut diagnostics);
            return failed(diagnostics);
        }
        let found = check::check(&code);
        let own = |one: &Diagnostic| one.span.file == file || one.others.iter().any(|(span, _)| span.file == file);
        diagnostics.extend(found.into_iter().filter(|one| one.is_error() || own(one)));
        in_order(file, &mut diagnostics);
        if diagnostics.iter().any(Diagnostic::is_error) {
            return failed(diagnostics);
        }
        Built { whole: Some(whole), loaded: Loaded { code: Some(code), diagnostics } }
    }

    fn no_code(&self, name: &str, span: Span) -> Diagnostic {
        let diagnostic = Diagnostic::error("L0901", span, format!("there is no code `{name}`"));
        match self.nearest(name) {
            Some(near) => diagnostic.help(format!("did you mean `{near}`?")),
            None => diagnostic,
        }
    }
}

/// Diagnostics in the order of their places, those of the code's own file first.
fn in_order(own: FileId, diagnostics: &mut [Diagnostic]) {
    diagnostics.sort_by_key(|one| (one.span.file != own, one.span.file, one.span.start));
}

/// Whether two places are one reference: a number, and the label that touches it.
fn touches(number: Span, other: Span) -> bool {
    number.file == other.file && (other.start == number.start || other.start == number.end)
}

/// The name of a code as its file suggests it.
fn code_name(file_name: &str) -> String {
    let name = file_name.rsplit(['/', '\\']).next().unwrap_or(file_name);
    name.strip_suffix(".law").unwrap_or(name).to_owned()
}
