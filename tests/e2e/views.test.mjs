// Each view that loads when it is opened: found whole, accessible, narrow enough, and doing what it is for.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { readFileSync } from "node:fs";
import { dist, files, serve } from "./server.mjs";
import { launch, opener, policy, search, violations } from "./browser.mjs";
import { command } from "./program.mjs";

const cases = new URL("../cases/", import.meta.url).pathname;
const VIEWS = ["kv", "serving", "colocate", "capacity", "way", "fit", "triage", "flags", "drill"];

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
const drawn = page => page.locator(".view .bench > *").first().waitFor();

describe("access", () => {
  for (const view of [...VIEWS, "ledger&method=measured"]) {
    for (const both of [{ locale: "zh-CN", colorScheme: "light" }, { locale: "en-US", colorScheme: "dark" }]) {
      test(`axe finds nothing: ${view}, ${both.locale}, ${both.colorScheme}`, () => on(`?view=${view}`, both, async page => {
        await drawn(page);
        assert.deepEqual(await violations(page), []);
      }));
    }
    for (const width of [320, 390]) {
      test(`nothing is wider than ${width} px: ${view}`, async () => {
        for (const lang of ["zh", "en"]) {
          await on(`?view=${view}&lang=${lang}`, { width, height: 700 }, async page => {
            await drawn(page);
            const [inner, outer, widest] = await page.evaluate(() => {
              const { scrollWidth, clientWidth } = document.documentElement;
              const past = [...document.querySelectorAll(".bench *")].filter(node => node.getBoundingClientRect().right > clientWidth + 1 && !node.closest(".scroll, .moments, pre"));
              return [scrollWidth, clientWidth, past.slice(0, 3).map(node => node.outerHTML.slice(0, 100))];
            });
            assert.ok(inner <= outer, `${inner} px of content, ${lang}: ${widest.join(" | ")}`);
          });
        }
      });
    }
  }
});

describe("the drill", () => {
  test("a level is played to its goal by typing", () => on("?view=drill&lang=en", {}, async page => {
    const lines = readFileSync(`${cases}drill/level1.txt`, "utf8").split("\n").filter(line => line.startsWith("> ")).map(line => line.slice(2));
    for (const line of lines) {
      await page.locator("#drill-line").fill(line);
      await page.keyboard.press("Enter");
      await page.waitForFunction(line => [...document.querySelectorAll(".drill-screen p")].some(p => p.textContent.includes(line)), line);
    }
    await page.locator(".drill-screen p", { hasText: "Reached. Score" }).waitFor();
    await page.waitForFunction(() => /drill=1\./.test(location.search));
    const address = await page.evaluate(() => location.href);
    await page.goto("about:blank");
    await page.goto(address);
    await page.locator("#l1-drill").waitFor();
    await page.locator("#drill-line").fill("show");
    await page.keyboard.press("Enter");
    await page.locator(".drill-screen p", { hasText: "64" }).first().waitFor();
  }));

  test("works by buttons, completes and recalls, and an out of memory is told as a traceback", () => on("?view=drill&lang=en", { width: 390, height: 800 }, async page => {
    await page.locator(".drill-verbs [data-value=run]").click();
    await page.locator(".drill-screen p", { hasText: "45.8 s" }).waitFor();
    const prompt = page.locator("#drill-line");
    await prompt.fill("go");
    await page.keyboard.press("Tab");
    await page.waitForFunction(() => document.querySelector("#drill-line").value.startsWith("goals"));
    await page.keyboard.press("Enter");
    await prompt.press("ArrowUp");
    await page.waitForFunction(() => document.querySelector("#drill-line").value.trim() === "goals");
    await prompt.fill("set util 0.95");
    await page.keyboard.press("Enter");
    await page.locator(".drill-verbs [data-value=run]").click();
    await page.locator(".drill-screen p", { hasText: "Traceback" }).first().waitFor();
  }));
});

describe("triage", () => {
  test("a pasted traceback is read, and its first cut can be applied", () => on("?view=triage&lang=en", {}, async page => {
    const log = readFileSync(`${cases}triage/hf-sft-cross-entropy.txt`, "utf8");
    await page.locator("#triage-log").fill(log);
    await page.locator("form[data-act=log] button[type=submit]").click();
    const told = JSON.parse(command("triage", `${cases}triage/hf-sft-cross-entropy.txt`, "--format", "json").out);
    assert.equal(told.recognised, true);
    await page.locator(".view .bench", { hasText: /cross_entropy|logits/ }).waitFor();
    await page.locator(".view [data-diff]:visible").first().click();
    await page.waitForFunction(() => location.search.length > "?view=triage&lang=en".length);
    assert.equal(await page.locator("#triage-log").inputValue(), log);
  }));

  test("an unknown text is said not to be recognised", () => on("?view=triage&lang=en", {}, async page => {
    await page.locator("#triage-log").fill("all is well");
    await page.locator("form[data-act=log] button[type=submit]").click();
    await page.locator(".view .bench", { hasText: /nothing about memory was recognised/i }).waitFor();
  }));
});

