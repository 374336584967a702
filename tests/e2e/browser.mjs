// The browser of the tests: started once a file, with a record of everything that a visitor must never meet.
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { chromium } from "playwright-core";
import { dist } from "./server.mjs";

const axe = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

/** The built page, and the policy that it declares. */
export const html = readFileSync(`${dist}index.html`, "utf8");
export const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(html)?.[1] ?? "";

const KNOWN = [
  process.env.CHROME,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/snap/bin/chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/** Starts the browser; the flags keep it from asking anything of the network by itself. */
export function launch() {
  const executablePath = KNOWN.find(path => path && existsSync(path));
  if (!executablePath) throw new Error("no Chromium or Chrome found: set CHROME to its path");
  return chromium.launch({
    executablePath,
    args: [
      "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-quic", "--no-first-run",
      "--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-default-apps",
      "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
    ],
  });
}

/**
 * A new page with a record of errors: console errors and warnings, uncaught exceptions, CSP reports, failed requests
 * and requests to other origins. `record.check()` throws if there is anything in it.
 */
export async function visit(browser, url, { locale = "zh-CN", colorScheme = "light", width = 1360, height = 900, scale = 1, storage, init, wait = true, allow = [] } = {}) {
  const context = await browser.newContext({ locale, colorScheme, viewport: { width, height }, deviceScaleFactor: scale });
  const page = await context.newPage();
  const record = [];
  const origins = new Set([new URL(url).origin, ...allow]);
  page.on("console", message => { if (["error", "warning"].includes(message.type())) record.push(`console ${message.type()}: ${message.text()}`) });
  page.on("pageerror", error => record.push(`exception: ${error.message}`));
  page.on("requestfailed", request => record.push(`failed: ${request.url()} ${request.failure()?.errorText}`));
  page.on("response", response => { if (response.status() >= 400) record.push(`status ${response.status()}: ${response.url()}`) });
  const requests = [];
  page.on("request", request => {
    const { protocol, origin } = new URL(request.url());
    requests.push(request.url());
    if (!["data:", "blob:", "about:"].includes(protocol) && !origins.has(origin)) record.push(`other origin: ${request.url()}`);
  });
  await page.addInitScript(() => {
    globalThis.cspReports = [];
    addEventListener("securitypolicyviolation", event => {
      const report = `CSP ${event.violatedDirective}: ${event.blockedURI} ${event.sample} ${event.sourceFile}:${event.lineNumber}`;
      globalThis.cspReports.push(report);
      console.error(report);
    });
  });
  if (storage) await page.addInitScript(entries => { for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value) }, storage);
  if (init) await page.addInitScript(init);
  await page.goto(url, { waitUntil: "load" });
  if (wait) await live(page);
  return {
    page, context, record, requests,
    check() { if (record.length) throw new Error(`met on ${url}:\n  ${record.join("\n  ")}`) },
    close: () => context.close(),
  };
}

/** Waits until the page is hydrated and its link's state is in. */
export async function live(frame) {
  await frame.waitForFunction(() => {
    const names = document.documentElement.classList;
    return names.contains("failed") || (names.contains("live") && !names.contains("pending"));
  }, undefined, { polling: 50 }); // a frame of another origin that is out of sight gets no animation frames
  const failed = await frame.evaluate(() => document.documentElement.classList.contains("failed"));
  if (failed) throw new Error("the page says that the calculator could not run");
}

/** The number that stands in a text: "6.71 GiB" → 6.71. */
export const number = text => Number(/-?\d[\d,]*(\.\d+)?/.exec(text.replace(/\u2212/g, "-"))?.[0].replaceAll(",", "") ?? NaN);

/**
 * What opens a query of the site, acts, insists that nothing went wrong, and closes. `at()` gives the browser and the
 * site, which are there only when the tests run.
 */
export const opener = at => async (query, options, act) => {
  const { browser, site } = at();
  const visited = await visit(browser, site.url + query, options);
  try {
    await act(visited.page, visited);
    visited.check();
  } finally {
    await visited.close();
  }
};

/** The query in the address. */
export const search = page => page.evaluate(() => location.search);

/** What axe finds, a line each. */
export async function violations(page) {
  // As a script of the page it would need the policy to allow it.
  await page.evaluate(readFileSync(axe, "utf8"));
  const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(node => node.html.slice(0, 140)).join(" | ")}`);
}
