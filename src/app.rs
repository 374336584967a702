//! Stand-in for the page: the default ledger, one slider, both languages. The real page replaces it.
use crate::charts_loader::{draw, on_sight};
use crate::i18n::Locale;
use leptos::prelude::*;
use leptos::wasm_bindgen::JsCast;
use leptos::wasm_bindgen::JsValue;
use leptos::wasm_bindgen::closure::Closure;

/// The default ledger's lines: id, names, bytes at micro batch 2, and whether they grow with it.
const LINES: [(&str, &str, &str, u64, bool); 9] = [
    (
        "policy_weights",
        "策略模型权重",
        "Policy weights",
        1_200_000_000,
        false,
    ),
    ("gradients", "梯度", "Gradients", 1_200_000_000, false),
    (
        "optimizer_states",
        "优化器状态",
        "Optimizer states",
        7_200_000_000,
        false,
    ),
    ("activations", "激活", "Activations", 140_928_614, true),
    (
        "logits",
        "logits 与 logprob",
        "Logits and logprobs",
        1_244_659_712,
        true,
    ),
    (
        "reference_model",
        "参考模型",
        "Reference model",
        1_200_000_000,
        false,
    ),
    (
        "engine_weights",
        "vLLM 权重",
        "vLLM weights",
        1_200_000_000,
        false,
    ),
    ("kv_cache", "KV cache", "KV cache", 1_879_048_192, false),
    ("context", "CUDA context", "CUDA context", 1 << 30, false),
];

fn gib(bytes: u64) -> String {
    let hundredths = (bytes * 100 + (1 << 29)) >> 30;
    if hundredths < 1000 {
        return format!("{}.{:02} GiB", hundredths / 100, hundredths % 100);
    }
    let tenths = (bytes * 10 + (1 << 29)) >> 30;
    format!("{}.{} GiB", tenths / 10, tenths % 10)
}

fn bytes(index: usize, mb: u64) -> u64 {
    LINES
        .get(index)
        .map_or(0, |line| if line.4 { line.3 * mb / 2 } else { line.3 })
}

fn digits(text: &str) -> Option<u64> {
    let fold = |n: u64, digit: u8| n.saturating_mul(10).saturating_add(u64::from(digit - b'0'));
    (!text.is_empty() && text.bytes().all(|b| b.is_ascii_digit()))
        .then(|| text.bytes().fold(0, fold))
}

fn asked(query: &str) -> Option<u64> {
    query
        .split(['?', '&'])
        .find_map(|pair| pair.strip_prefix("mb="))
        .and_then(digits)
        .map(|mb| mb.clamp(1, 64))
}

fn html() -> Option<leptos::web_sys::Element> {
    document().document_element()
}

fn object(entries: &[(&str, JsValue)]) -> JsValue {
    let object = js_sys::Object::new();
    for (key, value) in entries {
        let _ = js_sys::Reflect::set(&object, &JsValue::from_str(key), value);
    }
    object.into()
}

fn post(entries: &[(&str, JsValue)]) {
    if let Ok(Some(parent)) = window().parent() {
        let _ = parent.post_message(&object(entries), "*");
    }
}

