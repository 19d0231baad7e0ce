//! The words that the engine itself knows: facts that the table gives, events that move cards or calls, remedies that change
//! calls, cards, tricks or score.
//!
//! A law file declares them like any other word; the checker holds the declaration against this list. Each fact here is one that every
//! code in the project means alike: what two codes could define differently stands in their texts.

macro_rules! known {
    ($(#[$doc:meta])* $name:ident { $($variant:ident = $word:literal, [$($param:literal),*], $result:literal;)+ }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[allow(missing_docs)]
        pub enum $name { $($variant,)+ }

        impl $name {
            /// All of them.
            pub const ALL: &'static [$name] = &[$($name::$variant,)+];

            /// The word in the law files.
            pub fn word(self) -> &'static str {
                match self { $($name::$variant => $word,)+ }
            }

            /// The types of its parts, as written.
            pub fn params(self) -> &'static [&'static str] {
                match self { $($name::$variant => &[$($param),*],)+ }
            }

            /// The type of its value, as written; empty for what has none.
            pub fn result(self) -> &'static str {
                match self { $($name::$variant => $result,)+ }
            }

            /// The one of that word.
            pub fn from_word(word: &str) -> Option<$name> {
                $name::ALL.iter().copied().find(|known| known.word() == word)
            }
        }
    };
}

known! {
    /// Facts that the table gives.
    Builtin {
        StageNow = "stage_now", [], "stage";
        Dealer = "dealer", [], "player";
        Declarer = "declarer", [], "player";
        Dummy = "dummy", [], "player";
        Players = "players", [], "set of player";
        Sides = "sides", [], "set of side";
        Partner = "partner", ["player"], "player";
        Lho = "lho", ["player"], "player";
        Rho = "rho", ["player"], "player";
        Side = "side", ["player"], "side";
        Alone = "alone", ["player"], "side";
        Opponents = "opponents", ["player"], "side";
        Opponent = "opponent", ["player"], "set of player";
        Member = "member", ["side"], "set of player";
        Other = "other", ["side"], "side";
        Suits = "suits", [], "set of suit";
        Suit = "suit", ["card"], "suit";
        Rank = "rank", ["card"], "rank";
        CardOfPack = "card_of_pack", ["suit", "rank"], "card";
        Hand = "hand", ["player"], "set of card";
        DealtHand = "dealt_hand", ["player"], "set of card";
        Owner = "owner", ["card"], "player";
        Holds = "holds", ["player", "card"], "truth";
        Held = "held", ["player", "suit"], "truth";
        ThisTrick = "this_trick", [], "trick";
        TricksPlayed = "tricks_played", [], "set of trick";
        Led = "led", ["trick"], "card";
        Leader = "leader", ["trick"], "player";
        CardOf = "card_of", ["player", "trick"], "card";
        PlayedTo = "played_to", ["player", "trick"], "truth";
        Place = "place", ["player", "trick"], "number";
        Winner = "winner", ["trick"], "player";
        Quitted = "quitted", ["trick"], "truth";
        Winning = "winning", ["card"], "truth";
        BeatsTrick = "beats_trick", ["card", "trick"], "truth";
        WonInPlay = "won_in_play", ["side"], "number";
        Won = "won", ["side"], "number";
        WonCounting = "won_counting", ["side", "swing"], "number";
        Kind = "kind", ["call"], "kind";
        Level = "level", ["call"], "number";
        Strain = "strain", ["call"], "strain";
        ABid = "a_bid", ["number", "strain"], "call";
        APass = "a_pass", [], "call";
        LastBid = "last_bid", [], "call";
        LastCall = "last_call", ["player"], "call";
        LastBidder = "last_bidder", [], "player";
        PassesRunning = "passes_running", [], "number";
        CallsMade = "calls_made", [], "number";
        LastOf = "last_of", ["side"], "call";
        FirstToName = "first_to_name", ["side", "strain"], "player";
        HasCalled = "has_called", ["player"], "truth";
        Trumps = "trumps", [], "strain";
        Trump = "trump", ["card"], "truth";
        ContractLevel = "contract_level", [], "number";
        Doubles = "doubles", [], "number";
        Vulnerable = "vulnerable", ["side"], "truth";
        TowardsGame = "towards_game", ["side"], "number";
        GamesWon = "games_won", ["side"], "number";
        Made = "made", [], "truth";
        ShortBy = "short_by", [], "number";
        OverBy = "over_by", [], "number";
        Min = "min", ["number", "number"], "number";
        Max = "max", ["number", "number"], "number";
        Power = "power", ["number", "number"], "number";
        Holder = "holder", ["choice", "player"], "truth";
        Target = "target", ["choice"], "player";
        Source = "source", ["choice"], "citation";
        AroseFrom = "arose_from", ["choice", "incident"], "truth";
        Doer = "doer", ["incident"], "player";
        IncidentCard = "incident_card", ["incident"], "card";
        TrickOf = "trick_of", ["incident"], "trick";
    }
}

