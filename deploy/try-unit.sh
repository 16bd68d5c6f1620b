#!/bin/sh
# deploy/try-unit.sh
# systemd's own judgement of the unit: every directive known, nothing misspelt, and how exposed the process is. The paths
# are those of this checkout, since there may be no /opt/arcade here.
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
systemd-analyze security --offline=true "$folder/arcade@.service" | tail -1