describe("flags", () => {
  test("a pasted command sets the configuration", () => on("?view=flags&lang=en", {}, async page => {
    await page.locator("#flags-text").fill("vllm serve Qwen/Qwen3-8B --max-model-len 8192 --max-num-seqs 32 --gpu-memory-utilization 0.85 --kv-cache-dtype fp8");
    await page.locator(".view [data-diff], .view [data-open]").first().click();
    await page.waitForFunction(() => /model=qwen3-8b/.test(location.search) && /util=0.85/.test(location.search));
    assert.match(await search(page), /kvdtype=fp8/);
  }));

  test("the configuration can be copied as a framework's flags", () => on("?view=flags&lang=en", {}, async page => {
    const text = await page.locator("#flags-text-out").innerText();
    assert.match(text, /GRPOConfig/);
    await page.locator("[data-copy=flags-text-out]").click();
    await page.locator("[role=status]", { hasText: /Copied|Could not copy/ }).waitFor();
  }));
});

describe("capacity and the gate", () => {
  for (const query of ["task=serve&model=qwen3-8b&gpu=rtx-4090&conc=4&len=8192", "task=serve&model=qwen3-8b&gpu=rtx-4090&conc=64&len=8192", "model=qwen3-1.7b"]) {
    test(`the page rules as the command line does: ${query}`, () => on(`?view=capacity&lang=en&${query}`, {}, async page => {
      const { code } = command("gate", query);
      const gate = page.locator("#cp-gate");
      await gate.waitFor();
      assert.equal(await gate.getAttribute("data-ruling"), code === 0 ? "pass" : "refuse");
    }));
  }

  test("price is a key, and money follows it", () => on("?view=capacity&lang=en", {}, async page => {
    await page.locator("#w-price").fill("30");
    await page.waitForFunction(() => location.search.includes("price=30"));
    await page.locator(".view .bench", { hasText: "720" }).first().waitFor();
  }));
});

describe("making it fit", () => {
  test("the whole set is applied at once, and Back undoes it", () => on("?view=fit&lang=en&model=qwen3-1.7b", {}, async page => {
    const over = page.locator("[data-verdict=over]").first();
    await over.waitFor();
    await page.locator(".view button.primary[data-diff]").first().click();
    await page.waitForFunction(() => !document.querySelector(".verdict[data-verdict=over]"));
    await page.goBack();
    await page.waitForFunction(() => document.querySelector(".verdict[data-verdict=over]"));
  }));
});

describe("which way", () => {
  test("answers lead to a configured calculator", () => on("?view=way&lang=en", {}, async page => {
    for (let i = 0; i < 12 && await page.locator(".view a.try[data-open]").count() === 0; i++) {
      const groups = await page.locator(".view fieldset").count();
      await page.locator(".view fieldset").nth(groups - 1).locator("input[type=radio]").last().check();
    }
    await page.locator(".view a.try[data-open]").first().click();
    await page.locator("[data-total]").first().waitFor();
    assert.ok((await search(page)).length > 1);
  }));
});

describe("colocate, serving and the KV planner", () => {
  test("the util line moves with its slider", () => on("?view=colocate&lang=en", {}, async page => {
    const slider = page.locator("input[type=range][data-key=util]");
    await slider.focus();
    await page.keyboard.press("ArrowRight");
    await page.waitForFunction(() => /util=0\.\d+/.test(location.search));
  }));

  test("a cell of the KV table sets concurrency and length", () => on("?view=kv&lang=en", {}, async page => {
    await page.locator(".view table.grid td button:visible").last().click();
    await page.waitForFunction(() => /conc=\d+/.test(location.search));
  }));

  test("the KV picture is drawn and can be saved as a file", () => on("?view=kv&lang=en", { height: 1400 }, async page => {
    await page.locator("canvas[data-chart=kv]").scrollIntoViewIfNeeded();
    await page.locator("canvas[data-chart=kv][data-drawn='1']").waitFor();
    for (const [kind, start] of [["svg", "<svg"], ["png", "\x89PNG"]]) {
      const [file] = await Promise.all([page.waitForEvent("download"), page.locator(`[data-save=${kind}]`).click()]);
      assert.equal(file.suggestedFilename(), `vram-ledger-kv.${kind}`);
      assert.ok(readFileSync(await file.path(), "latin1").startsWith(start), kind);
    }
  }));

  test("serving says the largest concurrency", () => on("?view=serving&lang=en&task=serve&model=llama-2-7b&mem=81920&context=2", {}, async page => {
    await page.locator("#wb-capacity").waitFor();
    assert.match(await page.locator("#wb-capacity").innerText(), /129/);
  }));
});
