// The views that load when they are opened, the measured method, and the look-up of a model on a stand-in hub.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { after, before, describe, test } from "node:test";
import { dist, files, serve } from "./server.mjs";
import { launch, number, opener, policy, search } from "./browser.mjs";
import { estimate } from "./program.mjs";

const gib = bytes => {
  const value = bytes / 2 ** 30;
  return value < 10 ? value.toFixed(2) : value < 100 ? value.toFixed(1) : value.toFixed(0);
};

let browser, site, hub;
before(async () => {
  site = await serve(files(dist), { csp: policy });
  browser = await launch();
  hub = await standIn();
});
after(async () => {
  await browser?.close();
  await site?.close();
  await hub?.close();
});

const on = opener(() => ({ browser, site }));

const total = page => page.locator("[data-total]").first();

/** A hub of our own: one model, and every way in which a look-up can fail. */
async function standIn() {
  const config = { model_type: "qwen3", hidden_size: 4096, intermediate_size: 12288, num_hidden_layers: 36, num_attention_heads: 32, num_key_value_heads: 8, head_dim: 128, vocab_size: 151936, tie_word_embeddings: false };
  const asked = [];
  const server = createServer((request, response) => {
    asked.push(request.url);
    const send = (status, body, cors = true) => response.writeHead(status, { "Content-Type": "application/json", ...(cors ? { "Access-Control-Allow-Origin": "*" } : {}) }).end(body);
    if (request.url === "/org/good/resolve/main/config.json") send(200, JSON.stringify(config));
    else if (request.url.startsWith("/org/gated/")) send(401, "{}");
    else if (request.url.startsWith("/org/closed/")) send(200, JSON.stringify(config), false);
    else if (request.url.startsWith("/org/text/")) send(200, "<html>not json</html>");
    else if (request.url.startsWith("/org/picture/")) send(200, JSON.stringify({ model_type: "vit", image_size: 224, patch_size: 16 }));
    else if (request.url.startsWith("/org/busy/")) send(429, "");
    else if (request.url.startsWith("/org/slow/")) return; // never answers
    else send(404, "{}");
  });
  await new Promise(done => server.listen(0, "127.0.0.1", done));
  return { asked, url: `http://127.0.0.1:${server.address().port}`, close: () => new Promise(done => { server.closeAllConnections(); server.close(done) }) };
}

describe("the measured method", () => {
  for (const query of ["method=measured", "method=measured&task=sft&model=qwen3-8b&gpu=h100-80gb&head=trl-fused", "method=measured&engine=server&model=llama-3.1-8b&gpu=h200"]) {
    test(`shows the command line's numbers: ${query}`, () => on(`?${query}`, {}, async page => {
      await total(page).waitFor();
      const told = estimate(query);
      assert.match(await total(page).innerText(), new RegExp(`^${gib(told.peak.bytes).replace(".", "\\.")} GiB`));
      const phase = await page.locator(".moment-column[data-peak]").first().getAttribute("data-moment");
      assert.equal(phase, told.peak.phase);
      for (const line of told.lines.filter(line => line.item !== "context" && line.bytes_at_peak > 0)) {
        const shown = await page.locator(`.ledger > li[data-item="${line.item}"] [data-value]`).first().innerText();
        assert.equal(shown, `${gib(line.bytes_at_peak)} GiB`, line.item);
      }
    }));
  }

  test("is one click away, with its total beside the lesson's, and Back returns", () => on("", {}, async (page, visited) => {
    const told = gib(estimate("method=measured").peak.bytes);
    assert.ok((await page.locator("[data-other]").innerText()).startsWith(`${told} GiB`));
    assert.ok(!visited.requests.some(url => /workbench|core_api/.test(url)), "the first view loads no second module");
    await page.locator("[data-tool=measured]").click();
    await page.locator(".moment-column").first().waitFor();
    assert.equal(await search(page), "?method=measured");
    assert.match(await total(page).innerText(), new RegExp(`^${told} GiB`));
    await page.goBack();
    await page.waitForFunction(() => document.querySelector("[data-total]")?.textContent.startsWith("15.2"));
  }));

  test("the other total follows the link", () => on("", {}, async page => {
    await page.locator("select[data-key=gpu]").first().selectOption("h100-80gb");
    await page.locator("select[data-key=model]").first().selectOption("qwen3-8b");
    const told = gib(estimate("method=measured&model=qwen3-8b&gpu=h100-80gb").peak.bytes);
    await page.waitForFunction(told => document.querySelector("[data-other]").textContent.startsWith(told), told);
  }));

  test("its own controls write the link, and bad input keeps its text", () => on("?method=measured", {}, async page => {
    await page.locator("select[data-key=head]").selectOption("trl-fused");
    await page.waitForFunction(() => location.search.includes("head=trl-fused"));
    const box = page.locator("input[data-key=accum]");
    await box.fill("4");
    await page.waitForFunction(() => location.search.includes("accum=4"));
    await box.fill("four");
    await box.blur();
    assert.equal(await box.inputValue(), "four");
    assert.equal(await box.getAttribute("aria-invalid"), "true");
    assert.ok((await page.locator("#we-accum").innerText()).length > 5);
    await page.locator("input[data-key=mb][type=text]").fill("1");
    await page.waitForFunction(() => location.search.includes("mb=1"));
  }));

  test("a moment's rows, opened arithmetic, a cut and its undoing", () => on("?method=measured", {}, async page => {
    await page.locator("[data-moment=rollout]").click();
    await page.locator(".bar-line h2", { hasText: "采样" }).waitFor();
    const row = page.locator(".ledger > li[data-item=kv_cache] details");
    await row.locator("summary").click();
    assert.match(await row.locator(".why").innerText(), /课程|一致/);
    const before = await total(page).innerText();
    await page.locator("[data-apply=lora]").click();
    await page.waitForFunction(before => document.querySelector("[data-total]").textContent !== before, before);
    assert.ok(await row.evaluate(node => node.open), "what was opened stays open");
    await page.goBack();
    await page.waitForFunction(before => document.querySelector("[data-total]").textContent === before, before);
  }));

  test("works in an embed and says its state", () => on("?method=measured&embed=1&ui=compact", {}, async page => {
    await page.locator(".moment-column").first().waitFor();
    assert.equal(await page.locator(".controls").isVisible(), false);
  }));
});

