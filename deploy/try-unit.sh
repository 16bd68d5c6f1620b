#!/bin/sh
# deploy/try-unit.sh
# systemd's own judgement of the unit: every directive known, nothing misspelt, and how exposed the process is. The paths
# are those of this checkout, since there may be no /opt/arcade here. Then whether it may write wherever its settings say.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT
sed "s#/opt/arcade#$root#g" "$root/deploy/arcade@.service" > "$folder/arcade@.service"
said=$(systemd-analyze verify "$folder/arcade@.service" 2>&1 | grep "arcade" || true)
if [ -n "$said" ]; then
  echo "$said"
  exit 1
fi

# All else is read-only (ProtectSystem=strict).
writable=$(sed -n 's#^StateDirectory=#/var/lib/#p; s#^ReadWritePaths=##p' "$root/deploy/arcade@.service")
for place in $(grep -oE '(DATA|FILES)_DIR=[^ ]+' "$root/deploy/arcade@.service"); do
  for folder_of_unit in $writable; do
    case "${place#*=}/" in "$folder_of_unit"/*) continue 2 ;; esac
  done
  echo "The unit may not write to $place."
  exit 1
done
systemd-analyze security --offline=true "$folder/arcade@.service" | tail -1
