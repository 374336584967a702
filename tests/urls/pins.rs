//! Pinned configurations and query diffs.
use super::{check, stable};
use std::sync::Arc;
use vram_ledger::ledger::config::{Config, Model};
use vram_ledger::url::{self, Link};

#[test]
fn a_pin_is_the_differences_from_the_defaults() {
    let link = check("vs=mb:1;seq:2048", "vs=mb:1;seq:2048", &[]);
    let pin = link.config.vs[0].as_ref().unwrap();
    assert_eq!(**pin, url::parse("mb=1&seq=2048").0.config);
    check("vs=seq:2048;mb:1", "vs=mb:1;seq:2048", &[]);
    check("vs=mb:2", "vs=v:1", &[]);
    check("vs=v:1", "vs=v:1", &[]);
    check("vs=;;", "vs=v:1", &[]);
    check("vs=mb%3A1%3Bseq%3A2048", "vs=mb:1;seq:2048", &[]);
    check(
        "vs=mb:1&vs2=mb:4&vs3=mb:8",
        "vs=mb:1&vs2=mb:4&vs3=mb:8",
        &["vs2 not_used_yet note", "vs3 not_used_yet note"],
    );
}

#[test]
fn what_a_pin_cannot_hold_is_said() {
    check("vs=mb:x;seq:2048", "vs=seq:2048", &["vs in_pin error"]);
    check("vs=nope:1;mb:1", "vs=mb:1", &["vs in_pin error"]);
    check("vs=mb", "vs=v:1", &[]);
    for display in [
        "view:kv",
        "lang:zh",
        "unit:gb",
        "theme:dark",
        "embed:1",
        "ui:compact",
        "lock:mb",
    ] {
        check(
            &format!("vs={display};mb:1"),
            "vs=mb:1",
            &["vs in_pin error"],
        );
    }
    // No nesting, however it is spelled.
    for nested in [
        "vs:mb~3A1",
        "VS:mb~3A1",
        "%20vs:mb~3A1",
        "Vs2:mb~3A1",
        "vs3:v~3A1",
        "VIEW:kv",
    ] {
        let link = check(
            &format!("vs={nested};mb:1"),
            "vs=mb:1",
            &["vs in_pin error"],
        );
        let pin = link.config.vs[0].as_ref().unwrap();
        assert_eq!(pin.vs, [None, None, None], "{nested}");
    }
}

#[test]
fn names_in_a_pin_are_escaped() {
    for name in [
        "a:b", "a;b", "~", "~~", "~7e", "~7E", "~3A", "~3a:", ";:~", "a=b&c", "~7E3A", "名:字",
    ] {
        let pin = Config {
            model: Model::sized(7, name.to_string()),
            ..Config::default()
        };
        let link = Link {
            config: Config {
                vs: [Some(Arc::new(pin)), None, None],
                ..Config::default()
            },
            ..Link::default()
        };
        stable(&link);
    }
    check(
        "vs=model:custom;params:7;m.name:a~3Ab~3Bc~7Ed",
        "vs=model:custom;m.name:a~3Ab~3Bc~7Ed;params:7",
        &[],
    );
}

#[test]
fn a_diff_takes_one_configuration_to_the_other() {
    let queries = [
        "",
        "mb=1",
        "model=qwen3-8b",
        "model=custom&params=7e9",
        "model=custom&params=7e9&m.name=x",
        "model=custom&m.layers=4&m.name=y",
        "model=custom&m.type=gemma2&m.layers=4",
        "mem=1000&comp=7&util=0.5",
        "task=ppo&critic=none&reward=qwen3-4b",
        "vs=mb:1&axes=1-2x3",
        "vs=v:1",
        "hours=1&qps=2&seed=3&hub=h&actshare=0.3",
    ];
    for from in queries {
        for to in queries {
            let (from, to) = (url::parse(from).0.config, url::parse(to).0.config);
            let base = Link {
                config: from.clone(),
                ..Link::default()
            };
            let diff = url::diff_query(&from, &to);
            let (got, issues) = url::apply(&base, &diff);
            assert_eq!(got.config, to, "{diff}");
            assert!(
                issues.iter().all(|issue| issue.level == url::Level::Note),
                "{diff} {issues:?}"
            );
            assert_eq!(diff.is_empty(), from == to);
        }
    }
}
