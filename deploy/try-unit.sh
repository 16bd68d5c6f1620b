#!/bin/sh
# deploy/try-unit.sh
# systemd's own judgement of the units: every directive known, nothing misspelt, when the timer runs, and how exposed the
# processes are. The paths are those of this checkout, since there may be no /opt/arcade here. Then whether they may write
# wherever their settings say.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT
for unit in arcade@.service arcade-backup.service arcade-backup.timer; do
  sed "s#/opt/arcade#$root#g" "$root/deploy/$unit" > "$folder/$unit"
done
for unit in "$folder"/*; do
  said=$(systemd-analyze verify "$unit" 2>&1 | grep "arcade" || true)
  if [ -n "$said" ]; then
    echo "$said"
    exit 1
  fi
done
systemd-analyze calendar "$(sed -n 's/^OnCalendar=//p' "$root/deploy/arcade-backup.timer")"

# All else is read-only (ProtectSystem=strict).
for unit in "$root"/deploy/arcade*.service; do
  writable=$(sed -n 's#^StateDirectory=##p' "$unit" | tr ' ' '\n' | sed 's#^#/var/lib/#'; sed -n 's#^ReadWritePaths=##p' "$unit")
  for place in $(grep -oE '(DATA_DIR=|FILES_DIR=|--into )[^ ]+' "$unit" | grep -oE '/[^ ]+'); do
    for folder_of_unit in $writable; do
      case "$place/" in "$folder_of_unit"/*) continue 2 ;; esac
    done
    echo "$(basename "$unit") may not write to $place."
    exit 1
  done
  systemd-analyze security --offline=true "$folder/$(basename "$unit")" | tail -1
done
