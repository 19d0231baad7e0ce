//! Rulings as short lines, the form in which a record says what it expects.

use super::{EffectKind, Held, Kind, Ruling, State};

impl Ruling {
    /// The summary lines of a ruling, in order.
    pub fn lines(&self) -> Vec<String> {
        match self.kind {
            Kind::Clause | Kind::Choice => self.consequences(),
            Kind::Irregular if self.law.is_empty() => vec![format!("irregular {}: no penalty stated", self.gist)],
            Kind::Irregular => vec![format!("irregular {} {}: no penalty stated", self.law, self.gist)],
            Kind::Silent => vec![format!("silent {}", self.event.text)],
            Kind::NotWritten => vec![format!("not written {}: {}", self.law, self.event.text)],
            Kind::Conflict => vec![format!("conflict {}", self.instead_of.join(" with "))],
            Kind::Refused => vec![format!("refused {}: {}", self.event.text, self.gist)],
            Kind::Fault => vec![format!("fault {}: {}", self.law, self.gist)],
        }
    }

    fn consequences(&self) -> Vec<String> {
        let mut lines = Vec::new();
        lines.extend(self.outcome_line());
        for effect in &self.effects {
            lines.push(match effect.kind {
                EffectKind::Begins => format!("{} begins {}", self.law, effect.what),
                EffectKind::Ends => format!("{} ends {}", self.law, effect.what),
                EffectKind::Does => format!("{} {}", self.law, effect.what),
                EffectKind::Deems => format!("{} deemed {}", self.law, effect.what),
            });
        }
        lines.extend(self.right_line());
        lines
    }

    fn right_line(&self) -> Option<String> {
        let right = self.right.as_ref()?;
        let names: Vec<String> = right.holder.iter().map(ToString::to_string).collect();
        let who = match right.held {
            Held::One => names.join(""),
            Held::Either => format!("either {}", names.join(" or ")),
            Held::Every => format!("every {}", names.join(" and ")),
            Held::Passing => names.join(" passing to "),
        };
        let options: Vec<&str> =
            right.options.iter().filter(|option| option.offered).map(|option| option.label.as_str()).collect();
        Some(format!("{} right of {who}: {}", self.law, options.join(", ")))
    }

    fn outcome_line(&self) -> Option<String> {
        let outcome = self.outcome.as_ref()?;
        let by = outcome.by.map(|seat| seat.to_string()).unwrap_or_default();
        let option = outcome.option.as_deref().unwrap_or_default();
        Some(match outcome.state {
            State::Taken if outcome.by_silence => format!("{} by silence {option}", self.law),
            State::Taken => format!("{} {by} takes {option}", self.law),
            State::Lapsed => format!("{} lapsed", self.law),
            State::Declined => format!("{} declined by {by}", self.law),
            State::Forfeited => format!("{} forfeited", self.law),
            State::Open if outcome.option.is_none() => format!("{} passes to {by}", self.law),
            State::Open => format!("{} {by} names {option}", self.law),
        })
    }
}
