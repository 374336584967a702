//! The page's build step, run by Trunk's hooks: `page` writes generated/ (the head with its CSP, the default page in
//! both languages, the lesson's texts, a stylesheet for the page and one for the views), `stamp` finishes what Trunk has put together (names with a hash for the charts
//! module, no comments in the scripts).

// The run that the tests hold to its bounds: a case that cannot be read stops the build.
#[path = "../../tests/truth/all.rs"]
#[allow(
    dead_code,
    missing_docs,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]
mod truth;

#[path = "prerender/accuracy.rs"]
mod accuracy;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, process::ExitCode};

use base64::{Engine as _, prelude::BASE64_STANDARD as BASE64};
use leptos::prelude::*;
use sha2::{Digest as _, Sha256};
use vram_ledger::app::{app, printed};
use vram_ledger::display::View;
use vram_ledger::i18n::Locale;
use vram_ledger::ledger::words::Word;

/// The style files in the order in which they are joined.
const STYLES: [&str; 5] = ["tokens", "base", "layout", "parts", "print"];

/// The views' own sheet is all the others: it is loaded with the module that draws them.
fn view_styles(folder: &Path) -> Result<String, String> {
    let entries = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut paths: Vec<PathBuf> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|end| end == "css"))
        .filter(|path| {
            let name = path.file_stem().and_then(|stem| stem.to_str());
            name.is_some_and(|name| !STYLES.contains(&name))
        })
        .collect();
    paths.sort();
    paths.iter().map(|path| read(path)).collect()
}

/// What the page may do; `{hash}` is the inline script's.
///
/// `wasm-unsafe-eval` is what compiling WebAssembly needs (it allows no eval of text), `data:` and `blob:` are the
/// pictures that the page offers to save. `https:` is the hub that a reader names in the import panel (on his own machine
/// plain http): the page asks it only when he presses Load.
const CSP: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval' 'sha256-{hash}'; style-src 'self'; \
                   img-src 'self' data: blob:; connect-src 'self' https: http://localhost:* http://127.0.0.1:*; base-uri 'none'; form-action 'none'";

