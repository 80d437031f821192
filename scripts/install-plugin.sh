#!/usr/bin/env bash
# Copies the built plugin into a vault's plugin folder. The daemon stays where
# it is: the plugin's settings name it.
set -euo pipefail

vault=${1:?usage: scripts/install-plugin.sh VAULT}
if [ ! -d "$vault/.obsidian" ]; then
  echo "$vault is no Obsidian vault: it has no .obsidian folder. Open it in Obsidian once, or name another: make install-plugin VAULT=~/Notes" >&2
  exit 1
fi
target="$vault/.obsidian/plugins/ibid"
mkdir -p "$target"
cp plugin/main.js plugin/manifest.json plugin/styles.css "$target/"
echo "Installed in $target."
echo "In Obsidian: Settings → Community plugins → enable Ibid, then set the daemon's path to:"
echo "  $PWD/bin/ibid"
