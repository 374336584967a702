//! How fast: a prompt, a decoding step, a training run, each with what bounds it.
use super::{say, settings, with_own};
use crate::html::{Html, Tag, h};
use crate::i18n::ServingText;
use crate::ledger::engine_plan::{self, WHOLE};
use crate::ledger::flops::{self, Pass};
use crate::ledger::formula::Formula;
use crate::ledger::speed::{self, LESSON_TOKENS, PLAN_MARGIN};
use crate::ledger::units::{grouped_u64, plain, three_digits};
use crate::ledger::words::Word;
use crate::url::Key;
use crate::views::Scene;
use crate::views::figures::{self, percent, seconds};
use crate::views::parts::{note, row, section, table};

/// Prompts that are always shown, in tokens.
const PROMPTS: &[u64] = &[1024, 8192, 32_768, 131_072];
/// Concurrencies that are always shown.
const BATCHES: &[u64] = &[1, 4, 16, 64, 256];
/// The largest concurrency at which the bound is looked for.
const TURNING_LIMIT: u64 = 65_536;

/// The three tables.
pub(super) fn draw(scene: &Scene<'_>) -> Tag {
    let config = scene.config();
    let text = |text| say(scene, text, &[]);
    let out = section("serving-speed", &text(ServingText::Speed));
    let (Some((rate, fp8)), Some(bandwidth)) = (speed::rate(config), config.gpu.bandwidth_gb_s())
    else {
        return out.kid(note(
            "warn",
            say(scene, ServingText::NoSpeed, &[config.gpu.name]),
        ));
    };
    out.kid(h("p").kid(say(
        scene,
        ServingText::SpeedLead,
        &[
            config.gpu.name,
            &plain(rate),
            &plain(bandwidth),
            if fp8 {
                "fp8"
            } else {
                scene.pick("16 bit", "16 bits")
            },
        ],
    )))
    .kid(h("h4").kid(text(ServingText::Prefill)))
    .kid(prefill(scene))
    .kid(h("h4").kid(say(scene, ServingText::Decode, &[&grouped_u64(config.len)])))
    .kid(h("p").kid(text(ServingText::DecodeLead)))
    .kid(decode(scene))
    .kid(h("h4").kid(text(ServingText::Training)))
    .kid(training(scene))
    .kid(settings(scene, &[Key::Tokens, Key::N, Key::Mfu]))
}

/// The share of a sum that does not come from its first term.
fn beyond_first(formula: &Formula) -> f64 {
    let first = formula.terms().first().map_or(0.0, Formula::value);
    let all = formula.value();
    if all > 0.0 { (all - first) / all } else { 0.0 }
}

fn prefill(scene: &Scene<'_>) -> Html {
    let config = scene.config();
    let text = |text| say(scene, text, &[]);
    let mfu = config.mfu.as_f64();
    let rows = with_own(config.len, PROMPTS).into_iter().map(|len| {
        let flops = speed::prefill_flops(config, len);
        let floor = speed::prefill(config, len, None);
        let real = speed::prefill(config, len, Some(mfu));
        let shown = |time: Option<(f64, speed::Limit)>| {
            time.map(|(value, _)| seconds(scene.locale, value))
                .unwrap_or_default()
        };
        let limit = floor.bound().map(|(_, limit)| limit);
        row(
            grouped_u64(len),
            [
                figures::flops(flops.value()),
                percent(beyond_first(&flops)),
                shown(floor.bound()),
                shown(real.bound()),
                limit.map_or_else(String::new, |l| l.label(scene.locale).to_string()),
            ],
        )
        .maybe("aria-current", (len == config.len).then_some("true"))
    });
    let heads = [
        text(ServingText::PromptColumn),
        text(ServingText::FlopsColumn),
        text(ServingText::AttentionShare),
        text(ServingText::AtPeak),
        say(scene, ServingText::AtMfu, &[&plain(mfu)]),
        text(ServingText::LimitColumn),
    ];
    let own = speed::prefill_flops(config, config.len);
    Html::from(table(&text(ServingText::Prefill), heads, rows.collect())).then(
        h("p").class("now").kid(figures::worked(
            scene,
            &own,
            &[&figures::flops(own.value()), " FLOP"].concat(),
        )),
    )
}

