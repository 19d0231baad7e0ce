//! The program: arguments in, answer and exit status out.
#![forbid(unsafe_code)]

fn main() -> std::process::ExitCode {
    hoyle::cli::run()
}
