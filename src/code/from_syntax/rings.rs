//! The order in which clauses are read: each exception after what it excepts; rings are told and cut.

use std::collections::{BTreeMap, BTreeSet};

use crate::code::tree::ClauseId;
use crate::diagnostic::Diagnostic;

use super::Resolver;

impl Resolver<'_> {
    /// All clauses, each exception after what it excepts; rings are reported and broken.
    pub(super) fn in_order_of_exceptions(&mut self) -> Vec<ClauseId> {
        let mut waiting: BTreeMap<ClauseId, BTreeSet<ClauseId>> = BTreeMap::new();
        for (place, clause) in self.code.clauses.iter().enumerate() {
            waiting.insert(ClauseId(place as u16), clause.instead.iter().map(|one| one.clause).collect());
        }
        let mut order = Vec::new();
        while !waiting.is_empty() {
            let ready: Vec<ClauseId> =
                waiting.iter().filter(|(_, above)| above.is_empty()).map(|(clause, _)| *clause).collect();
            if ready.is_empty() {
                self.report_ring(&waiting);
                order.extend(waiting.into_keys());
                break;
            }
            for clause in &ready {
                waiting.remove(clause);
            }
            for above in waiting.values_mut() {
                above.retain(|clause| !ready.contains(clause));
            }
            order.extend(ready);
        }
        order
    }

    /// Reports exceptions that go round in a ring; their links are cut, so that each can still be read.
    fn report_ring(&mut self, waiting: &BTreeMap<ClauseId, BTreeSet<ClauseId>>) {
        let mut left: BTreeSet<ClauseId> = waiting.keys().copied().collect();
        while let Some(start) = left.pop_first() {
            let mut path = vec![start];
            let mut at = start;
            while let Some(next) = waiting.get(&at).and_then(|above| above.first().copied()) {
                if let Some(from) = path.iter().position(|clause| *clause == next) {
                    let ring = path.split_off(from);
                    if ring.iter().all(|clause| *clause == start || left.contains(clause)) {
                        self.report_one_ring(&ring);
                    }
                    ring.iter().for_each(|clause| {
                        left.remove(clause);
                    });
                    break;
                }
                path.push(next);
                at = next;
            }
        }
        for clause in waiting.keys() {
            self.code.clauses[clause.index()].instead.retain(|one| !waiting.contains_key(&one.clause));
        }
    }

    fn report_one_ring(&mut self, ring: &[ClauseId]) {
        let Some((first, rest)) = ring.split_first() else { return };
        let text = format!("{} is an exception to itself, through others", self.code.cite(*first));
        let mut diagnostic = Diagnostic::error("L0402", self.clause_texts[first.index()].clause.label.span, text);
        for clause in rest {
            let label = self.clause_texts[clause.index()].clause.label.span;
            diagnostic = diagnostic.also(label, format!("{} stands between", self.code.cite(*clause)));
        }
        let place = self.clause_texts[first.index()].place.clone();
        self.at(place, |this| this.report(diagnostic));
    }
}
