// The built page in a real browser, below a folder of a site, under its own strict policy.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { after, before, describe, test } from "node:test";
import { dist, files, serve } from "./server.mjs";
import { html, launch, live, number, opener, policy, search, violations, visit } from "./browser.mjs";
import { command } from "./program.mjs";

/** The lesson's default ledger, as it is printed. */
const DEFAULT = {
  policy_weights: 1.12, gradients: 1.12, optimizer_states: 6.71, activations: 0.13, logits: 1.16,
  reference_model: 1.12, engine_weights: 1.12, kv_cache: 1.75,
};
const LEFT = 16.6;
const VIEWS = ["ledger", "kv", "lesson", "quiz"];
const BOTH = [
  { locale: "zh-CN", colorScheme: "light" }, { locale: "zh-CN", colorScheme: "dark" },
  { locale: "en-US", colorScheme: "light" }, { locale: "en-US", colorScheme: "dark" },
];

let browser, site;
before(async () => {
  site = await serve(files(dist), { csp: policy });
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await site?.close();
});

const on = opener(() => ({ browser, site }));

async function ledger(page) {
  const rows = {};
  for (const item of Object.keys(DEFAULT)) {
    rows[item] = number(await page.locator(`[data-item="${item}"] [data-value]`).first().innerText());
  }
  return rows;
}
const left = async page => number(await page.locator("[data-left]").first().innerText());
const total = page => page.locator("[data-total]").first().innerText();
const slider = page => page.locator("input[type=range][data-key=mb]").first();

describe("the default page", () => {
  for (const both of BOTH) {
    test(`shows the lesson's ledger: ${both.locale}, ${both.colorScheme}`, () => on("", both, async page => {
      assert.deepEqual(await ledger(page), DEFAULT);
      assert.equal(await left(page), LEFT);
      assert.equal(await page.locator("[data-verdict]").first().getAttribute("data-verdict"), "fits");
      assert.match(await total(page), /15\.2\s*GiB/);
      const wanted = both.locale.slice(0, 2);
      assert.ok((await page.evaluate(() => document.documentElement.lang)).startsWith(wanted));
      assert.equal(await page.locator(".root").count(), 1);
    }));
  }

  test("is, as prerendered, what the command line prints", () => {
    const rows = command("estimate", "--format", "csv").out.trim().split("\n").slice(1).map(line => line.split(","));
    assert.equal(rows.length, 9);
    for (const [item, , , , gib] of rows) {
      const shown = [...html.matchAll(new RegExp(`data-item="${item}"[\\s\\S]*?data-value[^>]*>([^<]*)<`, "g"))].map(([, text]) => text);
      assert.deepEqual(shown, [`${gib} GiB`, `${gib} GiB`], item);
    }
  });

  test("is the same before and without the script", async () => {
    const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 1360, height: 900 } });
    try {
      const page = await context.newPage();
      await page.goto(site.url);
      for (const root of ["#zh", "#en"]) {
        for (const [item, value] of Object.entries(DEFAULT)) {
          const cell = page.locator(`${root} [data-item="${item}"] [data-value]`).first();
          assert.equal(number(await cell.textContent()), value, `${root} ${item}`);
        }
        assert.equal(number(await page.locator(`${root} [data-left]`).first().textContent()), LEFT);
        assert.ok(await page.locator(`${root} [data-total]`).first().isVisible());
      }
      assert.match(await page.locator("noscript").innerText(), /JavaScript.*JavaScript/s);
    } finally {
      await context.close();
    }
  });

  test("loads the charts module only when a picture comes into view, and draws it sharply", () => on("?view=kv", { scale: 2, height: 300 }, async (page, visited) => {
    await page.waitForTimeout(300);
    assert.deepEqual(visited.requests.filter(url => /charts/.test(url)), []);
    const canvas = page.locator("canvas[data-chart=kv]").first();
    await canvas.scrollIntoViewIfNeeded();
    await page.waitForFunction(() => {
      const canvas = document.querySelector("canvas[data-chart=kv]");
      const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext("2d", { willReadFrequently: true });
      copy.drawImage(canvas, 0, 0);
      const { data } = copy.getImageData(0, 0, canvas.width, canvas.height);
      const seen = new Set();
      for (let at = 0; at < data.length; at += 4) seen.add((data[at] << 16) | (data[at + 1] << 8) | data[at + 2]);
      return seen.size > 20;
    });
    assert.equal(visited.requests.filter(url => /charts-[0-9a-f]{16}(_bg\.wasm|\.js)$/.test(url)).length, 2);
    const [device, css] = await canvas.evaluate(canvas => [canvas.width, canvas.clientWidth]);
    assert.ok(Math.abs(device - 2 * css) <= 1, `${device} device pixels for ${css}`);
  }));

  test("transfers no more than its budget until it is idle", () => on("", { height: 500, wait: false }, async (page, { context }) => {
    const fresh = await context.newPage();
    const cdp = await context.newCDPSession(fresh);
    await cdp.send("Network.enable");
    const bytes = [];
    cdp.on("Network.loadingFinished", event => bytes.push(event.encodedDataLength));
    await fresh.goto(site.url);
    await live(fresh);
    await fresh.waitForLoadState("networkidle");
    const sum = bytes.reduce((a, b) => a + b, 0);
    console.log(`    first load: ${(sum / 1000).toFixed(1)} kB in ${bytes.length} responses, headers included`);
    assert.ok(sum > 20_000 && sum <= 172_000, `${sum} bytes`);
  }));
});

