#!/usr/bin/env bash
# httpx: `params=` removes the query that the URL has, also where `params` is empty. requests adds to it. A next URL of a
# paged API, requested with one more parameter, loses its cursor without an error.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m pip install -q --disable-pip-version-check --root-user-action=ignore --target "$work" \
    httpx==0.28.1 httpcore==1.0.9 h11==0.16.0 requests==2.34.2
PYTHONPATH=$work timeout 60 python3 - <<'PYTHON'
import sys, threading
from http.server import BaseHTTPRequestHandler, HTTPServer
import httpx, requests

paths = []

class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        paths.append(self.path)
        self.send_response(204)
        self.end_headers()
    def log_message(self, *arguments):
        pass

server = HTTPServer(("127.0.0.1", 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
url = f"http://127.0.0.1:{server.server_port}/items?cursor=abc"
httpx.get(url, params={"limit": 2})
httpx.get(url, params={})
requests.get(url, params={"limit": 2}, timeout=10)
print("httpx", httpx.__version__, "requests", requests.__version__)
for name, path in zip(["httpx, one parameter", "httpx, no parameter", "requests, one parameter"], paths):
    print(f"{name}: {path}")
sys.exit(0 if paths == ["/items?limit=2", "/items", "/items?cursor=abc&limit=2"] else 1)
PYTHON
