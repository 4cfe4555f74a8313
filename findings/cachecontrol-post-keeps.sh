#!/usr/bin/env bash
# CacheControl: after a successful POST the stored response of the same URL is used on. PUT, PATCH and DELETE remove it.
# RFC 9111, section 4.4, asks for it after every unsafe method.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m pip install -q --disable-pip-version-check --root-user-action=ignore --target "$work" CacheControl==0.14.4 requests==2.34.2
PYTHONPATH=$work timeout 60 python3 - <<'PYTHON'
import sys, threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from importlib.metadata import version
import requests
from cachecontrol import CacheControl

class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    sent = 0
    def handle_any(self):
        Handler.sent += 1
        body = str(Handler.sent).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        if self.command == "GET":
            self.send_header("Cache-Control", "max-age=600")
        self.end_headers()
        self.wfile.write(body)
    do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = handle_any
    def log_message(self, *arguments):
        pass

server = HTTPServer(("127.0.0.1", 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
kept = {}
for method in ["POST", "PUT", "PATCH", "DELETE"]:
    session = CacheControl(requests.Session())
    url = f"http://127.0.0.1:{server.server_port}/{method}"
    before = session.get(url, timeout=10).text
    session.request(method, url, timeout=10)
    kept[method] = session.get(url, timeout=10).text == before
    print(f"{method}: the stored response is {'used on' if kept[method] else 'gone'}")
print("CacheControl", version("CacheControl"))
sys.exit(0 if kept == {"POST": True, "PUT": False, "PATCH": False, "DELETE": False} else 1)
PYTHON
