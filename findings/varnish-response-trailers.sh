#!/usr/bin/env bash
# Varnish: a response whose origin sends trailer fields is an error to it. The client gets a body that is cut off, or a 503
# if the error is seen before the head has been sent. The same response without trailer fields arrives whole. A proxy may
# drop trailer fields (RFC 9110, section 6.5.1). Debian 12 on x86-64; Varnish compiles its configuration with gcc.
set -euo pipefail
work=$(mktemp -d)
trap 'kill $(jobs -p) 2>/dev/null || true; wait; rm -rf "$work"' EXIT
cd "$work"
chmod 755 "$work"
apt-get download -q varnish=7.1.1-2+deb12u1 libvarnishapi3=7.1.1-2+deb12u1 libjemalloc2=5.3.0-1 >"$work/download" 2>&1 ||
    { cat "$work/download"; exit 1; }
for package in ./*.deb; do dpkg -x "$package" root; done
cat >origin.py <<'PYTHON'
import socket, threading
listener = socket.create_server(("127.0.0.1", 0))
print(listener.getsockname()[1], flush=True)
def serve(connection):
    with connection:
        while request := connection.recv(65536):
            trailer = b"X-Checksum: 42\r\n" if b"GET /with/" in request else b""
            connection.sendall(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n" + trailer + b"\r\n")
while True:
    threading.Thread(target=serve, args=(listener.accept()[0],), daemon=True).start()
PYTHON
timeout 100 python3 origin.py >origin.port &
until [[ -s origin.port ]]; do sleep 0.1; done
port=$(python3 -c 'import socket; s = socket.create_server(("127.0.0.1", 0)); print(s.getsockname()[1])')
libraries=$(find "$PWD/root" -name '*.so*' -printf '%h\n' | sort -u | paste -sd:)
LD_LIBRARY_PATH=$libraries timeout 100 root/usr/sbin/varnishd -F -j none -n "$work/instance" -s malloc,20m \
    -a "127.0.0.1:$port" -b "127.0.0.1:$(cat origin.port)" >varnish.log 2>&1 &
PORT=$port timeout 60 python3 - <<'PYTHON'
import http.client, os, sys, time

def get(path):
    for _ in range(100):
        try:
            connection = http.client.HTTPConnection("127.0.0.1", int(os.environ["PORT"]), timeout=10)
            connection.request("GET", path)
            break
        except ConnectionRefusedError:
            time.sleep(0.2)
    response = connection.getresponse()
    try:
        body = response.read()
        return "whole" if (response.status, body) == (200, b"hello") else str(response.status)
    except http.client.IncompleteRead:
        return "cut off"

without = [get(f"/without/{number}") for number in range(10)]
with_trailers = [get(f"/with/{number}") for number in range(10)]
print("without trailer fields:", without)
print("with trailer fields:   ", with_trailers)
sys.exit(0 if set(without) == {"whole"} and set(with_trailers) <= {"cut off", "503"} else 1)
PYTHON
LD_LIBRARY_PATH=$libraries root/usr/sbin/varnishd -V 2>&1 | head -n 1
