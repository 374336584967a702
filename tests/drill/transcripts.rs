//! tests/cases/drill: what is typed (`> `) and what the terminal answers; `name.zh.txt` in Chinese. `UPDATE=1 cargo test`
//! writes the answers anew.
use super::begin;
use std::fs;
use std::path::PathBuf;
use vram_ledger::i18n::Locale;
use vram_ledger::i18n::drill::{command, lines};
use vram_ledger::ledger::drill::{Level, Reply};
use vram_ledger::ledger::words::Word;

struct Played {
    text: String,
    won: Vec<Level>,
}

/// Plays the typed lines of a transcript.
fn play(kept: &str, locale: Locale) -> Played {
    let mut drill = begin(Level::Recorded);
    let (mut text, mut won) = (String::new(), Vec::new());
    for line in kept.lines() {
        if line.starts_with('#') {
            text += &format!("{line}\n");
        }
        let Some(typed) = line.strip_prefix("> ") else {
            continue;
        };
        let replies = drill.act(&command(typed));
        text += &format!("> {typed}\n");
        for (tone, said) in lines(&replies, &drill, locale) {
            text += format!("{:5} {said}", tone.slug()).trim_end();
            text.push('\n');
        }
        if replies
            .iter()
            .any(|reply| matches!(reply, Reply::Won { .. }))
        {
            won.push(drill.level());
        }
    }
    text += &format!("link  {}\n", drill.progress().text());
    Played { text, won }
}

#[test]
fn transcripts_play_as_before() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/cases/drill");
    let mut won = Vec::new();
    let mut files: Vec<PathBuf> = fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    files.sort();
    assert!(files.len() >= Level::ALL.len());
    for file in files {
        let name = file.file_name().unwrap().to_str().unwrap();
        let locale = if name.ends_with(".zh.txt") {
            Locale::Zh
        } else {
            Locale::En
        };
        let kept = fs::read_to_string(&file).unwrap();
        let played = play(&kept, locale);
        won.extend(played.won);
        if std::env::var_os("UPDATE").is_some() {
            fs::write(&file, &played.text).unwrap();
            continue;
        }
        assert!(
            kept == played.text,
            "{name} differs (UPDATE=1 writes it anew)\n--- kept\n{kept}\n+++ now\n{}",
            played.text
        );
    }
    for level in Level::ALL {
        assert!(
            won.contains(level),
            "no transcript reaches the goal of level {}",
            level.slug()
        );
    }
}