fn main() -> ExitCode {
    let done = match env::args().nth(1).as_deref() {
        Some("page") => write_page(&directory("TRUNK_SOURCE_DIR", ".")),
        Some("stamp") => stamp(&directory("TRUNK_STAGING_DIR", "dist")),
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
    let script = without_comments(&script);
    let policy = CSP.replace("{hash}", &BASE64.encode(Sha256::digest(script.as_bytes())));
    let mut texts = write_texts(&generated.join("text"))?;
    let sheet = view_styles(&source.join("style"))?;
    let file = format!("views-{}.css", hex(&Sha256::digest(sheet.as_bytes())));
    write(&generated.join("text").join(&file), &sheet)?;
    let _ = writeln!(texts, "<meta name=\"views-css\" content=\"./text/{file}\">");
    write(
        &generated.join("head.html"),
        &format!(
            "<meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">\n<script>{script}</script>\n{texts}"
        ),
    )?;

    let mut body = String::new();
    for (id, tag, locale) in [("zh", "zh-CN", Locale::Zh), ("en", "en", Locale::En)] {
        let owner = Owner::new();
        let html = owner.with(|| app(locale).to_html());
        // The measured total of the default link: the page's own module asks for it only when the link is another one.
        let place = "data-other=\"1\">";
        if html.matches(place).count() != 1 {
            return Err("the page must have one place for the measured total".into());
        }
        let total = vram_ledger::api::measured_total("", locale);
        let html = html.replace(place, &[place, &total].concat());
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

/// The texts that are fetched when their view is opened, each under a name with its hash; gives the tags that tell
/// boot.js name and integrity.
fn write_texts(folder: &Path) -> Result<String, String> {
    // Old names would be copied along for ever.
    let _ = fs::remove_dir_all(folder);
    fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut tags = String::new();
    let accuracy = accuracy::run()?;
    for locale in [Locale::Zh, Locale::En] {
        let page = vram_ledger::views::accuracy::page(&accuracy, locale).into_string();
        for (view, html) in printed(locale).into_iter().chain([(View::Accuracy, page)]) {
            let digest = Sha256::digest(html.as_bytes());
            let name = format!("{}-{}", view.slug(), locale.slug());
            let file = format!("{name}-{}.html", hex(&digest));
            write(&folder.join(&file), &html)?;
            let integrity = BASE64.encode(digest);
            let _ = writeln!(
                tags,
                "<meta name=\"text-{name}\" content=\"./text/{file}\" data-integrity=\"sha256-{integrity}\">"
            );
        }
    }
    Ok(tags)
}

/// The first eight bytes of a hash, as a file name carries them.
fn hex(digest: &[u8]) -> String {
    digest
        .iter()
        .take(8)
        .map(|byte| format!("{byte:02x}"))
        .collect()
}

/// Trunk hashes the names of the main module only. A browser may keep the charts for ever once their name says what
/// is in them; index.html tells boot.js the names.
fn stamp(staging: &Path) -> Result<(), String> {
    let entries =
        fs::read_dir(staging).map_err(|error| format!("{}: {error}", staging.display()))?;
    for path in entries.filter_map(|entry| Some(entry.ok()?.path())) {
        if path.extension().is_some_and(|end| end == "js") {
            write(&path, &without_comments(&read(&path)?))?;
        }
    }

    for module in ["charts", "core_api", "measured", "workbench"] {
        let script = name_by_content(staging, module)?;
        // Other pages import the core by a name that stays.
        if module == "core_api" {
            write(
                &staging.join("core_api.js"),
                &format!(
                    "export * from \"./{script}\";\nexport {{ default }} from \"./{script}\";\n"
                ),
            )?;
        }
    }
    Ok(())
}

/// Gives a module's two files names that say what is in them, and writes the names into index.html; gives the script's.
fn name_by_content(staging: &Path, module: &str) -> Result<String, String> {
    let (old_js, old_wasm) = (format!("{module}.js"), format!("{module}_bg.wasm"));
    let script = read(&staging.join(&old_js))?;
    let from = staging.join(&old_wasm);
    let mut bytes = fs::read(&from).map_err(|error| format!("{}: {error}", from.display()))?;
    bytes.extend_from_slice(script.as_bytes());
    let hash = hex(&Sha256::digest(&bytes));
    let (js, wasm) = (
        format!("{module}-{hash}.js"),
        format!("{module}-{hash}_bg.wasm"),
    );

    let page = staging.join("index.html");
    let mut html = read(&page)?;
    for (old, new) in [(&old_js, &js), (&old_wasm, &wasm)] {
        let name = format!("\"./{old}\"");
        if html.matches(&name).count() != 1 {
            return Err(format!("index.html must name {name} once"));
        }
        html = html.replace(&name, &format!("\"./{new}\""));
        let path = staging.join(old);
        fs::rename(&path, staging.join(new))
            .map_err(|error| format!("{}: {error}", path.display()))?;
    }
    write(&staging.join(&js), &script.replace(&old_wasm, &wasm))?;
    // The plain name is free again, and may be another file's.
    let _ = fs::remove_file(staging.join(&old_js));
    write(&page, &html)?;
    Ok(js)
}

/// A script without its comment lines and indentation: an eighth of what a browser has to load of wasm-bindgen's.
/// A script in which a text goes over several lines stays as it is.
fn without_comments(script: &str) -> String {
    let comment = |line: &&str| {
        ["//", "/*", "*"]
            .iter()
            .any(|start| line.starts_with(start))
    };
    if script
        .lines()
        .any(|line| line.matches('`').count() % 2 == 1)
    {
        return script.into();
    }
    let lines: Vec<&str> = script
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .filter(|line| !comment(line))
        .collect();
    lines.join("\n") + "\n"
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
