//! Clauses that bring about what they wait for, themselves or through others.
//!
//! A node is something that can happen; an arrow goes from what a clause waits for to what it brings about. Choices of people are no
//! arrows: each takes an event of the record. Conduct that counts as a choice is one, since a deemed event may be that conduct.

use std::collections::{BTreeMap, BTreeSet};

use crate::code::kinds::{Happening, kinds};
use crate::code::known::{KnownEvent, KnownRemedy};
use crate::code::tree::{ClauseId, Code, Effect, EffectKind, RightId, StatusId, Trigger};
use crate::diagnostic::Diagnostic;
use crate::source::Span;

use super::facts::rings_of;

/// Something that can happen: a kind of event, a beginning, an end, an option taken, the end of a right.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Node {
    Event(u16),
    Begins(StatusId),
    Ends(StatusId),
    Option(RightId, usize),
    RightEnds(RightId),
}

/// Whose words an arrow is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Via {
    Clause(ClauseId),
    Until(StatusId),
    Table,
}

struct Graph<'c> {
    code: &'c Code,
    arrows: BTreeMap<Node, BTreeSet<Node>>,
    via: BTreeMap<(Node, Node), Via>,
}

/// All rings of what brings about what.
pub fn cycles(code: &Code) -> Vec<Diagnostic> {
    let mut graph = Graph { code, arrows: BTreeMap::new(), via: BTreeMap::new() };
    graph.statuses();
    graph.table();
    for place in 0..code.clauses.len() {
        graph.clause(ClauseId(place as u16));
    }
    rings_of(&graph.arrows).iter().map(|ring| graph.tell(ring)).collect()
}

