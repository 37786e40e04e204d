#!/bin/sh
# Copies the store that STORE_URL names into a folder, while programs use it:
# backup.sh /backup. It prints the name of the copy.
set -eu
umask 077
copy="$1/payments-$(date -u +%Y%m%dT%H%M%SZ)"
case "$STORE_URL" in
sqlite:*)
  cauri backup "$copy" >&2
  ;;
postgres*)
  # Under another name until the copy is whole: an interrupted one is no backup.
  pg_dump --format=custom --schema=cauri --file="$copy.part" "$STORE_URL"
  mv "$copy.part" "$copy"
  ;;
esac
echo "$copy"
