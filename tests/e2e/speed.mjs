// Times, printed and not asserted: the release page beside a plain page with the same HTML and CSS, and beside a
// JavaScript app of 70 kB that builds the same page by script. First contentful paint, time to interactive, medians.
import { createHash } from "node:crypto";
import { dist, files, packed, serve } from "./server.mjs";
import { launch } from "./browser.mjs";

const RUNS = Number(process.env.RUNS ?? 7);
const built = files(dist);
const html = built.get("index.html").toString();

/** The page as its reader sees it first, with nothing that runs. */
const plain = html
  .replace(/<script[\s\S]*?<\/script>/g, "")
  .replace(/<link rel="(?:modulepreload|preload)"[^>]*>/g, "")
  .replace(/<div class="root" id="en"[\s\S]*?<\/div>\s*(?=<\/body>)/, "")
  .replace('<html lang="zh-CN">', '<html lang="zh-CN" class="js">');

/** Code that no packer can shrink much and every engine must parse and run: small functions, each a little different. */
function code(bytes) {
  // The same on every run.
  let seed = createHash("sha256").update("vram-ledger").digest();
  const next = () => (seed = createHash("sha256").update(seed).digest());
  const lines = [];
  let size = 0;
  for (let n = 0; size < bytes; n++) {
    const b = next(), name = b.toString("base64url").slice(0, 11).replace(/^[^a-z]+|-/gi, "_");
    const line = `const ${name}${n}=(a,b)=>{const c={${b.toString("hex", 0, 3).replace(/^/, "k")}:a*${b.readUInt32LE(4)}+b,s:"${b.toString("base64url", 8, 26)}"};return c.s.length>${b[27]}?c:[c.s,a^${b.readUInt16LE(28)}]};app.push(${name}${n});`;
    lines.push(line);
    size += line.length;
  }
  return lines;
}

const body = /<body>([\s\S]*)<\/body>/.exec(plain)[1];
const script = lines => `"use strict";const app=[];\n${lines.join("\n")}\nlet sum=0;for(const f of app){const r=f(sum,1);sum=(sum+(r.s?r.s.length:r[1]))|0}\ndocument.body.innerHTML=${JSON.stringify(body)};document.documentElement.classList.add("live");\n`;
const all = code(400_000);
let low = 0, high = all.length;
while (low < high) {
  const middle = (low + high + 1) >> 1;
  if (packed(Buffer.from(script(all.slice(0, middle)))).length <= 70_000) low = middle;
  else high = middle - 1;
}
const app = script(all.slice(0, low));
const head = /<head>([\s\S]*)<\/head>/.exec(plain)[1].replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, "");
const shell = `<!doctype html><html lang="zh-CN" class="js"><head>${head}<script defer src="app.js"></script></head><body></body></html>`;
const style = [...built].filter(([name]) => name.endsWith(".css"));

const SITES = {
  "release page": built,
  "plain page, same HTML and CSS": new Map([["index.html", Buffer.from(plain)], ...style]),
  "JavaScript app of 70 kB": new Map([["index.html", Buffer.from(shell)], ["app.js", Buffer.from(app)], ...style]),
};
const CONDITIONS = {
  "this machine as it is": { rate: 1 },
  "CPU 4 times slower, 9 Mbit/s, 85 ms": { rate: 4, network: { offline: false, latency: 85, downloadThroughput: 9e6 / 8, uploadThroughput: 2e6 / 8 } },
};

async function once(browser, url, { rate, network }) {
  const context = await browser.newContext({ locale: "zh-CN", viewport: { width: 1360, height: 900 } });
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send("Network.enable");
  let bytes = 0;
  cdp.on("Network.loadingFinished", event => { bytes += event.encodedDataLength });
  if (network) await cdp.send("Network.emulateNetworkConditions", network);
  await cdp.send("Emulation.setCPUThrottlingRate", { rate });
  await page.addInitScript(() => {
    globalThis.marks = { live: 0, task: 0, lcp: 0 };
    const watch = () => new MutationObserver(() => {
      if (!globalThis.marks.live && document.documentElement.classList.contains("live")) globalThis.marks.live = performance.now();
    }).observe(document.documentElement, { attributes: true, attributeFilter: ["class"] });
    if (document.documentElement) watch();
    else new MutationObserver((_, self) => { if (document.documentElement) { self.disconnect(); watch() } }).observe(document, { childList: true });
    new PerformanceObserver(list => { for (const task of list.getEntries()) globalThis.marks.task = task.startTime + task.duration }).observe({ type: "longtask", buffered: true });
    new PerformanceObserver(list => { for (const paint of list.getEntries()) globalThis.marks.lcp = paint.startTime }).observe({ type: "largest-contentful-paint", buffered: true });
  });
  await page.goto(url, { waitUntil: "load" });
  const scripted = await page.evaluate(() => document.querySelector("script") !== null);
  if (scripted) await page.waitForFunction(() => globalThis.marks.live > 0);
  await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0);
  await page.waitForTimeout(150);
  const times = await page.evaluate(() => {
    const paint = performance.getEntriesByName("first-contentful-paint")[0].startTime;
    const ready = globalThis.marks.live || performance.getEntriesByType("navigation")[0].domContentLoadedEventEnd;
    // Nothing to press before it is painted, nor while a task is running.
    return { paint, lcp: globalThis.marks.lcp, interactive: Math.max(paint, ready, globalThis.marks.task) };
  });
  await context.close();
  return { ...times, bytes };
}

const median = values => values.toSorted((a, b) => a - b)[values.length >> 1];
const sites = {};
const browser = await launch();
try {
  for (const [name, pages] of Object.entries(SITES)) sites[name] = await serve(pages);
  for (const [condition, settings] of Object.entries(CONDITIONS)) {
    const runs = Object.fromEntries(Object.keys(sites).map(name => [name, []]));
    // In turn, so that what else the machine does hits all alike; the first round only warms up.
    for (let run = -1; run < RUNS; run++) {
      for (const [name, site] of Object.entries(sites)) {
        const result = await once(browser, site.url, settings);
        if (run >= 0) runs[name].push(result);
      }
    }
    console.log(`\n${condition}, median of ${RUNS}`);
    const of = (name, key) => median(runs[name].map(result => result[key]));
    console.table(Object.fromEntries(Object.keys(sites).map(name => [name, {
      "kB": (of(name, "bytes") / 1000).toFixed(1),
      "first contentful paint, ms": Math.round(of(name, "paint")),
      "largest contentful paint, ms": Math.round(of(name, "lcp")),
      "interactive, ms": Math.round(of(name, "interactive")),
    }])));
    const [release, still] = Object.keys(sites);
    console.log(`paint ${(of(release, "paint") / of(still, "paint")).toFixed(2)} × the plain page's (goal 1.10); interactive ${Math.round(of(release, "interactive") - of(still, "interactive"))} ms after it (goal 400 unthrottled)`);
  }
} finally {
  await browser.close();
  for (const site of Object.values(sites)) await site.close();
}
