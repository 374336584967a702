//! Any 100 kB are answered in under 10 ms without a panic.
use std::time::{Duration, Instant};
use vram_ledger::url::{self, Link, QUERY_LIMIT};

const SIZE: usize = 100_000;
const LIMIT: Duration = Duration::from_millis(10);

/// Reads the query and its canonical form; the best of ten readings counts, for the machine has other work too.
#[track_caller]
fn answered(what: &str, query: &str) -> Link {
    let mut best = Duration::MAX;
    for _ in 0..if cfg!(debug_assertions) { 1 } else { 10 } {
        let start = Instant::now();
        let (link, issues) = url::parse(query);
        let took = start.elapsed();
        assert!(issues.len() < 60);
        drop(link);
        best = best.min(took);
    }
    println!("{what}: {} bytes in {best:?}", query.len());
    if !cfg!(debug_assertions) {
        assert!(best < LIMIT, "{what}: {best:?}");
    }
    let (link, _) = url::parse(query);
    let canonical = url::format(&link);
    let (again, _) = url::parse(&canonical);
    assert_eq!(again, link, "{what}");
    assert_eq!(url::format(&again), canonical, "{what}");
    link
}

fn filled(piece: &str) -> String {
    piece.repeat(SIZE / piece.len())
}

#[test]
fn one_character_all_the_way() {
    for c in [
        "&", "=", "%", "+", "?", "#", ";", ":", "~", ".", "a", "0", "-", "é", "中", "\u{0}",
        "\u{ff10}", "😀",
    ] {
        answered(c, &filled(c));
    }
}

#[test]
fn many_pairs() {
    for piece in [
        "a=b&",
        "=&",
        "&=",
        "mb=1&",
        "mb=x&",
        "m.x=1&",
        "m.layers=1&",
        "m.layers=x&",
        "vs=mb:1&",
        "model=custom&",
        "lock=mb&",
        "%26%3D&",
        "M.X=1&",
        "v=2&",
    ] {
        answered(piece, &filled(piece));
        answered(piece, &format!("model=custom&{}", filled(piece)));
    }
    let keys: String = (0..50_000).map(|i| format!("{i}&")).collect();
    answered("distinct keys", &keys);
    let fields: String = (0..12_000).map(|i| format!("m.{i}=1&")).collect();
    answered("distinct fields", &format!("model=custom&{fields}"));
}

#[test]
fn one_huge_value() {
    let nines = "9".repeat(SIZE - 100);
    let names = "x".repeat(SIZE - 100);
    for key in [
        "mb",
        "context",
        "mem",
        "util",
        "model",
        "gpu",
        "critic",
        "axes",
        "hub",
        "lock",
        "vs",
        "params",
        "m.name",
        "m.type",
        "m.layers",
        "m.ffn",
        "m.layer_types",
        "view",
        "nokey",
    ] {
        for value in [&nines, &names] {
            answered(key, &format!("model=custom&{key}={value}"));
            answered(key, &format!("{key}={value}"));
        }
    }
    answered("zeros", &format!("seq=0.{}1", "0".repeat(SIZE - 100)));
    answered("exponent", &format!("seq=1e{nines}"));
    answered(
        "huge first of many",
        &format!(
            "model=custom&m.x={}{}",
            "x".repeat(SIZE / 2),
            "&m.x=1".repeat(8_000)
        ),
    );
    answered(
        "huge key first of many",
        &format!("hub={}{}", "x".repeat(SIZE / 2), "&hub=1".repeat(8_000)),
    );
}

#[test]
fn lists() {
    for list in [
        "f1*4294967295",
        "f4294967295",
        "f1s1*5000",
        "f1.s1*4294967295.f1*4294967295",
        "fs",
    ] {
        answered(
            list,
            &format!("model=custom&m.type=gemma3_text&m.layers=10000&m.layer_types={list}"),
        );
        answered(
            list,
            &format!(
                "model=custom&m.type=gemma3_text&m.layers=10000&m.layer_types={}",
                filled(&format!("{list}."))
            ),
        );
        answered(
            list,
            &format!(
                "model=custom&m.type=gemma3_text&m.layers=10000&m.layer_types={}",
                filled(list)
            ),
        );
    }
    let widths: String = (1..=10_000).map(|i| format!("{i}-")).collect();
    let widths = widths.trim_end_matches('-');
    for kind in ["llama", "mixtral", "deepseek_v3", "gemma3n_text", "nosuch"] {
        answered(
            "a width for every layer",
            &format!("model=custom&m.type={kind}&m.layers=10000&m.ffn={widths}"),
        );
    }
    let numbers: String = (0..10_000).map(|i| format!("{i}-")).collect();
    let numbers = numbers.trim_end_matches('-');
    for (kind, field) in [
        ("nosuch", "full_attn_idxs"),
        ("qwen3_moe", "mlp_only_layers"),
        ("falcon_h1", "full_attn_idxs"),
        ("lfm2", "full_attn_idxs"),
    ] {
        answered(
            "every layer by number",
            &format!("model=custom&m.type={kind}&m.layers=10000&m.{field}={numbers}"),
        );
    }
}

#[test]
fn pins_in_pins() {
    answered("entries", &format!("vs={}", filled("mb:1;")));
    answered("unknown entries", &format!("vs={}", filled("a:1;")));
    answered("escapes", &format!("vs=m.name:{}", filled("~7E")));
    answered("nested", &format!("vs={}", filled("vs:")));
    answered("nested", &format!("vs={}", filled("VS:")));
    let mut deep = "mb:1".to_string();
    while deep.len() < SIZE / 4 {
        deep = format!(
            "VS:{}",
            deep.replace('~', "~7E")
                .replace(':', "~3A")
                .replace(';', "~3B")
        );
    }
    answered("deep", &format!("vs={deep}&vs2={deep}&vs3={deep}"));
    let lists = "model:custom;m.type:gemma3_text;m.layers:10000;m.layer_types:f1s1*5000";
    answered(
        "lists in three pins",
        &format!("vs={lists}&vs2={lists}&vs3={lists}"),
    );
}

#[test]
fn random_bytes() {
    // xorshift64*: the same bytes every time.
    let mut state: u64 = 0x9E37_79B9_7F4A_7C15;
    let mut next = || {
        state ^= state >> 12;
        state ^= state << 25;
        state ^= state >> 27;
        (state.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 56) as u8
    };
    for _ in 0..5 {
        let bytes: Vec<u8> = (0..SIZE).map(|_| next()).collect();
        answered("bytes", &String::from_utf8_lossy(&bytes));
        let coded: String = bytes[..SIZE / 3]
            .iter()
            .map(|byte| format!("%{byte:02x}"))
            .collect();
        answered("coded bytes", &coded);
        // The alphabet of links, so that keys and values come about.
        const LETTERS: &[u8] = b"mb=1&seq=2048&vs:;~3A7E%+.-*x0123456789custommodel.layers";
        let letters: Vec<u8> = bytes
            .iter()
            .map(|byte| LETTERS[usize::from(*byte) % LETTERS.len()])
            .collect();
        answered("letters", &String::from_utf8_lossy(&letters));
    }
}

#[test]
fn what_is_longer_than_is_read_is_said() {
    let query = format!("mb=1&hub={}&seq=2048", "中".repeat(QUERY_LIMIT));
    let (link, issues) = url::parse(&query);
    assert_eq!((link.config.mb, link.config.seq), (1, 1024));
    assert!(
        issues
            .iter()
            .any(|issue| issue.code.slug() == "query_too_long" && issue.level == url::Level::Error)
    );
}
