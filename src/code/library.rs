//! The law files at hand, and codes made of them.
//!
//! In: texts of law files, the built-in ones first. Out: codes, consolidated, resolved and checked; no code when anything is wrong
//! with its own text or with a text that it builds on.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::diagnostic::Diagnostic;
use crate::source::{FileId, Sources, Span};
use crate::syntax::law_file;
use crate::syntax::tree::{ItemKind, Name, Tree};
use crate::threads::side_by_side;

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
    /// What has been joined since the last change of a file.
    joined: BTreeMap<String, Arc<Joined>>,
    /// What has been loaded since then.
    loaded: BTreeMap<String, Loaded>,
}

/// One law file.
#[derive(Debug, Clone)]
struct LawFile {
    file: FileId,
    /// Its text is that of the built-in file of this name.
    shipped: bool,
    /// What is read of it; nothing before it is needed.
    read: Option<Arc<ReadFile>>,
}

/// One law file as read.
#[derive(Debug)]
struct ReadFile {
    file: FileId,
    tree: Tree,
    /// What could not be read.
    diagnostics: Vec<Diagnostic>,
    /// The codes that it builds on.
    uses: Vec<(Part, Name)>,
}

/// One code joined with what it builds on.
#[derive(Debug)]
struct Joined {
    whole: Option<Whole>,
    found: Vec<Diagnostic>,
}

/// A code whose parts are ready, about to be joined, resolved and checked.
struct Task {
    name: String,
    read: Arc<ReadFile>,
    /// What is wrong so far.
    diagnostics: Vec<Diagnostic>,
}