fn decode(scene: &Scene<'_>) -> Html {
    let config = scene.config();
    let text = |text| say(scene, text, &[]);
    let room = engine_plan::room(scene.ledger(), WHOLE);
    let rows = with_own(config.conc, BATCHES).into_iter().map(|conc| {
        let time = speed::decode_step(config, conc, config.len);
        let rate = speed::decode_rate(config, conc, config.len);
        let cache = engine_plan::cache_formula(config, conc, config.len);
        let fits = match (room, cache) {
            (Some(room), Some(cache)) => Some(cache.bytes() <= room),
            (None, _) | (_, None) => None,
        };
        let mark = match fits {
            Some(true) => "✓",
            Some(false) => "×",
            None => "",
        };
        row(
            grouped_u64(conc),
            [
                time.bound()
                    .map(|(value, _)| seconds(scene.locale, value))
                    .unwrap_or_default(),
                rate.map(|r| three_digits(r.all)).unwrap_or_default(),
                rate.map(|r| three_digits(r.each)).unwrap_or_default(),
                rate.map_or_else(String::new, |r| r.limit.label(scene.locale).to_string()),
                mark.to_string(),
            ],
        )
        .maybe("aria-current", (conc == config.conc).then_some("true"))
        .maybe("data-limit", rate.map(|r| r.limit.slug()))
    });
    let heads = [
        ServingText::Concurrency,
        ServingText::StepTime,
        ServingText::All,
        ServingText::Each,
        ServingText::LimitColumn,
        ServingText::DoesFit,
    ]
    .map(text);
    let turning = match speed::turning_point(config, config.len, TURNING_LIMIT) {
        Some(conc) => say(scene, ServingText::Turning, &[&grouped_u64(conc)]),
        None => text(ServingText::NoTurning),
    };
    let own = speed::decode_step(config, config.conc, config.len);
    let worked = own.formula().zip(own.bound()).map(|(formula, (value, _))| {
        h("p").class("now").kid(figures::worked(
            scene,
            formula,
            &seconds(scene.locale, value),
        ))
    });
    Html::from(table(
        &say(scene, ServingText::Decode, &[&grouped_u64(config.len)]),
        heads,
        rows.collect(),
    ))
    .then(h("p").kid(turning))
    .then(worked)
}

fn training(scene: &Scene<'_>) -> Html {
    let config = scene.config();
    let text = |text| say(scene, text, &[]);
    let tokens = config.tokens.unwrap_or(LESSON_TOKENS);
    let [low, high] = PLAN_MARGIN.map(plain);
    let lead = say(
        scene,
        ServingText::TrainingLead,
        &[
            &grouped_u64(config.n),
            &plain(config.mfu.as_f64()),
            &figures::flops(tokens as f64),
            &low,
            &high,
        ],
    );
    let rows = [Pass::Train, Pass::Recompute].map(|pass| {
        let flops = flops::training(config, tokens, pass);
        let time = speed::training(config, tokens, pass);
        let shown = time.as_ref().map(|t| seconds(scene.locale, t.value()));
        let how = time.map(|time| figures::arithmetic(scene, &time));
        row(
            pass.label(scene.locale),
            [
                Html::from(figures::flops(flops.value())),
                shown.into(),
                how.into(),
            ],
        )
    });
    let heads = [
        ServingText::PassColumn,
        ServingText::FlopsColumn,
        ServingText::Days,
        ServingText::How,
    ]
    .map(text);
    let adapters =
        flops::trains_adapters(config).then(|| note("", text(ServingText::AdaptersTrain)));
    Html::from(h("p").kid(lead))
        .then(table(&text(ServingText::Training), heads, rows.to_vec()))
        .then(adapters)
}
