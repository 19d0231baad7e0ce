//! Rings among definitions, and among duties that yield.

use std::collections::{BTreeMap, BTreeSet};

use crate::code::kinds::kinds;
use crate::code::tree::{Code, EventId, Expr, ExprKind, FactBody, StatusId, TableId};
use crate::code::tree::{FactId, Trigger};
use crate::diagnostic::Diagnostic;
use crate::source::Span;

use super::walk::{self, Met};

/// Something whose meaning needs the meaning of others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Node {
    Fact(FactId),
    Table(TableId),
    /// The test of a duty, which `lawful` asks.
    Duty(StatusId),
}

/// Facts and tables that mean one another. `lawful` asks every duty that the act can break.
pub fn rings(code: &Code) -> Vec<Diagnostic> {
    let mut graph: BTreeMap<Node, BTreeSet<Node>> = BTreeMap::new();
    for (place, fact) in code.facts.iter().enumerate() {
        if let FactBody::Defined { body, .. } = &fact.body {
            graph.entry(Node::Fact(FactId(place as u16))).or_default().extend(needs(code, body));
        }
    }
    for (place, table) in code.tables.iter().enumerate() {
        let needed = table.rows.iter().flat_map(|row| needs(code, &row.cell));
        graph.entry(Node::Table(TableId(place as u16))).or_default().extend(needed);
    }
    for (place, status) in code.statuses.iter().enumerate() {
        let Some(duty) = &status.duty else { continue };
        let conditions = duty.broken_by.iter().filter_map(|broken| broken.condition.as_ref()).chain(&duty.excused);
        let needed = conditions.flat_map(|condition| needs(code, condition));
        graph.entry(Node::Duty(StatusId(place as u16))).or_default().extend(needed);
    }
    rings_of(&graph).into_iter().map(|ring| ring_of_facts(code, &ring)).collect()
}

/// What an expression needs the meaning of.
fn needs(code: &Code, one: &Expr) -> BTreeSet<Node> {
    let mut found = BTreeSet::new();
    walk::expr(one, &mut |met| {
        if let Met::Expr(expr) = met {
            match &expr.kind {
                ExprKind::Fact(id, _) => {
                    found.insert(Node::Fact(*id));
                }
                ExprKind::Table(id, _) => {
                    found.insert(Node::Table(*id));
                }
                ExprKind::Lawful(act, ..) => found.extend(duties_broken_by(code, *act).map(Node::Duty)),
                _ => {}
            }
        }
    });
    found
}

/// The duties that an event can break.
fn duties_broken_by(code: &Code, act: EventId) -> impl Iterator<Item = StatusId> + '_ {
    let breaks = move |trigger: &Trigger| kinds(code, trigger).contains(&crate::code::kinds::Happening::Event(act));
    let duties = code.statuses.iter().enumerate().filter_map(|(place, status)| Some((place, status.duty.as_ref()?)));
    duties
        .filter(move |(_, duty)| duty.broken_by.iter().any(|broken| breaks(&broken.act)))
        .map(|(place, _)| StatusId(place as u16))
}

fn ring_of_facts(code: &Code, ring: &[Node]) -> Diagnostic {
    let name = |node: &Node| -> (String, Span) {
        match node {
            Node::Fact(id) => (code.facts[id.index()].name.clone(), code.facts[id.index()].span),
            Node::Table(id) => (code.tables[id.index()].name.clone(), code.tables[id.index()].span),
            Node::Duty(id) => (code.statuses[id.index()].name.clone(), code.statuses[id.index()].span),
        }
    };
    let names: Vec<(String, Span)> = ring.iter().map(name).collect();
    let Some(((first, span), rest)) = names.split_first() else {
        return Diagnostic::error("L0501", Span::new(crate::source::FileId(0), 0, 0), "a ring of nothing");
    };
    let text = match rest.is_empty() {
        true => format!("`{first}` is defined by itself"),
        false => {
            let way: Vec<String> = rest.iter().map(|(name, _)| format!("`{name}`")).collect();
            format!("`{first}` is defined by {}, and so by itself", way.join(", by "))
        }
    };
    let mut diagnostic = Diagnostic::error("L0501", *span, text);
    for (name, span) in rest {
        diagnostic = diagnostic.also(*span, format!("`{name}` stands between"));
    }
    diagnostic
}

/// Duties that yield to one another in a ring.
pub fn yield_rings(code: &Code) -> Vec<Diagnostic> {
    let mut graph: BTreeMap<StatusId, BTreeSet<StatusId>> = BTreeMap::new();
    for one in &code.yields {
        graph.entry(one.left).or_default().extend(&one.right);
    }
    let ring = |ring: Vec<StatusId>| {
        let names: Vec<String> = ring.iter().map(|id| format!("`{}`", code.statuses[id.index()].name)).collect();
        let first = ring.first()?;
        let text = match names.len() {
            1 => format!("{} yields to itself", names.join("")),
            _ => format!("{} yield to one another, so none of them binds", names.join(" and ")),
        };
        let law = code.yields.iter().find(|one| one.left == *first).map(|one| one.law)?;
        let span = code.statuses[first.index()].span;
        let within = super::title(code, law);
        let there = code.laws[law.index()].span;
        let diagnostic = Diagnostic::error("L0409", span, text).also(first_words(there), "a law that says so");
        Some(diagnostic.within(within))
    };
    rings_of(&graph).into_iter().filter_map(ring).collect()
}

/// A place of a few letters, where a whole law would be too much to underline.
fn first_words(span: Span) -> Span {
    Span { end: span.end.min(span.start + 3), ..span }
}

/// The rings of a graph, one for each knot, each in the order of its arrows.
pub fn rings_of<N: Copy + Ord>(graph: &BTreeMap<N, BTreeSet<N>>) -> Vec<Vec<N>> {
    let mut rings = Vec::new();
    let mut in_ring: BTreeSet<N> = BTreeSet::new();
    for start in graph.keys() {
        if in_ring.contains(start) {
            continue;
        }
        if let Some(ring) = shortest_ring(graph, *start) {
            if !ring.iter().any(|node| in_ring.contains(node)) {
                rings.push(ring.clone());
            }
            in_ring.extend(ring);
        }
    }
    rings
}

/// The shortest way from a node back to itself.
fn shortest_ring<N: Copy + Ord>(graph: &BTreeMap<N, BTreeSet<N>>, start: N) -> Option<Vec<N>> {
    let mut came_from: BTreeMap<N, N> = BTreeMap::new();
    let mut layer = vec![start];
    while !layer.is_empty() {
        let mut next_layer = Vec::new();
        for node in layer {
            for next in graph.get(&node).into_iter().flatten() {
                if *next == start {
                    let mut way = vec![node];
                    let mut at = node;
                    while let Some(before) = came_from.get(&at) {
                        way.push(*before);
                        at = *before;
                    }
                    way.reverse();
                    return Some(way);
                }
                if !came_from.contains_key(next) {
                    came_from.insert(*next, node);
                    next_layer.push(*next);
                }
            }
        }
        layer = next_layer;
    }
    None
}
