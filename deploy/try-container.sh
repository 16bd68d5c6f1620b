#!/bin/sh
# deploy/try-container.sh [folder]
# The steps of deploy/Containerfile without a container engine: a clean copy of what is committed, the RUN lines with the
# machine's own Node, then CMD as a user that is not root, until /healthz and /readyz answer, and its end by SIGTERM; as root also with
# the folder of the programs read-only, as `--read-only` has it. What only an engine can try is left: the base image, VOLUME,
# HEALTHCHECK.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
folder=${1:-$(mktemp -d /var/tmp/arcade-container-XXXXXX)}
port=${PORT:-3999}
mkdir -p "$folder/srv" "$folder/data"
git -C "$root" archive HEAD | tar -x -C "$folder/srv"
cd "$folder/srv"
echo "Node of the base: $(node --version)"
sed -n 's/^RUN \(n.*\)/\1/p' deploy/Containerfile | while read -r line; do
  echo "RUN $line"
  sh -c "$line"
done
echo "The packages that go along take $(du -sm node_modules | cut -f1) MB."
for tool in vite vitest playwright biome; do
  if [ -e "node_modules/.bin/$tool" ]; then
    echo "$tool went along."
    exit 1
  fi
done
# Before each command of the operator's, inside a container that cannot write there.
if [ -n "$(node scripts/setup.mjs 2>&1)" ]; then
  echo "npm run backup would install first."
  exit 1
fi
command=$(sed -n 's/^CMD \["\(.*\)", "\(.*\)"\]/\1 \2/p' deploy/Containerfile)
echo "CMD $command ($(node_modules/.bin/node --version))"
chmod 755 "$folder"
if [ "$(id -u)" = 0 ]; then
  chown 1000:1000 "$folder/data"
  # What the engine does with --read-only and --user.
  as="unshare --mount --propagation private sh -c"
  inside="mount --bind $folder/srv $folder/srv && mount -o remount,ro,bind $folder/srv && cd $folder/srv &&
    exec setpriv --reuid 1000 --regid 1000 --clear-groups --no-new-privs --bounding-set=-all $command"
else
  as="sh -c"
  inside="exec $command"
fi
env -i PATH="$PATH" DATA_DIR="$folder/data" HOST=0.0.0.0 PORT="$port" LOG_LEVEL=warn $as "$inside" &
process=$!
trap 'kill -TERM $process 2>/dev/null; wait $process || true' EXIT
answers() {
  node -e "fetch('http://127.0.0.1:$port/$1').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"
}
for _ in $(seq 120); do
  if answers healthz && answers readyz; then
    echo "/healthz and /readyz answer."
    kill -TERM $process
    wait $process
    trap - EXIT
    echo "SIGTERM ends it with 0."
    exit
  fi
  kill -0 $process
  sleep 0.5
done
echo "It did not become ready."
exit 1
