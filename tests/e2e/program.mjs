// The command line, as `cargo build` leaves it: what the page must agree with.
import { execFileSync } from "node:child_process";

const target = process.env.CARGO_TARGET_DIR ?? new URL("../../target", import.meta.url).pathname;

/** Runs it: what it prints, and its exit code. */
export function command(...args) {
  try {
    return { out: execFileSync(`${target}/debug/vram-ledger`, args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }), code: 0 };
  } catch (error) {
    if (error.status == null) throw error;
    return { out: error.stdout, code: error.status };
  }
}

/** The ledger of a query as JSON; further arguments may follow it. */
export const estimate = (...args) => JSON.parse(command("estimate", "--format", "json", ...args).out);
