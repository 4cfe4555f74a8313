#!/usr/bin/env bash
# Bottle: the ETag of a static file has no quotes, so it is no entity tag (RFC 9110, section 8.8.3). A client that sends it
# back in quotes, as the grammar asks, never gets a 304; only the bare text gives one.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m pip install -q --disable-pip-version-check --root-user-action=ignore --target "$work" bottle==0.13.4 waitress==3.0.2
mkdir "$work/files"
printf 'hello' >"$work/files/a.txt"
PYTHONPATH=$work FILES=$work/files timeout 60 python3 - <<'PYTHON'
import http.client, os, socket, sys, threading
import bottle, waitress

application = bottle.Bottle()

@application.get("/a.txt")
def file():
    return bottle.static_file("a.txt", root=os.environ["FILES"])

listener = socket.create_server(("127.0.0.1", 0))
threading.Thread(target=lambda: waitress.serve(application, sockets=[listener], _quiet=True), daemon=True).start()

def get(fields={}):
    connection = http.client.HTTPConnection("127.0.0.1", listener.getsockname()[1], timeout=10)
    connection.request("GET", "/a.txt", headers=fields)
    return connection.getresponse()

tag = get().getheader("ETag")
quoted = get({"If-None-Match": f'"{tag}"'}).status
bare = get({"If-None-Match": tag}).status
print("bottle", bottle.__version__)
print("ETag:", tag)
print("If-None-Match with quotes:   ", quoted)
print("If-None-Match without quotes:", bare)
sys.exit(0 if '"' not in tag and (quoted, bare) == (200, 304) else 1)
PYTHON