describe("the policy", () => {
  test("is the documented one, with the hash of the one inline script", () => {
    const scripts = [...html.matchAll(/<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(([, text]) => text);
    assert.equal(scripts.length, 1);
    const hash = createHash("sha256").update(scripts[0]).digest("base64");
    assert.equal(policy, `default-src 'none'; script-src 'self' 'wasm-unsafe-eval' 'sha256-${hash}'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self' https: http://localhost:* http://127.0.0.1:*; base-uri 'none'; form-action 'none'`);
    assert.ok(html.indexOf("Content-Security-Policy") < html.indexOf("<script"));
    assert.doesNotMatch(html, /\sstyle="|<style|\son[a-z]+="/);
  });

  test("is in force", () => on("", {}, async (page, visited) => {
    await page.evaluate(() => {
      const script = document.createElement("script");
      script.textContent = "globalThis.ran = true";
      document.body.append(script);
    });
    assert.equal(await page.evaluate(() => globalThis.ran), undefined);
    await page.waitForFunction(() => globalThis.cspReports.length > 0);
    assert.match(visited.record.join(), /script-src/);
    visited.record.length = 0;
  }));

  test("every file is named relatively, so that any folder serves", () => {
    for (const [, address] of html.matchAll(/(?:src|href|content)="((?:https?:|\/)[^"]*)"/g)) assert.fail(address);
  });
});

describe("a link", () => {
  test("is a state: its numbers are those that the controls give", () => on("", {}, async page => {
    await slider(page).focus();
    await page.keyboard.press("ArrowRight");
    await page.waitForFunction(([selector, old]) => document.querySelector(selector).textContent !== old, ["[data-item=logits] [data-value]", "1.16 GiB"]);
    const value = await slider(page).evaluate(input => input.getAttribute("data-value") ?? input.value);
    const rows = await ledger(page);
    assert.notEqual(rows.logits, DEFAULT.logits);
    assert.equal(rows.policy_weights, DEFAULT.policy_weights);
    const query = await search(page);
    await on(query.includes("mb=") ? query : `?mb=${value}`, {}, async page => assert.deepEqual(await ledger(page), rows));
  }));

  test("dims the default numbers until its own are in", async () => {
    let go;
    const held = new Promise(done => { go = done });
    const context = await browser.newContext({ locale: "zh-CN" });
    try {
      const page = await context.newPage();
      await page.route("**/page-*.wasm", async route => { await held; await route.continue() });
      await page.goto(`${site.url}?mb=8`);
      const dimmed = () => page.locator("[data-item=logits] [data-value]").first().evaluate(cell => {
        let opacity = 1;
        for (let at = cell; at; at = at.parentElement) opacity *= Number(getComputedStyle(at).opacity);
        return opacity;
      });
      assert.ok(await page.evaluate(() => document.documentElement.classList.contains("pending")));
      assert.ok(await dimmed() < 0.6);
      await page.waitForTimeout(600);
      assert.ok(await page.locator(".boot-wait").isVisible(), "progress is shown while the module loads");
      go();
      await live(page);
      assert.equal(await dimmed(), 1);
      assert.ok(await page.locator(".boot-wait").isHidden());
      assert.notEqual((await ledger(page)).logits, DEFAULT.logits);
    } finally {
      await context.close();
    }
  });

  test("of display keys only does not dim", () => on("?v=1&view=ledger&lang=en&theme=dark&unit=GiB&ui=full", { wait: false }, async page => {
    assert.equal(await page.evaluate(() => document.documentElement.classList.contains("pending")), false);
    await live(page);
  }));

  for (const query of ["?mb=abc", "?mb=", "?mb=-3", "?mb=NaN", "?mb=1e999", "?mb=99999999999999999999999", "?nonsense=1&mb", "?%", "?mb=%FF%FE", "?mb=２", "?mb=1&mb=4", `?x=${"9".repeat(6000)}`, "?lang=xx&theme=%00&view=../../x"]) {
    test(`that is bad still shows a ledger: ${query.slice(0, 40)}`, () => on(query, {}, async page => {
      for (const value of Object.values(await ledger(page))) assert.ok(Number.isFinite(value));
      await slider(page).focus();
      await page.keyboard.press("ArrowRight");
    }));
  }
});

describe("when the calculator cannot run", () => {
  const cases = [["the module does not arrive", /page-.*_bg\.wasm$/], ["its script does not arrive", /page-.*\.js$/], ["not even the starter arrives", /boot-.*\.js$/]];
  for (const [why, without] of cases) {
    test(`${why}: the default ledger stays, with a sentence and a way out`, async () => {
      const broken = await serve(files(dist), { without });
      const { page, close } = await visit(browser, broken.url, { locale: "en-US", wait: false });
      try {
        await page.waitForFunction(() => document.documentElement.classList.contains("failed"));
        const sentence = page.locator(".boot-fail:visible");
        assert.match(await sentence.innerText(), /could not run/);
        assert.doesNotMatch(await sentence.innerText(), /没能/);
        assert.ok(await page.locator("[data-total]:visible").first().isVisible());
        assert.ok(await page.locator(".boot-wait").isHidden());
        await page.goto(`${broken.url}?mb=8&embed=1&lang=zh`);
        await page.waitForFunction(() => document.documentElement.classList.contains("failed"));
        assert.match(await page.locator(".boot-fail:visible").innerText(), /算不出来/);
        assert.equal(await page.locator("[data-total]:visible").count(), 0, "a link never shows the default's numbers as its own");
        const link = page.locator(".boot-fail a:visible");
        assert.equal(await link.getAttribute("target"), "_blank");
        if (!why.includes("starter")) assert.equal(await link.evaluate(link => link.href), `${broken.url}?mb=8&lang=zh`);
      } finally {
        await close();
        await broken.close();
      }
    });
  }
});

describe("language", () => {
  const heading = page => page.locator("h1").first().innerText();
  const chinese = /\p{Script=Han}/u;
  test("comes from the link, then from storage, then from the browser", async () => {
    await on("?lang=zh", { locale: "en-US", storage: { "vram-ledger:lang": "en" } }, async page => assert.match(await heading(page), chinese));
    await on("?lang=auto", { locale: "en-US", storage: { "vram-ledger:lang": "zh" } }, async page => assert.match(await heading(page), chinese));
    await on("", { locale: "zh-TW" }, async page => assert.match(await heading(page), chinese));
    await on("", { locale: "fr-FR" }, async page => assert.doesNotMatch(await heading(page), chinese));
  });

  test("is complete: the English page has Chinese only where it says so", () => on("?lang=en", {}, async page => {
    const stray = await page.evaluate(() => {
      const found = [], walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      while (walk.nextNode()) {
        const { parentElement: parent, data } = walk.currentNode;
        if (/\p{Script=Han}/u.test(data) && !parent.closest('[lang^="zh"]:not(html), script, noscript, option')) found.push(data.trim());
      }
      return found;
    });
    assert.deepEqual(stray, []);
  }));

  test("changes without a reload, and the numbers stay", () => on("?lang=zh", {}, async page => {
    await page.locator("[data-lang-toggle]").first().click();
    await page.waitForFunction(() => document.documentElement.lang === "en");
    assert.doesNotMatch(await heading(page), chinese);
    assert.deepEqual(await ledger(page), DEFAULT);
    await page.locator("[data-lang-toggle]").first().click();
    await page.waitForFunction(() => document.documentElement.lang === "zh-CN");
    assert.match(await heading(page), chinese);
  }));
});

describe("theme", () => {
  const lightness = page => page.evaluate(() => {
    const [r, g, b] = getComputedStyle(document.body).backgroundColor.match(/[\d.]+/g).map(Number);
    return (0.2126 * r + 0.7152 * g + 0.0722 * b) / 255;
  });
  test("follows the system, storage, and the link over both", async () => {
    await on("", { colorScheme: "light" }, async page => assert.ok(await lightness(page) > 0.8));
    await on("", { colorScheme: "dark" }, async page => assert.ok(await lightness(page) < 0.2));
    await on("", { colorScheme: "light", storage: { "vram-ledger:theme": "dark" } }, async page => assert.ok(await lightness(page) < 0.2));
    await on("?theme=light", { colorScheme: "dark", storage: { "vram-ledger:theme": "dark" } }, async page => assert.ok(await lightness(page) > 0.8));
    await on("?theme=auto", { colorScheme: "light", storage: { "vram-ledger:theme": "dark" } }, async page => assert.ok(await lightness(page) > 0.8));
  });
  test("changes by its button", () => on("?theme=light", {}, async page => {
    await page.locator("[data-theme-toggle]").first().click();
    assert.ok(await lightness(page) < 0.2);
  }));
});

describe("access", () => {
  for (const view of VIEWS) {
    for (const both of BOTH) {
      test(`axe finds nothing: ${view}, ${both.locale}, ${both.colorScheme}`, () => on(`?view=${view}`, both, async page => {
        assert.deepEqual(await violations(page), []);
      }));
    }
    for (const width of [320, 390, 1360]) {
      test(`nothing is wider than ${width} px: ${view}`, async () => {
        for (const lang of ["zh", "en"]) {
          await on(`?view=${view}&lang=${lang}`, { width, height: 700 }, async page => {
            const [inner, outer] = await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
            assert.ok(inner <= outer, `${inner} px of content, ${lang}`);
          });
        }
      });
    }
  }
});

describe("smoothness", () => {
  for (const query of ["", "?mb=8", "?view=kv&lang=en&theme=dark"]) {
    for (const width of [390, 1360]) {
      test(`nothing moves by itself while the page loads: ${query || "default"}, ${width} px`, async () => {
        const { page, close, check } = await visit(browser, "about:blank", { width, wait: false, allow: [site.origin], init: () => {
          globalThis.shifts = [];
          new PerformanceObserver(list => {
            for (const entry of list.getEntries()) {
              globalThis.shifts.push({ value: entry.value, moved: entry.sources.map(({ node }) => (node?.outerHTML ?? node?.textContent ?? "").slice(0, 100)) });
            }
          }).observe({ type: "layout-shift", buffered: true });
        } });
        try {
          // Slow enough that the default page is painted before the module arrives.
          await page.route("**/page-*.wasm", async route => { await new Promise(done => setTimeout(done, 400)); await route.continue() });
          await page.goto(site.url + query);
          await live(page);
          await page.waitForTimeout(400);
          assert.deepEqual(await page.evaluate(() => globalThis.shifts), []);
          check();
        } finally {
          await close();
        }
      });
    }
  }

  /** Steps the slider `count` times, each waiting until it is painted. */
  async function steps(page, count) {
    await slider(page).focus();
    for (let step = 0; step < count; step++) {
      await page.keyboard.press(step % 8 < 4 ? "ArrowRight" : "ArrowLeft");
      await page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))));
    }
  }

  test("a slider step costs one layout", () => on("", {}, async (page, { context }) => {
    const cdp = await context.newCDPSession(page);
    await cdp.send("Performance.enable");
    const metrics = async () => Object.fromEntries((await cdp.send("Performance.getMetrics")).metrics.map(({ name, value }) => [name, value]));
    await steps(page, 4);
    await page.waitForTimeout(500);
    const count = 40, first = await metrics();
    await steps(page, count);
    const last = await metrics();
    const per = name => (last[name] - first[name]) / count;
    console.log(`    a step: ${per("LayoutCount")} layouts, ${(per("ScriptDuration") * 1000).toFixed(2)} ms script, ${(per("TaskDuration") * 1000).toFixed(2)} ms in all`);
    assert.ok(per("LayoutCount") > 0, "the slider changes something");
    assert.ok(per("LayoutCount") <= 1, `${per("LayoutCount")} layouts`);
  }));

  test("no long task while the slider moves on a CPU four times slower", () => on("", {}, async (page, { context }) => {
    const cdp = await context.newCDPSession(page);
    await cdp.send("Emulation.setCPUThrottlingRate", { rate: 4 });
    await page.evaluate(() => {
      globalThis.tasks = [];
      new PerformanceObserver(list => { for (const { duration } of list.getEntries()) globalThis.tasks.push(duration) }).observe({ type: "longtask" });
    });
    // Another program on the machine can make a task long, but hardly three times in a row.
    const tries = [];
    for (let attempt = 0; attempt < 3; attempt++) {
      await page.evaluate(() => { globalThis.tasks.length = 0 });
      await steps(page, 24);
      await page.waitForTimeout(200);
      tries.push(await page.evaluate(() => globalThis.tasks.map(Math.round)));
      if (tries.at(-1).length === 0) break;
    }
    console.log(`    tasks over 50 ms in each try of 24 steps: ${tries.map(tasks => (tasks.length ? tasks.join(" ") : "none")).join(" / ")}`);
    assert.ok(tries.some(tasks => tasks.length === 0));
  }));
});
