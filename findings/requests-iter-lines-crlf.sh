#!/usr/bin/env bash
# requests: `iter_lines()` gives an empty line that the server never sent when CR and LF arrive in different chunks. In
# a stream of server-sent events an empty line ends an event, so one event becomes two.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m pip install -q --disable-pip-version-check --root-user-action=ignore --target "$work" requests==2.34.2 urllib3==2.8.0
PYTHONPATH=$work timeout 60 python3 - <<'PYTHON'
import socket, sys, threading
import requests

event = b"data: first\r\ndata: second\r\n\r\n"

def serve(listener, pieces):
    connection, _ = listener.accept()
    with connection:
        connection.recv(65536)
        connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n")
        for piece in pieces:
            connection.sendall(b"%x\r\n%s\r\n" % (len(piece), piece))
        connection.sendall(b"0\r\n\r\n")

def lines(pieces):
    listener = socket.create_server(("127.0.0.1", 0))
    threading.Thread(target=serve, args=(listener, pieces), daemon=True).start()
    response = requests.get(f"http://127.0.0.1:{listener.getsockname()[1]}/", stream=True, timeout=10)
    return [line.decode() for line in response.iter_lines()]

whole = lines([event])
cut = event.index(b"\n")
split = lines([event[:cut], event[cut:]])
print("requests", requests.__version__)
print("in one chunk:          ", whole)
print("cut between CR and LF: ", split)
sys.exit(0 if whole == ["data: first", "data: second", ""] and split == ["data: first", "", "data: second", ""] else 1)
PYTHON
