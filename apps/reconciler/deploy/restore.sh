#!/bin/sh
# Puts a copy where STORE_URL leads, which must be empty: restore.sh /backup/payments-… .
# Stop every program before it. Afterwards run `cauri console restored`; until then every
# program refuses the store.
set -eu
umask 077
case "$STORE_URL" in
sqlite:*)
  # Where a file is, or the log of one, this fails and leaves it alone.
  file="${STORE_URL#sqlite:}"
  for each in "$file" "$file-wal" "$file-shm"; do
    if [ -e "$each" ]; then
      echo "$each is there. Move it away, and keep it." >&2
      exit 1
    fi
  done
  cp "$1" "$file.part"
  sync "$file.part"
  mv "$file.part" "$file"
  ;;
postgres*)
  pg_restore --exit-on-error --single-transaction --no-owner --dbname="$STORE_URL" "$1"
  ;;
esac
