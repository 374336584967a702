//! Stand-in for the page: the default ledger, one slider, both languages. The real page replaces it.
use crate::i18n::Locale;
use leptos::prelude::*;

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
        format!("{}.{:02} GiB", hundredths / 100, hundredths % 100)
    } else {
        let tenths = (bytes * 10 + (1 << 29)) >> 30;
        format!("{}.{} GiB", tenths / 10, tenths % 10)
    }
}

fn bytes(index: usize, mb: u64) -> u64 {
    LINES
        .get(index)
        .map_or(0, |line| if line.4 { line.3 * mb / 2 } else { line.3 })
}

/// The page.
#[component]
pub fn App(
    /// The language at the start.
    locale: Locale,
) -> impl IntoView {
    let locale = RwSignal::new(locale);
    let mb = RwSignal::new(2_u64);
    let canvas = NodeRef::<leptos::html::Canvas>::new();
    Effect::new(move |_| {
        let grown = mb.get() as f64;
        let Some(canvas) = canvas.get() else { return };
        let picture = crate::chart::KvPicture {
            concurrency: vec![4.0, 16.0, 64.0, 256.0],
            length: (0..8).map(|n| f64::from(1024 << n)).collect(),
            gib: [4.0, 16.0, 64.0, 256.0]
                .iter()
                .flat_map(|c| {
                    (0..8).map(move |n| c * f64::from(1024 << n) * 114_688.0 / 1_073_741_824.0)
                })
                .collect(),
            free_gib: 20.0 - grown,
            tight_gib: 16.0 - grown,
            current: Some((1, 0)),
        };
        let colors = [
            "#fcfbf8", "#1a1c20", "#5d616a", "#dddbd5", "#2f6b45", "#a36a00", "#a8322a", "#1d5fae",
        ]
        .map(String::from)
        .to_vec();
        let labels = [
            "每条序列的 token 数",
            "KV cache，GiB",
            "剩给 KV 的 18.4 GiB",
            "并发",
        ]
        .map(String::from)
        .to_vec();
        leptos::task::spawn_local(async move {
            if let Err(error) = crate::charts_loader::draw(
                &canvas,
                &picture,
                colors,
                labels,
                "system-ui, sans-serif".into(),
            )
            .await
            {
                leptos::logging::error!("{error:?}");
            }
        });
    });
    let total = Memo::new(move |_| (0..LINES.len()).map(|at| bytes(at, mb.get())).sum::<u64>());
    let capacity = 32_607_u64 << 20;
    let text =
        move |zh: &'static str, en: &'static str| if locale.get() == Locale::Zh { zh } else { en };

    // Hydration does not repair text: the link's state is set after it, and only then are the numbers this page's own.
    Effect::new(move |_| {
        let search = window().location().search().unwrap_or_default();
        if let Some(asked) = search
            .split(['?', '&'])
            .find_map(|pair| pair.strip_prefix("mb="))
        {
            mb.set(
                asked
                    .bytes()
                    .fold(0, |n, digit| {
                        n * 10 + u64::from(digit.wrapping_sub(b'0')) % 10
                    })
                    .clamp(1, 64),
            );
        }
        if let Some(html) = document().document_element() {
            request_animation_frame(move || {
                let _ = html.class_list().remove_1("pending");
            });
        }
    });

    view! {
        <header>
            <h1>{move || text("显存账本", "VRAM Ledger")}</h1>
            <button data-lang-toggle on:click=move |_| {
                locale.update(|l| *l = if *l == Locale::Zh { Locale::En } else { Locale::Zh });
                if let Some(html) = document().document_element() {
                    let _ = html.set_attribute("lang", if locale.get_untracked() == Locale::Zh { "zh-CN" } else { "en" });
                }
            }>{move || text("English", "中文")}</button>
        </header>
        <main>
            <label>{move || text("每卡 micro batch", "Micro batch per card")}
                <input type="range" data-key="mb" min="1" max="16" value="2"
                    prop:value=move || mb.get().to_string()
                    on:input=move |event| mb.set(event_target_value(&event).bytes().fold(0, |n, d| n * 10 + u64::from(d - b'0')))/>
            </label>
            <p data-verdict=move || { if total.get() > capacity { "over" } else { "fits" } }>
                <b data-total>{move || gib(total.get())}</b>" "
                <span data-left>{move || gib(capacity.saturating_sub(total.get()))}</span>
            </p>
            <canvas node_ref=canvas role="img" aria-label="KV cache"></canvas>
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
        </main>
    }
}
