//! Stand-in for the command line.
fn main() {}
