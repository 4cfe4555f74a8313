#!/usr/bin/env bash
# urllib3: `Retry(3)` names no status to repeat, but a 503 is repeated if it has a `Retry-After`, and is returned at once if
# it has none. So one field of the server decides whether the same setting is a retry of responses or only of connections.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m pip install -q --disable-pip-version-check --root-user-action=ignore --target "$work" urllib3==2.8.0
PYTHONPATH=$work timeout 60 python3 - <<'PYTHON'
import sys, threading
from http.server import BaseHTTPRequestHandler, HTTPServer
import urllib3

requests = {}

class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        requests[self.path] = requests.get(self.path, 0) + 1
        self.send_response(503 if requests[self.path] == 1 else 200)
        if self.path == "/with":
            self.send_header("Retry-After", "0")
        self.send_header("Content-Length", "0")
        self.end_headers()
    def log_message(self, *arguments):
        pass

server = HTTPServer(("127.0.0.1", 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
pool = urllib3.PoolManager(retries=urllib3.Retry(3))
found = {}
for path in ["/with", "/without"]:
    status = pool.request("GET", f"http://127.0.0.1:{server.server_port}{path}").status
    found[path] = (status, requests[path])
    print(f"503 {path[1:]} Retry-After: status {status} after {requests[path]} request(s)")
print("urllib3", urllib3.__version__)
sys.exit(0 if found == {"/with": (200, 2), "/without": (503, 1)} else 1)
PYTHON