impl Graph<'_> {
    fn arrow(&mut self, from: Node, to: Node, via: Via) {
        self.arrows.entry(from).or_default().insert(to);
        self.via.entry((from, to)).or_insert(via);
    }

    /// Natural ends.
    fn statuses(&mut self) {
        for (place, status) in self.code.statuses.iter().enumerate() {
            let id = StatusId(place as u16);
            for from in self.nodes(&status.until) {
                self.arrow(from, Node::Ends(id), Via::Until(id));
            }
        }
    }

    /// What the table finds by itself when a card is played.
    fn table(&mut self) {
        let event = |known| self.code.known_event(known).map(|id| Node::Event(id.0));
        let played = [KnownEvent::Lead, KnownEvent::Play, KnownEvent::Supply].map(event);
        let found =
            [KnownEvent::TrickFull, KnownEvent::Missed, KnownEvent::Surplus, KnownEvent::ToLead, KnownEvent::PlayOver]
                .map(event);
        for from in played.into_iter().flatten() {
            for to in found.into_iter().flatten() {
                self.arrow(from, to, Via::Table);
            }
        }
    }

    fn clause(&mut self, id: ClauseId) {
        let via = Via::Clause(id);
        let (root, clause) = (self.root(id), &self.code.clauses[id.index()]);
        let from = self.nodes(&self.code.clauses[root.index()].triggers);
        self.effects(&from, &clause.effects, via);
    }

    /// The clause whose triggers a clause has.
    fn root(&self, id: ClauseId) -> ClauseId {
        let mut at = id;
        for _ in 0..self.code.clauses.len() {
            let clause = &self.code.clauses[at.index()];
            match clause.instead.first() {
                Some(above) if clause.triggers.is_empty() => at = above.clause,
                _ => break,
            }
        }
        at
    }

    fn effects(&mut self, from: &BTreeSet<Node>, effects: &[Effect], via: Via) {
        for effect in effects {
            let mut to = Vec::new();
            match &effect.kind {
                EffectKind::Begin(id, _, until) => {
                    to.push(Node::Begins(*id));
                    for end in self.nodes(until) {
                        self.arrow(end, Node::Ends(*id), via);
                    }
                }
                EffectKind::End(id, _) => to.push(Node::Ends(*id)),
                EffectKind::Deem(id, _) => to.push(Node::Event(id.0)),
                EffectKind::Remedy(id, _) => to.extend(self.remedy(self.code.remedies[id.index()].known)),
                EffectKind::Right(id) => self.right(*id, via),
            }
            for from in from {
                for to in &to {
                    self.arrow(*from, *to, via);
                }
            }
        }
    }

    /// What the table makes of a remedy.
    fn remedy(&self, known: Option<KnownRemedy>) -> Vec<Node> {
        let event = |known| self.code.known_event(known).map(|id| Node::Event(id.0));
        match known {
            Some(KnownRemedy::CloseCalling) => event(KnownEvent::CallsClosed).into_iter().collect(),
            Some(KnownRemedy::PassOut) => event(KnownEvent::PassedOut).into_iter().collect(),
            Some(KnownRemedy::Forfeit) => {
                (0..self.code.rights.len()).map(|place| Node::RightEnds(RightId(place as u16))).collect()
            }
            _ => Vec::new(),
        }
    }

    /// What ends a right or chooses for its holder.
    fn right(&mut self, id: RightId, via: Via) {
        let Some(right) = self.code.rights.get(id.index()) else { return };
        for from in self.nodes(&right.until) {
            self.arrow(from, Node::RightEnds(id), via);
            if let Some(silence) = right.silence {
                self.arrow(from, Node::Option(id, silence), via);
            }
        }
        for lost in &right.lost {
            for from in self.nodes(&lost.when) {
                self.arrow(from, Node::RightEnds(id), via);
            }
        }
        for (place, option) in right.options.iter().enumerate() {
            for from in self.nodes(&option.when) {
                self.arrow(from, Node::Option(id, place), via);
            }
            self.effects(&BTreeSet::from([Node::Option(id, place)]), &option.effects, via);
        }
    }

    /// What triggers wait for.
    fn nodes(&self, triggers: &[Trigger]) -> BTreeSet<Node> {
        let rights_of =
            |clause: ClauseId| self.code.rights.iter().enumerate().filter(move |(_, right)| right.clause == clause);
        let mut nodes = BTreeSet::new();
        for happening in triggers.iter().flat_map(|trigger| kinds(self.code, trigger)) {
            match happening {
                Happening::Event(id) => {
                    nodes.insert(Node::Event(id.0));
                }
                Happening::Begins(id) => {
                    nodes.insert(Node::Begins(id));
                }
                Happening::Ends(id) => {
                    nodes.insert(Node::Ends(id));
                }
                Happening::Takes(clause, option) => {
                    for (place, right) in rights_of(clause) {
                        let options = right.options.iter().enumerate().filter(|(_, one)| one.label == option);
                        nodes.extend(options.map(|(number, _)| Node::Option(RightId(place as u16), number)));
                    }
                }
                Happening::RightEnds(clause) => {
                    nodes.extend(rights_of(clause).map(|(place, _)| Node::RightEnds(RightId(place as u16))));
                }
            }
        }
        nodes
    }

    /// A ring in words, every clause in it named.
    fn tell(&self, ring: &[Node]) -> Diagnostic {
        let arrows = ring.iter().zip(ring.iter().cycle().skip(1));
        let steps: Vec<(Via, String)> = arrows
            .map(|(from, to)| {
                let via = self.via.get(&(*from, *to)).copied().unwrap_or(Via::Table);
                (via, format!("when {}, {}", self.name(*from), self.name(*to)))
            })
            .collect();
        let start = steps.iter().position(|(via, _)| matches!(via, Via::Clause(_))).unwrap_or(0);
        let mut steps = steps.iter().cycle().skip(start).take(ring.len());
        let Some((via, first)) = steps.next() else {
            return Diagnostic::error("L0502", Span::new(crate::source::FileId(0), 0, 0), "a ring of nothing");
        };
        let (who, span, within) = self.source(*via);
        let text = match ring.len() {
            1 => format!("{who} brings about what it waits for: {first}"),
            _ => format!("what {who} brings about leads back to it: {first}"),
        };
        let mut diagnostic = Diagnostic::error("L0502", span, text);
        for (via, step) in steps {
            let (who, span, _) = self.source(*via);
            diagnostic = match via {
                Via::Table => Diagnostic { message: format!("{}; then {step}", diagnostic.message), ..diagnostic },
                Via::Clause(_) | Via::Until(_) => diagnostic.also(span, format!("{who}: {step}")),
            };
        }
        diagnostic = diagnostic.help("begin a status of another kind, or add what keeps one of them from going on");
        match within {
            Some(within) => diagnostic.within(within),
            None => diagnostic,
        }
    }

    fn source(&self, via: Via) -> (String, Span, Option<String>) {
        match via {
            Via::Clause(id) => {
                let clause = &self.code.clauses[id.index()];
                let cited = format!("law {}", self.code.cite(id));
                (cited, label_place(clause.span, &clause.label), Some(super::title(self.code, clause.law)))
            }
            Via::Until(id) => {
                let status = &self.code.statuses[id.index()];
                (format!("the end of `{}`", status.name), status.span, None)
            }
            Via::Table => ("the table".to_owned(), Span::new(crate::source::FileId(0), 0, 0), None),
        }
    }

    fn name(&self, node: Node) -> String {
        match node {
            Node::Event(id) => format!("`{}` happens", self.code.events[usize::from(id)].name),
            Node::Begins(id) => format!("`{}` begins", self.code.statuses[id.index()].name),
            Node::Ends(id) => format!("`{}` ends", self.code.statuses[id.index()].name),
            Node::Option(id, place) => {
                let right = &self.code.rights[id.index()];
                format!("`{}` is chosen under law {}", right.options[place].label, self.code.cite(right.clause))
            }
            Node::RightEnds(id) => {
                format!("the right of law {} ends", self.code.cite(self.code.rights[id.index()].clause))
            }
        }
    }
}

/// The place of the label of a clause, with which the clause begins.
pub fn label_place(clause: Span, label: &str) -> Span {
    Span { end: clause.end.min(clause.start + label.len() as u32), ..clause }
}
