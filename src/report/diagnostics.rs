//! Diagnostics drawn with their source lines.
//!
//! In: the texts and what is wrong with them. Out: text for a terminal or a file, the same on every machine and at every width.
//! The crate that draws is used behind this module only.

use std::ops::Range;

use annotate_snippets::{Annotation, AnnotationKind, Element, Group, Level, Renderer, Snippet};

use crate::diagnostic::{Diagnostic, Severity};
use crate::source::{FileId, SourceFile, Sources, Span};

/// How wide a drawn line may be before its ends are cut.
const WIDTH: usize = 140;
/// How many diagnostics are drawn; those that are left are counted.
const MOST: usize = 100;

/// Draws diagnostics one after another, in the order given, an empty line between two.
pub fn draw(sources: &Sources, diagnostics: &[Diagnostic], colour: bool) -> String {
    let renderer = if colour { Renderer::styled() } else { Renderer::plain() }.term_width(WIDTH);
    let drawn = diagnostics.iter().take(MOST).map(|diagnostic| renderer.render(&[group(sources, diagnostic)]));
    let mut text = drawn.collect::<Vec<_>>().join("\n\n");
    if let Some(left) = diagnostics.len().checked_sub(MOST).filter(|left| *left > 0) {
        text.push_str(&format!("\n\nand {left} more"));
    }
    if !text.is_empty() {
        text.push('\n');
    }
    text
}

/// One diagnostic as the drawing crate wants it.
fn group<'a>(sources: &'a Sources, diagnostic: &'a Diagnostic) -> Group<'a> {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let title = level.primary_title(diagnostic.message.as_str()).id(diagnostic.number);
    let mut elements: Vec<Element<'a>> = Vec::new();
    for file in files(diagnostic) {
        if let Some(source) = sources.get(file) {
            elements.push(snippet(source, file, diagnostic).into());
        }
    }
    if let Some(context) = &diagnostic.context {
        elements.push(Level::NOTE.with_name("in").message(context.as_str()).into());
    }
    if let Some(help) = &diagnostic.help {
        elements.push(Level::HELP.message(help.as_str()).into());
    }
    Group::with_title(title).elements(elements)
}

/// The files that a diagnostic points into, its own first.
fn files(diagnostic: &Diagnostic) -> Vec<FileId> {
    let mut files = vec![diagnostic.span.file];
    for (span, _) in &diagnostic.others {
        if !files.contains(&span.file) {
            files.push(span.file);
        }
    }
    files
}

/// The lines of one file that a diagnostic points at.
fn snippet<'a>(source: &'a SourceFile, file: FileId, diagnostic: &'a Diagnostic) -> Snippet<'a, Annotation<'a>> {
    let mut places = Vec::new();
    if diagnostic.span.file == file {
        places.push((AnnotationKind::Primary, diagnostic.span, diagnostic.label.as_str()));
    }
    let others = diagnostic.others.iter().filter(|(span, _)| span.file == file);
    places.extend(others.map(|(span, words)| (AnnotationKind::Context, *span, words.as_str())));
    let ranges = places.iter().map(|(_, span, _)| within(&source.text, *span)).collect::<Vec<_>>();
    let lines = lines(&source.text, &ranges);
    let first_line = source.text.get(..lines.start).unwrap_or("").matches('\n').count() + 1;
    let annotations = places.iter().zip(&ranges).map(|((kind, _, label), range)| {
        let annotation = kind.span(range.start - lines.start..range.end - lines.start);
        if label.is_empty() { annotation } else { annotation.label(*label) }
    });
    Snippet::source(source.text.get(lines.clone()).unwrap_or(""))
        .line_start(first_line)
        .path(source.name.as_str())
        .annotations(annotations)
}

/// A place as a range that surely lies in the text, on whole characters.
fn within(text: &str, span: Span) -> Range<usize> {
    let floor = |mut at: usize| {
        at = at.min(text.len());
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        at
    };
    let start = floor(span.range().start);
    start..floor(span.range().end).max(start)
}

/// The whole lines that hold all these ranges.
fn lines(text: &str, ranges: &[Range<usize>]) -> Range<usize> {
    let start = ranges.iter().map(|range| range.start).min().unwrap_or(0);
    let end = ranges.iter().map(|range| range.end).max().unwrap_or(0);
    let start = text.get(..start).and_then(|before| before.rfind('\n')).map_or(0, |newline| newline + 1);
    let end = text.get(end..).and_then(|after| after.find('\n')).map_or(text.len(), |newline| end + newline);
    let end = if text.get(start..end).is_some_and(|line| line.ends_with('\r')) { end - 1 } else { end };
    start..end.max(start)
}
