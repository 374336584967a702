// The core as a module for other pages: it says what the command line says.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { dist, files, serve } from "./server.mjs";
import { launch } from "./browser.mjs";
import { estimate } from "./program.mjs";

let browser, site, page;
before(async () => {
  const pages = files(dist);
  pages.set("dashboard.html", Buffer.from("<!doctype html><meta charset=utf-8><title>another page</title>"));
  site = await serve(pages, { csp: "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'" });
  browser = await launch();
  page = await (await browser.newContext()).newPage();
  await page.goto(`${site.url}dashboard.html`);
});
after(async () => {
  await browser?.close();
  await site?.close();
});

const asked = (...args) => page.evaluate(async args => {
  const core = await import("./core_api.js");
  await core.default();
  try { return core.estimate(...args) } catch (error) { return { thrown: String(error) } }
}, args);

for (const query of ["", "method=measured&task=sft&model=qwen3-8b&gpu=h100-80gb", "task=serve&model=deepseek-v3&gpu=h200&conc=nonsense"]) {
  test(`says what the command line says: ${query || "the default"}`, async () => {
    assert.deepEqual(JSON.parse(await asked(query, undefined, "en")), estimate(query));
  });
}

test("takes a config.json, and throws a sentence where it is no model", async () => {
  const config = JSON.stringify({ model_type: "llama" });
  assert.equal(JSON.parse(await asked("task=serve", config, "en")).model.params, 6738415616);
  const { thrown } = await asked("", "{}", "zh");
  assert.match(thrown, /[\u4e00-\u9fff]/);
});
