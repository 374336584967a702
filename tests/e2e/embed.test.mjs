// A course page on another origin that embeds the tool three ways.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { readFileSync } from "node:fs";
import { dist, files, serve } from "./server.mjs";
import { launch, live, number, visit } from "./browser.mjs";

const lesson = readFileSync(new URL("course.html", import.meta.url), "utf8");
let browser;
const open = [];
before(async () => { browser = await launch() });
after(async () => {
  await browser?.close();
  for (const server of open) await server.close();
});

/** The course page and its frames by name, with the tool on an origin of its own. */
async function course({ cors }) {
  const tool = await serve(files(dist), { cors, base: "/vram/" });
  const page = lesson.replaceAll("https://tool.example/vram/", tool.url);
  const host = await serve(new Map([["index.html", Buffer.from(page)]]), { base: "/lesson/", cors: false });
  open.push(tool, host);
  const visited = await visit(browser, host.url, {
    wait: false, allow: [tool.origin], height: 2000,
    init: () => {
      globalThis.messages = [];
      addEventListener("message", event => globalThis.messages.push({ from: [...document.querySelectorAll("iframe")].find(frame => frame.contentWindow === event.source)?.id, data: event.data }));
    },
  });
  return { ...visited, tool, frame: name => visited.page.frame({ name }) };
}
const value = async (frame, selector) => number(await frame.locator(selector).first().innerText());
const frameHeight = (page, id) => page.locator(`#${id}`).evaluate(frame => frame.clientHeight);

describe("on another origin", () => {
  test("works fully and tells its height", async () => {
    const { page, frame, check, record, close } = await course({ cors: true });
    try {
      for (const name of ["ledger", "locked", "sandboxed", "sandboxed-link"]) await live(frame(name));
      assert.equal(await value(frame("ledger"), "[data-item=optimizer_states] [data-value]"), 6.71);
      assert.equal(await value(frame("ledger"), "[data-left]"), 16.6);
      // mb=8 is four times the default's 0.13 (0.1312) and 1.16 (1.1592).
      assert.equal(await value(frame("locked"), "[data-item=logits] [data-value]"), 4.64);
      assert.equal(await frame("locked").evaluate(() => document.documentElement.lang), "en");

      for (const id of ["ledger", "locked", "sandboxed", "sandboxed-link"]) {
        // The browser lays a frame out, and so tells its height, when it comes near the view.
        await page.locator(`#${id}`).scrollIntoViewIfNeeded();
        await page.waitForFunction(id => globalThis.messages.some(({ from, data }) => from === id && data.type === "vram-ledger:height"), id);
        const { data } = await page.evaluate(id => globalThis.messages.findLast(({ from, data }) => from === id && data.type === "vram-ledger:height"), id);
        assert.equal(data.v, 1);
        assert.ok("id" in data);
        await page.waitForTimeout(100);
        const content = await frame(id).evaluate(() => Math.ceil(document.body.getBoundingClientRect().bottom));
        const height = await frameHeight(page, id);
        assert.ok(height >= content - 1 && height <= content + 32 && height !== 640, `${id}: ${height} px for ${content} px of content`);
      }
      assert.deepEqual(record, []);
      check();
    } finally {
      await close();
    }
  });

  test("never writes the address, and a state goes both ways", async () => {
    const { page, frame, check, close } = await course({ cors: true });
    try {
      const ledger = frame("ledger");
      await live(ledger);
      const address = ledger.url();
      // A frame this narrow folds its controls away, as a phone does.
      await ledger.locator(".fold").click();
      await ledger.locator("input[type=range][data-key=mb]").first().press("ArrowRight");
      await page.waitForFunction(() => globalThis.messages.some(({ from, data }) => from === "ledger" && data.type === "vram-ledger:state" && /mb=/.test(data.query)));
      await page.waitForTimeout(700);
      assert.equal(await ledger.evaluate(() => location.href), address);

      const say = query => page.evaluate(query => document.querySelector("#ledger").contentWindow.postMessage({ type: "vram-ledger:set", query }, "*"), query);
      await say("mb=8");
      await ledger.waitForFunction(() => document.querySelector("[data-item=logits] [data-value]").textContent.includes("4.64"), undefined, { polling: 50 });

      // Only the parent may set: the same words from the frame itself or from a sibling change nothing.
      await ledger.evaluate(() => postMessage({ type: "vram-ledger:set", query: "mb=1" }, "*"));
      await frame("locked").evaluate(() => parent.frames.ledger.postMessage({ type: "vram-ledger:set", query: "mb=1" }, "*"));
      await say("no such key=1&mb=zzz");
      await say(7);
      await page.waitForTimeout(300);
      await say("mb=16");
      await ledger.waitForFunction(() => document.querySelector("[data-item=logits] [data-value]").textContent.includes("9.27"), undefined, { polling: 50 });
      const states = await page.evaluate(() => globalThis.messages.filter(({ from, data }) => from === "ledger" && data.type === "vram-ledger:state").map(({ data }) => data.query));
      assert.ok(!states.some(query => /mb=1(&|$)/.test(query)), states.join(" "));
      check();
    } finally {
      await close();
    }
  });
});

describe("in a sandbox", () => {
  test("works where the host allows any origin to read", async () => {
    const { frame, check, close } = await course({ cors: true });
    try {
      for (const name of ["sandboxed", "sandboxed-link"]) {
        await live(frame(name));
        assert.equal(await frame(name).evaluate(() => origin), "null");
      }
      assert.equal(await value(frame("sandboxed-link"), "[data-item=logits] [data-value]"), 4.64);
      await frame("sandboxed").locator(".fold").click();
      await frame("sandboxed").locator("input[type=range][data-key=mb]").first().press("ArrowRight");
      await frame("sandboxed").waitForFunction(() => !document.querySelector("[data-item=logits] [data-value]").textContent.includes("1.16"), undefined, { polling: 50 });
      check();
    } finally {
      await close();
    }
  });

  test("without that shows the default ledger, and of a link's numbers none", async () => {
    const { frame, tool, close } = await course({ cors: false });
    try {
      for (const name of ["sandboxed", "sandboxed-link"]) {
        await frame(name).waitForFunction(() => document.documentElement.classList.contains("failed"), undefined, { polling: 50 });
      }
      const plain = frame("sandboxed"), link = frame("sandboxed-link");
      assert.equal(await value(plain, "[data-item=optimizer_states] [data-value]:visible"), 6.71);
      assert.equal(await value(plain, "[data-left]:visible"), 16.6);
      assert.match(await plain.locator(".boot-fail:visible").innerText(), /默认设置/);
      // The stylesheet is there all the same: one language, and not the browser's own serif.
      assert.equal(await plain.locator("[data-total]:visible").count(), 1);
      assert.match(await plain.evaluate(() => getComputedStyle(document.body).fontFamily), /sans-serif/);

      assert.equal(await link.locator("[data-value]:visible, [data-total]:visible").count(), 0);
      assert.match(await link.locator(".boot-fail:visible").innerText(), /算不出来/);
      assert.equal(await link.locator(".boot-open:visible").evaluate(link => link.href), `${tool.url}?view=ledger&lang=zh&mb=8`);
      // The frames that are no sandbox do not need the header.
      await live(frame("ledger"));
    } finally {
      await close();
    }
  });
});
