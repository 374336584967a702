//! The page's build step, run by Trunk's hooks: `page` writes generated/ (the head with its CSP, the default page in
//! both languages, one stylesheet), `stamp` gives the charts module names with a hash.
#![recursion_limit = "512"] // a view is one nested type

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, process::ExitCode};

use base64::{Engine as _, prelude::BASE64_STANDARD as BASE64};
use leptos::prelude::*;
use sha2::{Digest as _, Sha256};
use vram_ledger::app::App;
use vram_ledger::i18n::Locale;

/// The style files in the order in which they are joined.
const STYLES: [&str; 5] = ["tokens", "base", "layout", "parts", "print"];

/// What the page may do; `{hash}` is the inline script's.
///
/// `wasm-unsafe-eval` is what compiling WebAssembly needs (it allows no eval of text), `data:` and `blob:` are the
/// pictures that the page offers to save.
const CSP: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval' 'sha256-{hash}'; style-src 'self'; \
                   img-src 'self' data: blob:; connect-src 'self'; base-uri 'none'; form-action 'none'";

fn main() -> ExitCode {
    let done = match env::args().nth(1).as_deref() {
        Some("page") => write_page(&directory("TRUNK_SOURCE_DIR", ".")),
        Some("stamp") => stamp_charts(&directory("TRUNK_STAGING_DIR", "dist")),
        _ => Err("usage: prerender page | stamp".into()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("prerender: {why}");
            ExitCode::FAILURE
        }
    }
}

fn directory(variable: &str, otherwise: &str) -> PathBuf {
    env::var_os(variable).map_or_else(|| otherwise.into(), PathBuf::from)
}

fn write_page(source: &Path) -> Result<(), String> {
    let generated = source.join("generated");
    fs::create_dir_all(&generated).map_err(|error| format!("{}: {error}", generated.display()))?;

    let script = read(&source.join("src/head.js"))?;
    if script.contains("</script") {
        return Err("src/head.js must not contain the end of a script element".into());
    }
    // The reader of the page need not load the comments.
    let script: String = script
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"))
        .map(|line| format!("{}\n", line.trim()))
        .collect();
    let policy = CSP.replace("{hash}", &BASE64.encode(Sha256::digest(script.as_bytes())));
    write(
        &generated.join("head.html"),
        &format!(
            "<meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">\n<script>{script}</script>"
        ),
    )?;

    let mut body = String::new();
    for (id, tag, locale) in [("zh", "zh-CN", Locale::Zh), ("en", "en", Locale::En)] {
        let owner = Owner::new();
        let html = owner.with(|| view! { <App locale/> }.to_html());
        // The CSP blocks style attributes, and hydration does not repair what was blocked.
        if html.contains(" style=\"") {
            return Err(
                "the page has a style attribute, which its CSP forbids: use a class".into(),
            );
        }
        // Hydration starts at the root's first child: no white space may come before the view.
        let _ = writeln!(
            body,
            "<div class=\"root\" id=\"{id}\" lang=\"{tag}\">{html}</div>"
        );
    }
    write(&generated.join("body.html"), &body)?;

    let mut style = String::new();
    for name in STYLES {
        style += &read(&source.join("style").join(name).with_extension("css"))?;
    }
    write(&generated.join("style.css"), &style)
}

/// Trunk hashes the names of the main module only. A browser may keep the charts for ever once their name says what
/// is in them; index.html tells boot.js the names.
fn stamp_charts(staging: &Path) -> Result<(), String> {
    let (old_js, old_wasm) = (staging.join("charts.js"), staging.join("charts_bg.wasm"));
    let wasm = fs::read(&old_wasm).map_err(|error| format!("{}: {error}", old_wasm.display()))?;
    let script = read(&old_js)?;
    let mut bytes = wasm;
    bytes.extend_from_slice(script.as_bytes());
    let hash: String = Sha256::digest(&bytes)
        .iter()
        .take(8)
        .map(|byte| format!("{byte:02x}"))
        .collect();

    let (js, module) = (
        format!("charts-{hash}.js"),
        format!("charts-{hash}_bg.wasm"),
    );
    let page = staging.join("index.html");
    let html = read(&page)?;
    for name in ["\"./charts.js\"", "\"./charts_bg.wasm\""] {
        if html.matches(name).count() != 1 {
            return Err(format!("index.html must name {name} once"));
        }
    }
    let html = html
        .replace("./charts.js", &format!("./{js}"))
        .replace("./charts_bg.wasm", &format!("./{module}"));
    let rename = |from: &Path, to: &str| {
        fs::rename(from, staging.join(to)).map_err(|error| format!("{}: {error}", from.display()))
    };
    rename(&old_wasm, &module)?;
    rename(&old_js, &js)?;
    write(
        &staging.join(&js),
        &script.replace("charts_bg.wasm", &module),
    )?;
    write(&page, &html)
}

fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

/// Writes only what changed, so that nothing that watches the file starts again for nothing.
fn write(path: &Path, text: &str) -> Result<(), String> {
    if fs::read_to_string(path).is_ok_and(|old| old == text) {
        return Ok(());
    }
    fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))
}
