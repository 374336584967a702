// What a browser has to transfer, packed as a good host would: asserted. `--functions` also lists what is large inside.
import { readFileSync } from "node:fs";
import { dist, files, packed } from "./server.mjs";
import { functions } from "./names.mjs";

/** In kB of 1,000 bytes; raise one only with a reason in the commit. */
export const LIMITS = { "main wasm": 145, "JavaScript": 8, "HTML and CSS": 17, "first load": 170, "charts, wasm and JavaScript": 45, "core for other pages": 115, "measured method's page": 190, "other views": 430 };

const target = new URL("../../target/wasm32-unknown-unknown/release/", import.meta.url).pathname;

/** Which budgets a file of dist/ counts for. Files that are fetched when opened count for none. */
export function budgets(name) {
  if (/^charts-/.test(name)) return ["charts, wasm and JavaScript"];
  if (/^core_api-/.test(name)) return ["core for other pages"];
  if (/^workbench-/.test(name) || /^text\/views-/.test(name)) return ["other views"];
  if (/^measured-/.test(name)) return ["measured method's page"];
  if (/^page-.*\.wasm$/.test(name)) return ["main wasm", "first load"];
  if (/^(page|boot)-.*\.js$/.test(name)) return ["JavaScript", "first load"];
  if (/^(index\.html|style-.*\.css)$/.test(name)) return ["HTML and CSS", "first load"];
  return [];
}

export function measure() {
  const sums = Object.fromEntries(Object.keys(LIMITS).map(key => [key, 0]));
  const rows = [];
  for (const [name, bytes] of files(dist)) {
    const size = packed(bytes).length;
    rows.push({ file: name.replace(/-[0-9a-f]{16}/, "-…"), raw: bytes.length, brotli: size, counts: budgets(name).join(", ") || "when opened" });
    for (const key of budgets(name)) sums[key] += size;
  }
  return { rows, sums };
}

if (import.meta.filename === process.argv[1]) {
  const { rows, sums } = measure();
  console.table(rows);
  let failed = 0;
  for (const [key, limit] of Object.entries(LIMITS)) {
    const over = sums[key] > limit * 1000 || sums[key] === 0;
    failed += over;
    console.log(`${over ? "FAILED" : "ok    "}  ${key}: ${(sums[key] / 1000).toFixed(1)} of ${limit} kB`);
  }

  // Names are still in what cargo wrote; wasm-opt drops them. std's float formatting costs the page 20 kB.
  const inside = functions(`${target}page.wasm`);
  const named = inside.filter(({ name }) => name);
  const floats = inside.filter(({ name }) => /flt2dec|dec2flt/.test(name));
  const readable = named.length > 500 && functions(`${target}charts.wasm`).some(({ name }) => /flt2dec/.test(name));
  failed += !readable;
  if (!readable) console.log("FAILED  the names of functions cannot be read, so nothing can be said about float formatting");
  failed += floats.length > 0;
  console.log(`${floats.length ? "FAILED" : "ok    "}  float formatting or parsing in the main module: ${floats.length ? floats.map(({ name }) => name).join(", ") : "none"}`);

  if (process.argv.includes("--functions")) {
    console.table(named.sort((a, b) => b.size - a.size).slice(0, 20).map(({ name, size }) => ({ size, name: name.slice(0, 110) })));
    console.log(`main module before wasm-opt: ${readFileSync(`${target}page.wasm`).length} bytes with names`);
  }
  process.exitCode = failed ? 1 : 0;
}