/// What came of loading a code.
#[derive(Debug, Clone)]
pub struct Loaded {
    /// The code; none when there is an error.
    pub code: Option<Arc<Code>>,
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
            library.files.insert(code_name(name), LawFile { file, shipped: true, read: None });
        }
        library
    }

    /// Takes a law file in; it replaces one of the same code. Gives the name of the code: the one in its head, or else the one that
    /// the name of the file suggests, so that loading it can say what is wrong.
    pub fn put(&mut self, file_name: &str, text: String) -> String {
        let file = self.sources.add(file_name, text);
        let read = ReadFile::of(&self.sources, file);
        let header = read.tree.items.iter().find_map(|item| match &item.kind {
            ItemKind::Code(header) => Some(header.name.value.clone()),
            _ => None,
        });
        let name = header.unwrap_or_else(|| code_name(file_name));
        let text = self.sources.get(file).map_or("", |file| file.text.as_str());
        let shipped = BUILT_IN.iter().any(|(built_in, known)| *known == text && code_name(built_in) == name);
        self.files.insert(name.clone(), LawFile { file, shipped, read: Some(Arc::new(read)) });
        self.joined.clear();
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
        self.read(name).map(|read| &read.tree)
    }

    /// A law file as read.
    fn read(&mut self, name: &str) -> Option<&Arc<ReadFile>> {
        let law_file = self.files.get_mut(name)?;
        let file = law_file.file;
        Some(law_file.read.get_or_insert_with(|| Arc::new(ReadFile::of(&self.sources, file))))
    }

    /// The name of a code at hand that is nearest to a wrong one.
    pub fn nearest(&self, wrong: &str) -> Option<&str> {
        nearest_of(wrong, self.names().map(|name| (name, 0)))
    }

    /// Loads a code.
    pub fn load(&mut self, name: &str) -> Loaded {
        self.build(name, &mut BTreeSet::new());
        match self.loaded.get(name) {
            Some(loaded) => loaded.clone(),
            None => Loaded { code: None, diagnostics: vec![self.no_code(name, Span::new(FileId(u32::MAX), 0, 0))] },
        }
    }

    /// Loads all codes at hand, in the order of their names: side by side, as far as none waits for another.
    pub fn load_all(&mut self) -> Vec<(String, Loaded)> {
        self.read_all();
        let names: Vec<String> = self.names().map(str::to_owned).collect();
        loop {
            let ready = names.iter().filter(|name| self.is_ready(name)).collect::<Vec<_>>();
            let prepared = ready.into_iter().filter_map(|name| self.prepare(name, &mut BTreeSet::new()));
            let tasks: Vec<Task> = prepared.collect();
            let assembled = side_by_side(&tasks, 1, |task| self.assemble(task));
            if assembled.iter().all(Option::is_none) {
                break;
            }
            for (task, (joined, loaded)) in
                tasks.into_iter().zip(assembled).filter_map(|(task, one)| Some((task, one?)))
            {
                self.keep(task.name, joined, loaded);
            }
        }
        // What is left builds on itself.
        names.into_iter().map(|name| (name.clone(), self.load(&name))).collect()
    }

    /// Reads all law files, side by side.
    fn read_all(&mut self) {
        let unread: Vec<FileId> =
            self.files.values().filter(|file| file.read.is_none()).map(|file| file.file).collect();
        let read = side_by_side(&unread, 1, |file| Arc::new(ReadFile::of(&self.sources, *file)));
        let mut read: BTreeMap<FileId, _> = unread.into_iter().zip(read).collect();
        for file in self.files.values_mut() {
            file.read = file.read.take().or_else(|| read.remove(&file.file).flatten());
        }
    }

    /// Whether a code waits for no other to be loaded.
    fn is_ready(&mut self, name: &str) -> bool {
        let Some(read) = self.read(name).cloned() else { return false };
        let there = |library: &mut Library, other: &str| {
            library.loaded.contains_key(other)
                || !library.files.contains_key(other)
                || library.is_sound(other, &mut BTreeSet::new())
        };
        !self.loaded.contains_key(name) && read.uses.iter().all(|(_, other)| there(self, &other.value))
    }

    /// Builds a code and what it builds on. INVARIANT: `above` grows with each step, so this ends.
    fn build(&mut self, name: &str, above: &mut BTreeSet<String>) {
        if let Some(task) = self.prepare(name, above) {
            let (joined, loaded) = self.assemble(&task);
            self.keep(task.name, joined, loaded);
        }
    }

    fn keep(&mut self, name: String, joined: Option<Arc<Joined>>, loaded: Loaded) {
        self.joined.extend(joined.map(|joined| (name.clone(), joined)));
        self.loaded.insert(name, loaded);
    }

    /// Makes what a code builds on ready; nothing when the code itself is loaded already, or is not there.
    fn prepare(&mut self, name: &str, above: &mut BTreeSet<String>) -> Option<Task> {
        if self.loaded.contains_key(name) || !above.insert(name.to_owned()) {
            return None;
        }
        let read = Arc::clone(self.read(name)?);
        let mut diagnostics = read.diagnostics.clone();
        for (part, other) in &read.uses {
            self.make_usable(&other.value, above);
            if self.is_usable(&other.value) {
                continue;
            }
            match self.loaded.get(&other.value) {
                Some(loaded) => {
                    diagnostics.extend(loaded.diagnostics.iter().filter(|one| one.is_error()).cloned());
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
        Some(Task { name: name.to_owned(), read, diagnostics })
    }

    /// Makes a code ready to be built on: one that is sound is only joined, another must show that it has no errors.
    fn make_usable(&mut self, name: &str, above: &mut BTreeSet<String>) {
        if !self.files.contains_key(name) || above.contains(name) {
            return;
        }
        if self.is_sound(name, &mut BTreeSet::new()) {
            self.join_sound(name);
        }
        if !self.is_usable(name) {
            self.build(name, above);
        }
    }

    /// Whether a code can be built on.
    fn is_usable(&self, name: &str) -> bool {
        match self.loaded.get(name) {
            Some(loaded) => loaded.code.is_some(),
            None => self.joined.get(name).is_some_and(|joined| joined.whole.is_some()),
        }
    }

    /// Whether a code is known to be without errors: a test loads each built-in code, so one that has its own text and builds on
    /// such codes only need not be checked again before another builds on it.
    fn is_sound(&mut self, name: &str, above: &mut BTreeSet<String>) -> bool {
        if !self.files.get(name).is_some_and(|file| file.shipped) || !above.insert(name.to_owned()) {
            return false;
        }
        let Some(read) = self.read(name).cloned() else { return false };
        let sound = read.uses.iter().all(|(_, other)| self.is_sound(&other.value, above));
        above.remove(name);
        sound
    }

    /// Joins a sound code, and what it builds on before. INVARIANT: a sound code does not build on itself.
    fn join_sound(&mut self, name: &str) {
        if self.joined.contains_key(name) {
            return;
        }
        let Some(read) = self.read(name).cloned() else { return };
        for (_, other) in &read.uses {
            self.join_sound(&other.value);
        }
        if let Some(joined) = self.join(name, &read) {
            self.joined.insert(name.to_owned(), Arc::new(joined));
        }
    }

    /// Joins a code with what it builds on; nothing when a part of it cannot be used.
    fn join(&self, name: &str, read: &ReadFile) -> Option<Joined> {
        let parts = read.uses.iter().map(|(part, other)| {
            let joined = self.joined.get(&other.value).filter(|_| self.is_usable(&other.value))?;
            Some((*part, other, joined.whole.as_ref()?))
        });
        let parts = parts.collect::<Option<Vec<_>>>()?;
        let (mut whole, mut found) = amend::join(name, read.file, &read.tree, &parts);
        if let Some(too_large) = whole.as_ref().and_then(Whole::too_large) {
            found.push(too_large);
            whole = None;
        }
        Some(Joined { whole, found })
    }

    /// Joins, resolves and checks one code whose parts are built.
    fn assemble(&self, task: &Task) -> (Option<Arc<Joined>>, Loaded) {
        let Task { name, read, diagnostics } = task;
        let there = self.joined.get(name).cloned();
        let Some(joined) = there.or_else(|| self.join(name, read).map(Arc::new)) else {
            return (None, Loaded { code: None, diagnostics: diagnostics.clone() });
        };
        let loaded = self.judge(read, &joined, diagnostics.clone());
        (Some(joined), loaded)
    }

    /// Resolves and checks a code.
    fn judge(&self, read: &ReadFile, joined: &Joined, mut diagnostics: Vec<Diagnostic>) -> Loaded {
        let file = read.file;
        let unread = diagnostics.iter().any(Diagnostic::is_error);
        diagnostics.extend(joined.found.iter().cloned());
        let Some(whole) = &joined.whole else { return Loaded { code: None, diagnostics } };
        let (code, mut resolved) = resolve(whole);
        resolved.retain(|one| {
            !joined.found.iter().any(|amended| amended.number == "L0911" && touches(amended.span, one.span))
        });
        let text = self.sources.get(file).map_or("", |file| file.text.as_str());
        diagnostics.extend(resolved.into_iter().filter(|one| !unread || hidden::is_certain(one, text)));
        if diagnostics.iter().any(Diagnostic::is_error) {
            in_order(file, &mut diagnostics);
            return Loaded { code: None, diagnostics };
        }
        let found = check::check(&code);
        let own = |one: &Diagnostic| one.span.file == file || one.others.iter().any(|(span, _)| span.file == file);
        diagnostics.extend(found.into_iter().filter(|one| one.is_error() || own(one)));
        in_order(file, &mut diagnostics);
        let right = !diagnostics.iter().any(Diagnostic::is_error);
        Loaded { code: right.then(|| Arc::new(code)), diagnostics }
    }

    fn no_code(&self, name: &str, span: Span) -> Diagnostic {
        let diagnostic = Diagnostic::error("L0901", span, format!("there is no code `{name}`"));
        match self.nearest(name) {
            Some(near) => diagnostic.help(format!("did you mean `{near}`?")),
            None => diagnostic,
        }
    }
}

impl ReadFile {
    fn of(sources: &Sources, file: FileId) -> ReadFile {
        let (tree, diagnostics) = law_file(sources, file);
        let uses = amend::builds_on(&tree);
        ReadFile { file, tree, diagnostics, uses }
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
