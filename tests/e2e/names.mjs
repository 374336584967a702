// Reads the function names and sizes of a WebAssembly module that still has its name section.
import { readFileSync } from "node:fs";

/** Every function of the module: `{ name, size }`, `size` in bytes of code. */
export function functions(path) {
  const bytes = readFileSync(path);
  let at = 8;
  const leb = () => {
    let value = 0, shift = 0, byte;
    do {
      byte = bytes[at++];
      value += (byte & 127) * 2 ** shift;
      shift += 7;
    } while (byte & 128);
    return value;
  };
  const text = () => {
    const length = leb();
    at += length;
    return bytes.toString("utf8", at - length, at);
  };
  let imported = 0;
  const sizes = [], names = new Map();
  while (at < bytes.length) {
    const id = bytes[at++], length = leb(), end = at + length;
    if (id === 2) {
      for (let left = leb(); left > 0; left--) {
        text();
        text();
        const kind = bytes[at++];
        if (kind === 0) { leb(); imported++ }
        else if (kind === 1) { at++; limits() }
        else if (kind === 2) limits();
        else at += kind === 3 ? 2 : 0, kind === 4 && (at++, leb());
      }
    } else if (id === 10) {
      for (let left = leb(); left > 0; left--) {
        const size = leb();
        sizes.push(size);
        at += size;
      }
    } else if (id === 0 && text() === "name") {
      while (at < end) {
        const part = bytes[at++], partEnd = leb() + at;
        if (part === 1) for (let left = leb(); left > 0; left--) names.set(leb(), text());
        at = partEnd;
      }
    }
    at = end;
  }
  function limits() {
    const flags = leb();
    leb();
    if (flags & 1) leb();
  }
  return sizes.map((size, index) => ({ name: names.get(imported + index) ?? "", size }));
}
