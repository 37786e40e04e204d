#!/bin/sh
# Writes the root of the image into a folder: Node without its symbols, the libraries that it loads, the programs, and what a user needs.
set -eu
image=$1
node=$(readlink -f "$(command -v node)")
node packages/tools/programs/src/bundle.ts "$image/app"
mkdir -p "$image/usr/bin" "$image/etc"
mkdir -m 1777 "$image/tmp"
mkdir -m 0700 "$image/data" "$image/mark"
if command -v strip >/dev/null; then strip -o "$image/usr/bin/node" "$node"; else cp "$node" "$image/usr/bin/node"; fi
ldd "$node" | grep -o '/[^ ]*' | while read -r library; do
  mkdir -p "$image$(dirname "$library")"
  cp -L "$library" "$image$library"
done
echo 'node:x:1000:1000::/data:/usr/sbin/nologin' >"$image/etc/passwd"
echo 'node:x:1000:' >"$image/etc/group"