describe("the look-up on a hub", () => {
  const open = async page => {
    await page.locator("fieldset button.link").first().click();
    await page.locator("#hub-model").waitFor();
  };
  const ask = async (page, name) => {
    await page.locator("#hub-model").fill(name);
    await page.locator(".hub button[type=submit]").click();
  };

  test("asks nothing by itself, then only the address that is shown", () => on(`?hub=${encodeURIComponent(hub.url)}`, {}, async (page, visited) => {
    const before = hub.asked.length;
    await open(page);
    await page.locator("#hub-model").fill("org/good");
    const shown = await page.locator(".hub .address").innerText();
    assert.ok(shown.includes(`${hub.url}/org/good/resolve/main/config.json`));
    assert.equal(hub.asked.length, before);
    visited.record.length = 0;
    await page.locator(".hub button[type=submit]").click();
    await page.waitForFunction(() => document.getElementById("import-said").textContent.includes("8,190,735,360"));
    assert.deepEqual(hub.asked.slice(before), ["/org/good/resolve/main/config.json"]);
    await page.locator(".import button.primary").first().click();
    await page.waitForFunction(() => location.search.includes("m.name=org"));
    visited.record.length = 0; // the request to the hub is another origin's, as asked
  }));

  for (const [name, failure] of [["org/gated", "gated"], ["org/none", "missing"], ["org/closed", "blocked"], ["org/busy", "busy"]]) {
    test(`says what was the matter: ${failure}`, () => on(`?hub=${encodeURIComponent(hub.url)}`, {}, async (page, visited) => {
      await open(page);
      await ask(page, name);
      await page.locator(`#hub-said[data-failure=${failure}]`).waitFor();
      assert.equal(await page.locator("#hub-model").inputValue(), name);
      visited.record.length = 0;
    }));
  }

  test("what is no JSON and what is no language model is refused by the reader", () => on(`?hub=${encodeURIComponent(hub.url)}`, {}, async (page, visited) => {
    await open(page);
    for (const name of ["org/text", "org/picture"]) {
      await ask(page, name);
      await page.locator("#import-said .said[data-level=error]").waitFor();
    }
    visited.record.length = 0;
  }));

  test("can be given up, and offline is said", () => on(`?hub=${encodeURIComponent(hub.url)}`, {}, async (page, visited) => {
    await open(page);
    await ask(page, "org/slow");
    await page.locator(".hub progress").waitFor();
    await page.locator(".hub [data-act=cancel]").click();
    await page.locator(".hub progress").waitFor({ state: "detached" });
    await visited.context.setOffline(true);
    await ask(page, "org/good");
    await page.locator("#hub-said[data-failure=offline]").waitFor();
    visited.record.length = 0;
  }));
});

describe("the accuracy page", () => {
  test("prints every family, and a case opens its setting", () => on("?view=accuracy", {}, async page => {
    await page.locator(".accuracy [data-family]").first().waitFor();
    assert.ok(await page.locator(".accuracy [data-family]").count() >= 20);
    assert.ok(await page.locator(".scatter svg circle").count() > 500);
    await page.locator(".accuracy [data-family] a.try").first().click();
    await page.waitForFunction(() => location.search.includes("method=measured"));
    await page.locator(".moment-column").first().waitFor();
  }));
});
