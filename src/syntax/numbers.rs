//! The numbers of what can be wrong in reading a law file or a log. A number is never given a second meaning.
//!
//! | number | what is wrong |
//! |---|---|
//! | L0101 | the file is too large |
//! | L0102 | the file holds nothing |
//! | L0103 | nested too deep |
//! | L0104 | an expression has too many parts |
//! | L0105 | text outside every block |
//! | L0106 | a top-level word is misspelt |
//! | L0107 | a bracket is never closed |
//! | L0108 | a closing bracket closes nothing |
//! | L0109 | words in quotes do not end |
//! | L0110 | a character that means nothing |
//! | L0111 | a reserved word is misspelt |
//! | L0112 | a reserved word is used as a name |
//! | L0113 | `then` is missing |
//! | L0114 | a condition, value or name is missing |
//! | L0115 | a word or mark is missing between two things |
//! | L0116 | a right without an option |
//! | L0117 | a trigger is missing or is none |
//! | L0118 | a word lacks its arguments in brackets |
//! | L0119 | something else stands where the block wants a certain thing |
//! | L0120 | `and` and `or` mixed without brackets |
//! | L0121 | a comparison of a comparison |
//! | L0122 | a number is too large |
//! | L0123 | a line of a code's head is given twice |
//! | L0124 | so much is wrong that the rest is not told |
//! | L0199 | an error of this program, not of the file |

macro_rules! numbers {
    ($($name:ident = $number:literal;)*) => { $(pub(crate) const $name: &str = $number;)* };
}

numbers! {
    TOO_LARGE = "L0101";
    EMPTY = "L0102";
    TOO_DEEP = "L0103";
    TOO_LONG = "L0104";
    STRAY = "L0105";
    MISSPELT_BLOCK = "L0106";
    UNCLOSED_BRACKET = "L0107";
    CLOSES_NOTHING = "L0108";
    UNCLOSED_TEXT = "L0109";
    STRANGE_CHARACTER = "L0110";
    MISSPELT_WORD = "L0111";
    RESERVED_NAME = "L0112";
    NO_THEN = "L0113";
    NOTHING_THERE = "L0114";
    NOTHING_BETWEEN = "L0115";
    NO_OPTION = "L0116";
    NO_TRIGGER = "L0117";
    NO_ARGUMENTS = "L0118";
    UNFIT = "L0119";
    MIXED = "L0120";
    CHAINED = "L0121";
    LARGE_NUMBER = "L0122";
    GIVEN_TWICE = "L0123";
    TOO_MANY = "L0124";
    INTERNAL = "L0199";
}
