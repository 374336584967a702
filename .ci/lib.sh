# Shared by the scripts beside it: where the tools are, what version is wanted, how a step is announced.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root" || exit 1
trunk_version=0.21.14
wasm_opt_version=version_132
# Where this project keeps a tool of the right version when another one is already installed.
own_tools=${XDG_CACHE_HOME:-$HOME/.cache}/vram-ledger-tools
PATH="$root/tests/e2e/node_modules/.bin:$own_tools/bin:$PATH:${CARGO_HOME:-$HOME/.cargo}/bin"
export PATH

say() { printf '\n== %s\n' "$*"; }
stop() { printf '\n%s\n' "$*" >&2; exit 1; }
have() { command -v "$1" >/dev/null 2>&1; }
locked_version() { awk -v name="\"$1\"" '$1 == "name" { found = $3 == name } found && $1 == "version" { gsub(/"/, "", $3); print $3; exit }' Cargo.lock; }
is_version() { "$1" --version 2>/dev/null | grep -qwF -- "$2"; }

find_chrome() {
  local path
  for path in "${CHROME:-}" chromium chromium-browser google-chrome google-chrome-stable \
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome" /Applications/Chromium.app/Contents/MacOS/Chromium; do
    [ -n "$path" ] && command -v "$path" 2>/dev/null && return
  done
  return 1
}
find_driver() { command -v "${CHROMEDRIVER:-chromedriver}" 2>/dev/null; }
