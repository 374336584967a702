//! Running the command line.
use std::io::Write;
use std::process::{Command, Output, Stdio};

/// What a run left behind.
pub struct Ran {
    pub out: String,
    pub err: String,
    pub code: i32,
}

/// The command line with arguments and nothing on standard input.
pub fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_vram-ledger"));
    command.args(arguments).stdin(Stdio::null());
    command
}

/// What it prints is UTF-8 and no panic's message.
#[track_caller]
fn ran(arguments: &[&str], output: Output) -> Ran {
    let ran = Ran {
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
        code: output.status.code().expect("ended by itself"),
    };
    assert!(!ran.err.contains("panicked"), "{arguments:?}: {}", ran.err);
    ran
}

/// Runs it.
#[track_caller]
pub fn run(arguments: &[&str]) -> Ran {
    ran(arguments, command(arguments).output().unwrap())
}

/// Runs it with a text on standard input.
#[track_caller]
pub fn piped(arguments: &[&str], text: &[u8]) -> Ran {
    let mut child = command(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(text).unwrap();
    ran(arguments, child.wait_with_output().unwrap())
}

/// Runs it and expects the exit code.
#[track_caller]
pub fn ends(code: i32, arguments: &[&str]) -> Ran {
    let ran = run(arguments);
    assert_eq!(ran.code, code, "{arguments:?}: {}{}", ran.out, ran.err);
    ran
}
