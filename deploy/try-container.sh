#!/bin/sh
# deploy/try-container.sh [folder]
# The steps of deploy/Containerfile without a container engine: a clean copy of what is committed, the RUN lines with the
# machine's own Node, then CMD as a user that is not root, until /readyz answers. What only an engine can try is left: the
# base image, VOLUME, HEALTHCHECK.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
folder=${1:-$(mktemp -d /var/tmp/arcade-container-XXXXXX)}
port=${PORT:-3999}
mkdir -p "$folder/srv" "$folder/data"
git -C "$root" archive HEAD | tar -x -C "$folder/srv"
cd "$folder/srv"
echo "Node of the base: $(node --version)"
sed -n 's/^RUN \(node.*\)/\1/p' deploy/Containerfile | while read -r line; do
  echo "RUN $line"
  sh -c "$line"
done
command=$(sed -n 's/^CMD \["\(.*\)", "\(.*\)"\]/\1 \2/p' deploy/Containerfile)
echo "CMD $command ($(node_modules/.bin/node --version))"
chmod 755 "$folder"
if [ "$(id -u)" = 0 ]; then
  chown 1000:1000 "$folder/data"
  as="setpriv --reuid 1000 --regid 1000 --clear-groups"
else
  as=""
fi
env -i PATH="$PATH" DATA_DIR="$folder/data" HOST=0.0.0.0 PORT="$port" LOG_LEVEL=warn $as $command &
process=$!
trap 'kill -TERM $process 2>/dev/null; wait $process || true' EXIT
for _ in $(seq 120); do
  if node -e "fetch('http://127.0.0.1:$port/readyz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"; then
    echo "/readyz answers."
    exit 0
  fi
  kill -0 $process
  sleep 0.5
done
echo "It did not become ready."
exit 1