known! {
    /// Events that the table records or finds.
    KnownEvent {
        Dealt = "dealt", [], "";
        Call = "call", ["player", "call"], "";
        Recall = "recall", ["player", "call", "call"], "";
        Declared = "declared", ["player", "call", "number"], "";
        Lead = "lead", ["player", "card", "trick"], "";
        Play = "play", ["player", "card", "trick"], "";
        Quit = "quit", ["trick", "side"], "";
        Withdraw = "withdraw", ["player", "card", "trick"], "";
        Correct = "correct", ["player", "card", "card", "trick"], "";
        Supply = "supply", ["player", "card", "trick"], "";
        Spread = "spread", ["player"], "";
        Agree = "agree", ["number"], "";
        Mix = "mix", ["side"], "";
        Cut = "cut", [], "";
        PlayTogether = "play_together", ["player", "set of card", "trick"], "";
        Expose = "expose", ["player", "card", "manner"], "";
        Notice = "notice", ["player", "incident"], "";
        Bystander = "bystander", ["incident"], "";
        CallsClosed = "calls_closed", ["player"], "";
        PassedOut = "passed_out", [], "";
        ToLead = "to_lead", ["player", "trick"], "";
        TrickFull = "trick_full", ["trick"], "";
        Missed = "missed", ["player", "trick"], "";
        Surplus = "surplus", ["player", "trick", "card"], "";
        PlayOver = "play_over", [], "";
        Settle = "settle", [], "";
        Entered = "entered", [], "";
        GameOver = "game_over", ["side"], "";
        RubberOver = "rubber_over", ["side"], "";
        BreakOff = "break_off", [], "";
        LeftUnfinished = "left_unfinished", [], "";
        MatchOver = "match_over", [], "";
        RoundOver = "round_over", [], "";
    }
}

known! {
    /// Remedies that change calls, cards, tricks, rights or score.
    KnownRemedy {
        Award = "award", ["number", "column", "side"], "";
        Strike = "strike", ["number", "column", "side"], "";
        TakeOff = "take_off", ["number", "side"], "";
        Transfer = "transfer", ["number", "side", "side", "swing"], "";
        CountAsWon = "count_as_won", ["number", "side"], "";
        AddToTrick = "add_to_trick", ["player", "trick"], "";
        Restore = "restore", ["player", "trick", "card"], "";
        Rejudge = "rejudge", ["player", "card", "trick"], "";
        NewDeal = "new_deal", [], "";
        Stands = "stands", ["call"], "";
        Cancel = "cancel", ["call"], "";
        TreatAs = "treat_as", ["call", "call"], "";
        MakeFinal = "make_final", ["call"], "";
        CloseCalling = "close_calling", ["player"], "";
        ChangeDeclarer = "change_declarer", ["player"], "";
        PassOut = "pass_out", [], "";
        Ally = "ally", ["player", "player"], "";
        CloseGame = "close_game", ["side"], "";
        CloseRubber = "close_rubber", ["side"], "";
        CompareTotals = "compare_totals", [], "";
        LeaveOut = "leave_out", ["column"], "";
        CompareTeams = "compare_teams", [], "";
        ComparePairs = "compare_pairs", [], "";
        Average = "average", ["side"], "";
        LowestScore = "lowest_score", ["side"], "";
        HighestScore = "highest_score", ["side"], "";
        TakeBack = "take_back", ["card"], "";
        TakeBackAll = "take_back_all", ["trick"], "";
        Give = "give", ["choice", "player"], "";
        Forfeit = "forfeit", ["choice"], "";
    }
}

known! {
    /// Statuses that the engine itself sets or reads.
    KnownStatus {
        Pending = "pending", ["choice"], "";
        Capped = "capped", ["side", "number"], "";
        Turn = "turn", ["player"], "";
        Callable = "callable", ["card"], "";
    }
}
