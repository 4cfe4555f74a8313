#!/usr/bin/env bash
# WsgiDAV: a request for two ranges gets 206 with the last one only, and a range in a unit that isn't bytes gets a 206 in
# bytes. A client that takes 206 for "what I asked for" writes the bytes to the wrong place: it has to read Content-Range.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m pip install -q --disable-pip-version-check --root-user-action=ignore --target "$work" WsgiDAV==4.4.0 cheroot==11.1.2
mkdir "$work/files"
printf '0123456789' >"$work/files/a.txt"
PYTHONPATH=$work FILES=$work/files timeout 60 python3 - <<'PYTHON'
import http.client, os, sys, threading
from importlib.metadata import version
from cheroot import wsgi
from wsgidav.wsgidav_app import WsgiDAVApp

application = WsgiDAVApp({
    "provider_mapping": {"/": os.environ["FILES"]},
    "simple_dc": {"user_mapping": {"*": True}},
    "logging": {"enable": False},
    "verbose": 0,
})
server = wsgi.Server(("127.0.0.1", 0), application)
server.prepare()
threading.Thread(target=server.serve, daemon=True).start()
found = []
for ranges in ["bytes=0-1,8-9", "items=0-1"]:
    connection = http.client.HTTPConnection("127.0.0.1", server.bind_addr[1], timeout=10)
    connection.request("GET", "/a.txt", headers={"Range": ranges})
    response = connection.getresponse()
    found.append((response.status, response.getheader("Content-Range"), response.read().decode()))
    print(f"Range: {ranges}: {found[-1]}")
server.stop()
print("WsgiDAV", version("WsgiDAV"))
sys.exit(0 if found == [(206, "bytes 8-9/10", "89"), (206, "bytes 0-1/10", "01")] else 1)
PYTHON
