#!/usr/bin/env bash
# Werkzeug (Flask): a request for two ranges that both exist gets 416. Each of them alone gets 206. A server that doesn't
# want to send several ranges may send the whole representation (RFC 9110, section 14.2); 416 says that nothing overlaps.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m pip install -q --disable-pip-version-check --root-user-action=ignore --target "$work" flask==3.1.3 werkzeug==3.1.9
printf '0123456789' >"$work/a.txt"
PYTHONPATH=$work FILE=$work/a.txt timeout 60 python3 - <<'PYTHON'
import http.client, logging, os, sys, threading
from importlib.metadata import version
import flask
from werkzeug.serving import make_server

logging.getLogger("werkzeug").setLevel(logging.ERROR)
application = flask.Flask("ranges")

@application.get("/a.txt")
def file():
    return flask.send_file(os.environ["FILE"], conditional=True)

server = make_server("127.0.0.1", 0, application)
threading.Thread(target=server.serve_forever, daemon=True).start()
statuses = []
for ranges in ["bytes=0-1", "bytes=4-5", "bytes=0-1,4-5"]:
    connection = http.client.HTTPConnection("127.0.0.1", server.server_port, timeout=10)
    connection.request("GET", "/a.txt", headers={"Range": ranges})
    response = connection.getresponse()
    statuses.append(response.status)
    print(f"Range: {ranges}: {response.status}, Content-Range: {response.getheader('Content-Range')}")
print("Werkzeug", version("werkzeug"), "Flask", version("flask"))
sys.exit(0 if statuses == [206, 206, 416] else 1)
PYTHON
