import TestDoubles

extension EngineExceptions {
    static let urlSession = EngineExceptions(
        "FoundationNetworking",
        [
            (
                .isNotRun("This engine is for servers that are trusted."),
                [
                    "reads a chunked body with trailers, and reuses the connection",
                    "fails when a Location has an invalid host",
                    "fails when the Content-Length is the largest 64-bit integer",
                    "fails with connectionLost when the connection is closed inside the head",
                    "fails with connectionLost when the connection is closed before the end of the head",
                ]
            ),
            (
                .fails("A session resends idempotent requests itself, and doesn't report the number of sendings."),
                [
                    "counts both sendings of a download when a reused connection is closed",
                    "counts both sendings of a download when a reused connection is reset",
                    "counts both sendings of a streamed response when a reused connection is closed",
                    "counts both sendings of a streamed response when a reused connection is reset",
                    "sends a DELETE again when a reused connection is closed without a response",
                    "sends a DELETE again when a reused connection is reset without a response",
                    "sends a GET again when a reused connection is closed without a response",
                    "sends a GET again when a reused connection is reset without a response",
                    "sends a GET again when a reused connection is closed after an informational head",
                ]
            ),
            (
                .fails("A session resolves dot segments, so that such a URL is refused."),
                ["sends the target with its dot segments unchanged"]
            ),
            (
                .fails("A session sends each request that isn't idempotent on a new connection."),
                ["uses one connection for successive requests"]
            ),
            (
                .fails("A session reads bytes that arrive on an idle connection as the next response."),
                [
                    "sends a GET on a new connection after 408 and the end of the connection arrived on the idle one",
                    "sends a GET on a new connection after a body after 204 arrived on the idle one",
                    "sends a GET on a new connection after a body after 304 arrived on the idle one",
                    "sends a GET on a new connection after an unrequested response after chunks arrived on the idle one",
                    "sends a GET on a new connection after a second response arrived on the idle one",
                    "sends a GET on a new connection after a single byte arrived on the idle one",
                    "stops using a connection with unrequested bytes after a 204 response",
                    "sends a GET on a new connection after a stray CR LF arrived on the idle one",
                    "sends a GET on a new connection after the body of a response to HEAD arrived on the idle one",
                ]
            ),
            (
                .fails("FoundationNetworking reads its proxy only from the environment."),
                [
                    "fails with hostNotFound when the host has no address",
                    "sends a cookie back to its host",
                    "sends no cookie to another host",
                    "sends no host-only cookie to a subdomain",
                    "sends a cookie with a Domain attribute to a subdomain",
                    "refuses a cookie for another domain",
                    "sends a cookie to paths below its Path",
                    "sends no cookie to paths outside its Path",
                    "sends no cookie to a path that shares only a prefix with its Path",
                    "sends no Secure cookie over http",
                    "stores no cookie with Max-Age=0",
                    "stores a cookie with a Max-Age",
                    "stores no expired cookie",
                    "sends an HttpOnly cookie",
                    "deletes a cookie with Max-Age=0",
                    "replaces a cookie with a new one of the same name",
                    "sends the request's own cookies and the stored ones in one field",
                    "sends absolute targets to the proxy",
                    "sends credentials to the proxy",
                    "connects to excepted hosts without the proxy",
                    "fails with proxyFailed when no proxy listens",
                    "fails with proxyFailed when the proxy refuses CONNECT",
                    "fails with proxyFailed when the proxy requires credentials for http",
                    "fails with proxyFailed when the proxy requires credentials for https",
                    "returns a 407 response of a server that needs no proxy",
                ]
            ),
            (
                .fails("FoundationNetworking stores cookies, but breaks their rules."),
                [
                    "sends a cookie that a redirect sets",
                    "sends stored cookies, but not the request's own, to another port after a redirect",
                    "shares no cookies with other transports",
                ]
            ),
            (
                .fails("FoundationNetworking has no such setting."),
                [
                    "returns the encoded body when decompression is off",
                    "says beforehand that it decodes nothing when decompression is off",
                    "waits for a silent server for the configured idle time",
                    "uses the idle time of a request instead of the configured one",
                    "fails with timedOut when connecting takes too long",
                    "connects to a Unix domain socket",
                    "reads several streams slowly over one Unix domain socket at a time",
                    "fails with connectionRefused when the Unix domain socket doesn't exist",
                    "uses HTTP/1.1 when the configuration requires it",
                ]
            ),
            (
                .fails("FoundationNetworking accepts only complete request bodies."),
                [
                    "warns that a POST may be processed when its connection is closed while its stream waits",
                    "sends a one-shot body once when a reused connection is closed",
                    "sends a one-shot body once when a reused connection is reset",
                    "sends a stream of 0 bytes with a known length",
                    "sends a stream of 0 bytes with an unknown length in chunks",
                    "sends a stream of 1 bytes with a known length",
                    "sends a stream of 1 bytes with an unknown length in chunks",
                    "sends a stream of 1000000 bytes with a known length",
                    "sends a stream of 1000000 bytes with an unknown length in chunks",
                    "sends a stream of 5000000 bytes with a known length",
                    "sends a stream of 5000000 bytes with an unknown length in chunks",
                    "sends a one-shot stream",
                    "sends a stream that replaces a body in memory",
                    "fails with encodingFailed when a stream is shorter than its length",
                    "fails with encodingFailed when a stream is longer than its length",
                    "returns an error response that arrives while the body's stream waits",
                    "ends after the complete response although the body's stream still waits",
                    "creates a stream again to resend it after 307",
                    "fails with bodyNotReplayable after 307 to a one-shot stream",
                    "creates a stream again to resend it after 308",
                    "fails with bodyNotReplayable after 308 to a one-shot stream",
                    "follows 303 after a one-shot stream, without a body",
                    "reports the progress of a stream up to its end",
                    "sends the pieces of an upload as the stream yields them",
                    "reads an upload's stream no faster than the connection sends",
                    "ends when cancelled while waiting for a piece of an upload, and closes the connection",
                ]
            ),
            (
                .fails("FoundationNetworking has no metrics."),
                [
                    "measures an exchange on a new connection, and on a reused one",
                    "counts the bytes of a request body",
                    "counts received bytes before they are decoded",
                    "measures the time until the first byte",
                    "measures a streamed response up to its head",
                    "measures a download to a file",
                ]
            ),
            (
                .fails("FoundationNetworking can't pause reading."),
                [
                    "applies backpressure to the server while a stream isn't read"
                ]
            ),
            (
                .fails("FoundationNetworking refuses a body with GET."),
                [
                    "sends a body with GET"
                ]
            ),
            (
                .fails("FoundationNetworking drops the body of a response that looks like a redirect."),
                [
                    "returns a response with status 305",
                    "returns a redirect response without Location",
                ]
            ),
            (
                .fails("FoundationNetworking requires a reason phrase, no tab after a value, and UTF-8 in a head."),
                [
                    "accepts a status line without a reason phrase",
                    "accepts field values with and without surrounding whitespace",
                    "reads non-ASCII bytes as UTF-8, or else as Latin-1",
                ]
            ),
            (
                .fails("FoundationNetworking joins fields of the same name."),
                [
                    "keeps several fields of one name apart, in their order",
                    "keeps Set-Cookie fields apart",
                ]
            ),
            (
                .fails("FoundationNetworking accepts the protocol name in any letter case."),
                [
                    "fails with malformedResponse after \"http/1.1 200 OK\\r\\n\\r\\n\""
                ]
            ),
            (
                .fails("libcurl accepts the earliest possible end of a body."),
                [
                    "fails when a gzip body is truncated",
                    "fails when a deflate body is truncated",
                    "fails when a br body is truncated",
                    "streams the data of a truncated gzip body, and then throws",
                    "leaves no file when a gzip body is truncated",
                    "fails with malformedResponse after 200 with \"Content-Length: 5\\r\\nContent-Length: 6\\r\\n\\r\\nhello!\"",
                    "fails with malformedResponse after 200 with \"Content-Length: 99999999999999999999\\r\\n\\r\\nhello\"",
                ]
            ),
            (
                .fails("libcurl decodes only the first gzip member, and returns no body with an unknown coding."),
                [
                    "decodes all members of a gzip body",
                    "returns the encoded body when its coding is unknown",
                ]
            ),
            (
                .fails("FoundationNetworking reports code -1 or -1011 instead."),
                [
                    "fails with malformedResponse when a body with Content-Encoding gzip isn't gzip",
                    "fails with malformedResponse when a gzip body is corrupt in the middle",
                    "fails with malformedResponse after 200 with \"Content-Length: -5\\r\\n\\r\\nhello\"",
                    "fails with malformedResponse after 200 with \"Content-Length: five\\r\\n\\r\\nhello\"",
                    "fails with malformedResponse after 200 with \"Transfer-Encoding: chunked\\r\\n\\r\\nzz\\r\\nhello\\r\\n0\\r\\n\\r\\n\"",
                    "fails with malformedResponse after 200 with \"Transfer-Encoding: chunked\\r\\n\\r\\n-5\\r\\nhello\\r\\n0\\r\\n\\r\\n\"",
                    "fails with malformedResponse after 200 with \"Transfer-Encoding: chunked\\r\\n\\r\\n\\r\\nhello\\r\\n0\\r\\n\\r\\n\"",
                    "fails with malformedResponse after 200 with \"Transfer-Encoding: chunked\\r\\n\\r\\nffffffffffffffffff\\r\\nhello\\r\\n0\\r\\n\\r\\n\"",
                    "fails with malformedResponse after 200 with \"Transfer-Encoding: chunked\\r\\n\\r\\n3\\r\\nhello\\r\\n0\\r\\n\\r\\n\"",
                    "fails with connectionLost when the connection is closed before the first chunk",
                    "fails with connectionLost when the connection is closed inside a chunk's size",
                    "fails with connectionLost when the connection is closed inside a chunk",
                    "fails with connectionLost when the connection is closed before the last chunk",
                    "throws at a malformed chunk of a stream, after the pieces before it",
                ]
            ),
            (
                .failsAtTimes("FoundationNetworking may continue to read."),
                ["closes the connection of a stream that is released while the server waits to send"]
            ),
        ] + urlSessionHeads + urlSessionOnHTTP2
    )
}
