// A static server for the tests: the built page below a folder of a site, packed with brotli as a good host would.
import { createServer } from "node:http";
import { readFileSync, readdirSync, statSync } from "node:fs";
import { extname, join, relative } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";

const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
};

export const dist = new URL("../../dist/", import.meta.url).pathname;

/** What a host sends at best: brotli at its highest level. */
export const packed = bytes => brotliCompressSync(bytes, {
  params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
});

/** Every file of a folder: name below it → bytes. */
export function files(folder) {
  const found = new Map();
  const walk = at => {
    for (const name of readdirSync(at).sort()) {
      const path = join(at, name);
      if (statSync(path).isDirectory()) walk(path);
      else found.set(relative(folder, path), readFileSync(path));
    }
  };
  walk(folder);
  return found;
}

const packs = new Map();
function pack(bytes) {
  if (!packs.has(bytes)) packs.set(bytes, packed(bytes));
  return packs.get(bytes);
}

/**
 * Serves `pages` (name → bytes) below `base` on a free loopback port, everything packed before the first request.
 * `cors` lets any origin read (what a sandboxed frame needs); `csp` sends a policy as a header too; `without` leaves
 * out the files whose names it matches.
 */
export async function serve(pages, { base = "/course/tools/vram/", cors = true, csp = "", without } = {}) {
  const ready = new Map();
  for (const [name, bytes] of pages) {
    if (!without?.test(name)) ready.set(name, { type: TYPES[extname(name)] ?? "application/octet-stream", bytes, br: pack(bytes) });
  }
  const server = createServer((request, response) => {
    const path = new URL(request.url, "http://host").pathname;
    const name = path.startsWith(base) ? path.slice(base.length) || "index.html" : undefined;
    const file = ready.get(name);
    if (!file) return response.writeHead(404, { "Content-Type": "text/plain" }).end("not here");
    const headers = { "Content-Type": file.type, "Cache-Control": "no-store", Vary: "Accept-Encoding" };
    if (cors) headers["Access-Control-Allow-Origin"] = "*";
    if (csp && file.type.startsWith("text/html")) headers["Content-Security-Policy"] = csp;
    const br = /\bbr\b/.test(request.headers["accept-encoding"] ?? "");
    if (br) headers["Content-Encoding"] = "br";
    const body = br ? file.br : file.bytes;
    response.writeHead(200, { ...headers, "Content-Length": body.length }).end(body);
  });
  await new Promise(done => server.listen(0, "127.0.0.1", done));
  const origin = `http://127.0.0.1:${server.address().port}`;
  return {
    origin,
    url: origin + base,
    close: () => new Promise(done => { server.closeAllConnections(); server.close(done) }),
  };
}
