#!/usr/bin/env bash
# Docker's registry: an upload that has received nothing and one that has received a byte report the same `Range: 0-0`. A
# client that continues an upload by this field can't tell whether to begin at 0 or at 1. The field has no unit, either.
set -euo pipefail
work=$(mktemp -d)
trap 'kill $(jobs -p) 2>/dev/null || true; wait; rm -rf "$work"' EXIT
cd "$work"
apt-get download -q docker-registry=2.8.2+ds1-1 >"$work/download" 2>&1 || { cat "$work/download"; exit 1; }
dpkg -x ./*.deb root
port=$(python3 -c 'import socket; s = socket.create_server(("127.0.0.1", 0)); print(s.getsockname()[1])')
cat >registry.yml <<YAML
version: 0.1
log: {level: error}
storage: {filesystem: {rootdirectory: $work/blobs}}
http: {addr: "127.0.0.1:$port"}
YAML
timeout 100 root/usr/bin/docker-registry serve registry.yml >registry.log 2>&1 &
PORT=$port timeout 60 python3 - <<'PYTHON'
import http.client, os, sys, time
from urllib.parse import urlsplit

def send(method, path, body=None):
    for _ in range(100):
        try:
            connection = http.client.HTTPConnection("127.0.0.1", int(os.environ["PORT"]), timeout=10)
            connection.request(method, path, body)
            break
        except ConnectionRefusedError:
            time.sleep(0.1)
    response = connection.getresponse()
    location = urlsplit(response.getheader("Location"))
    return response.getheader("Range"), f"{location.path}?{location.query}"

empty, location = send("POST", "/v2/example/blobs/uploads/", b"")
one, location = send("PATCH", location, b"a")
two, location = send("PATCH", location, b"b")
print("Range after 0 bytes:", empty)
print("Range after 1 byte: ", one)
print("Range after 2 bytes:", two)
sys.exit(0 if (empty, one, two) == ("0-0", "0-0", "0-1") else 1)
PYTHON
root/usr/bin/docker-registry --version
