#!/usr/bin/env bash
# httpx: `iter_lines()` ends a line at U+2028, which JSON allows unescaped within a string (RFC 8259, section 7). A line of
# JSON Lines is cut in two, and neither half is JSON. JSON Lines end at LF only.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m pip install -q --disable-pip-version-check --root-user-action=ignore --target "$work" httpx==0.28.1 httpcore==1.0.9 h11==0.16.0
PYTHONPATH=$work timeout 60 python3 - <<'PYTHON'
import json, socket, sys, threading
import httpx

records = [{"text": "first\u2028second"}, {"text": "third"}]
body = "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records).encode()

def serve(listener):
    connection, _ = listener.accept()
    with connection:
        connection.recv(65536)
        connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Type: application/jsonl; charset=utf-8\r\nContent-Length: %d\r\n\r\n" % len(body) + body)

listener = socket.create_server(("127.0.0.1", 0))
threading.Thread(target=serve, args=(listener,), daemon=True).start()
lines = list(httpx.get(f"http://127.0.0.1:{listener.getsockname()[1]}/").iter_lines())
print("httpx", httpx.__version__)
print("lines in the body:", body.count(b"\n"))
print("lines from httpx: ", len(lines), lines)
sys.exit(0 if lines == ['{"text": "first', 'second"}', '{"text": "third"}'] else 1)
PYTHON
