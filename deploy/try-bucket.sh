#!/bin/sh
# Tries files in a bucket against a second store that speaks S3, beside the one in the tests' own process: OpenStack Swift,
# which checks signatures and checksums to the letter. Needs Debian's swift-proxy, swift-account, swift-container,
# swift-object and memcached; everything runs on this machine, in a folder that goes again.
set -eu
cd "$(dirname "$0")/.."
root=$(mktemp -d /var/tmp/arcade-bucket-XXXXXX)
first=${FIRST_PORT:-6410}
user=$(id -un)
pids=
stop() {
  for pid in $pids; do kill "$pid" 2> /dev/null || true; done
  wait
  rm -rf "$root"
}
trap stop EXIT
trap 'exit 1' INT TERM

mkdir -p "$root/devices/one"
cat > "$root/swift.conf" << END
[swift-hash]
swift_hash_path_suffix = arcade
END
port=$first
for kind in account container object; do
  cat > "$root/$kind.conf" << END
[DEFAULT]
bind_ip = 127.0.0.1
bind_port = $port
user = $user
swift_dir = $root
devices = $root/devices
mount_check = false
workers = 0
log_level = ERROR
[pipeline:main]
pipeline = $kind-server
[app:$kind-server]
use = egg:swift#$kind
END
  swift-ring-builder "$root/$kind.builder" create 1 1 1 > "$root/log"
  swift-ring-builder "$root/$kind.builder" add "r1z1-127.0.0.1:$port/one" 1 >> "$root/log"
  swift-ring-builder "$root/$kind.builder" rebalance >> "$root/log"
  port=$((port + 1))
done
cat > "$root/proxy.conf" << END
[DEFAULT]
bind_ip = 127.0.0.1
bind_port = $port
user = $user
swift_dir = $root
workers = 0
log_level = ERROR
[pipeline:main]
pipeline = catch_errors cache s3api tempauth copy slo dlo proxy-server
[app:proxy-server]
use = egg:swift#proxy
allow_account_management = true
account_autocreate = true
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:$((port + 1))
[filter:s3api]
use = egg:swift#s3api
location = eu-west-3
s3_acl = false
[filter:tempauth]
use = egg:swift#tempauth
user_files_arcade = a-secret-of-this-machine .admin
[filter:copy]
use = egg:swift#copy
[filter:slo]
use = egg:swift#slo
[filter:dlo]
use = egg:swift#dlo
END

export SWIFT_DIR="$root"
memcached -u "$user" -l 127.0.0.1 -p $((port + 1)) & pids="$pids $!"
for kind in account container object proxy; do
  swift-$kind-server "$root/$kind.conf" >> "$root/log" 2>&1 & pids="$pids $!"
done

place="{\"endpoint\":\"http://127.0.0.1:$port\",\"region\":\"eu-west-3\",\"bucket\":\"tried\",\"accessKeyId\":\"files:arcade\",\"secretAccessKey\":\"a-secret-of-this-machine\"}"
TRIED_BUCKET=$place node_modules/.bin/node node_modules/.bin/vitest run kit/server/storage.test.ts || { cat "$root/log"; exit 1; }