/// The page.
#[component]
pub fn App(
    /// The language at the start.
    locale: Locale,
) -> impl IntoView {
    let locale = RwSignal::new(locale);
    let mb = RwSignal::new(2_u64);
    let seen = RwSignal::new(false);
    let canvas = NodeRef::<leptos::html::Canvas>::new();
    let total = Memo::new(move |_| (0..LINES.len()).map(|at| bytes(at, mb.get())).sum::<u64>());
    let capacity = 32_607_u64 << 20;
    let left = move || capacity.saturating_sub(total.get());
    let verdict = move || {
        if total.get() > capacity {
            "over"
        } else if left() * 10 < capacity {
            "tight"
        } else {
            "fits"
        }
    };
    let text =
        move |zh: &'static str, en: &'static str| if locale.get() == Locale::Zh { zh } else { en };

    Effect::new(move |_| {
        let Some(canvas) = canvas.get() else { return };
        on_sight(&canvas, move |now| seen.set(now));
    });
    Effect::new(move |_| {
        let (Some(canvas), true) = (canvas.get(), seen.get()) else {
            return;
        };
        let concurrency = vec![4.0, 16.0, 64.0, 256.0];
        let length: Vec<f64> = (0..8).map(|n| f64::from(1024 << n)).collect();
        let gib = concurrency.iter().flat_map(|c| {
            length
                .iter()
                .map(move |l| c * l * 114_688.0 / 1_073_741_824.0)
        });
        let free = (left() >> 20) as f64 / 1024.0 + 1.75;
        let picture = crate::chart::KvPicture {
            gib: gib.collect(),
            concurrency,
            length,
            free_gib: free,
            tight_gib: free - 3.2,
            current: Some((1, 0)),
        };
        let dark =
            html().is_some_and(|html| html.get_attribute("data-theme").as_deref() == Some("dark"));
        let colors = if dark {
            [
                "#16181c", "#e8e6e1", "#a3a7b0", "#2c3036", "#6cc08b", "#d9a441", "#e5766b",
                "#6aa5ee",
            ]
        } else {
            [
                "#fcfbf8", "#1a1c20", "#5d616a", "#dddbd5", "#2f6b45", "#a36a00", "#a8322a",
                "#1d5fae",
            ]
        };
        let labels = match locale.get() {
            Locale::Zh => ["每条序列的 token 数", "KV cache，GiB", "剩给 KV", "并发"],
            Locale::En => [
                "tokens per sequence",
                "KV cache, GiB",
                "left for KV",
                "concurrency",
            ],
        };
        let words = |words: &[&str]| words.iter().map(|&word| String::from(word)).collect();
        let (colors, labels) = (words(&colors), words(&labels));
        leptos::task::spawn_local(async move {
            if draw(
                &canvas,
                &picture,
                colors,
                labels,
                "system-ui, sans-serif".into(),
            )
            .await
            .is_err()
            {
                leptos::logging::error!("no picture");
            }
        });
    });

    // Hydration does not repair text: the link's state is set after it, and only then are the numbers the link's own.
    Effect::new(move |_| {
        if let Some(asked) = asked(&window().location().search().unwrap_or_default()) {
            mb.set(asked);
        }
        // Not in an animation frame: a frame that is out of sight gets none.
        leptos::task::spawn_local(async {
            leptos::task::tick().await;
            if let Some(html) = html() {
                let _ = html.class_list().remove_1("pending");
            }
        });
        let Some(html) = html().filter(|html| html.class_list().contains("embed")) else {
            return;
        };
        let told = html.clone();
        let resized = Closure::<dyn FnMut()>::new(move || {
            let id = window().name().unwrap_or_default();
            let height = f64::from(told.scroll_height());
            post(&[
                ("type", "vram-ledger:height".into()),
                ("v", 1.into()),
                ("height", height.into()),
                ("id", id.into()),
            ]);
        });
        if let (Ok(observer), Some(body)) = (
            web_sys::ResizeObserver::new(resized.as_ref().unchecked_ref()),
            document().body(),
        ) {
            observer.observe(&body);
            resized.forget();
        }
        let handle = window_event_listener(leptos::ev::message, move |event| {
            let from: Option<JsValue> = event.source().map(Into::into);
            if from != window().parent().ok().flatten().map(Into::into) {
                return;
            }
            let get = |key: &str| {
                js_sys::Reflect::get(&event.data(), &key.into())
                    .ok()
                    .and_then(|v| v.as_string())
            };
            if get("type").as_deref() == Some("vram-ledger:set") {
                mb.set(get("query").and_then(|query| asked(&query)).unwrap_or(2));
            }
        });
        std::mem::forget(handle);
    });
    Effect::new(move |before: Option<()>| {
        let query = format!("mb={}", mb.get());
        if before.is_some() {
            post(&[
                ("type", "vram-ledger:state".into()),
                ("query", query.into()),
            ]);
        }
    });

    view! {
        <header>
            <h1>{move || text("显存账本", "VRAM Ledger")}</h1>
            <button data-lang-toggle on:click=move |_| {
                locale.update(|l| *l = if *l == Locale::Zh { Locale::En } else { Locale::Zh });
                if let Some(html) = html() {
                    let tag = if locale.get_untracked() == Locale::Zh { "zh-CN" } else { "en" };
                    let _ = html.set_attribute("lang", tag);
                }
                if let Some(root) = document().get_element_by_id("app") {
                    let _ = root.remove_attribute("lang");
                }
            }><span lang=move || text("en", "zh-CN")>{move || text("English", "中文")}</span></button>
            <button data-theme-toggle on:click=move |_| {
                if let Some(html) = html() {
                    let dark = html.get_attribute("data-theme").as_deref() == Some("dark");
                    let _ = html.set_attribute("data-theme", if dark { "light" } else { "dark" });
                }
            }>{move || text("明暗", "Theme")}</button>
        </header>
        <main>
            <label>{move || text("每卡 micro batch", "Micro batch per card")}
                <input type="range" data-key="mb" min="1" max="16" value="2"
                    prop:value=move || mb.get().to_string()
                    on:input=move |event| if let Some(value) = digits(&event_target_value(&event)) { mb.set(value) }/>
            </label>
            <p data-verdict=verdict>
                <b data-total>{move || gib(total.get())}</b>" "
                <span data-left>{move || gib(left())}</span>
            </p>
            <table>
                <tbody>
                    {(0..LINES.len()).map(|at| {
                        let line = LINES.get(at).copied().unwrap_or_default();
                        view! {
                            <tr data-item=line.0>
                                <th scope="row">{move || text(line.1, line.2)}</th>
                                <td data-value>{move || gib(bytes(at, mb.get()))}</td>
                            </tr>
                        }
                    }).collect_view()}
                </tbody>
            </table>
            <div class="far"></div>
            <canvas data-chart="kv" node_ref=canvas role="img" aria-label="KV cache"></canvas>
        </main>
    }
}
