#!/usr/bin/env bash
# Runs a command with CHROMIUM set to a Chrome or Chromium: one that is there,
# else Debian's, where it may be installed. Where neither can be had it says
# which tests were left out, and how to get them.
set -euo pipefail

find_chromium() {
  local c
  for c in "${CHROMIUM:-}" chromium chromium-browser google-chrome google-chrome-stable \
      "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome" \
      "/Applications/Chromium.app/Contents/MacOS/Chromium" \
      "${PROGRAMFILES:-}/Google/Chrome/Application/chrome.exe"; do
    if [ -n "$c" ] && command -v "$c" >/dev/null 2>&1; then
      command -v "$c"
      return 0
    fi
  done
  return 1
}

if ! CHROMIUM=$(find_chromium) && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
  apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium fonts-noto-cjk >/dev/null
  CHROMIUM=$(find_chromium) || true
fi
if [ -z "${CHROMIUM:-}" ]; then
  echo "LEFT OUT: the tests of the plugin in a browser. There is no Chrome or Chromium here:" >&2
  echo "          install one, or set CHROMIUM to its program, and run: make test-browser" >&2
  exit 0
fi
export CHROMIUM
exec "$@"
