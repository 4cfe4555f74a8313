import TestDoubles

extension EngineExceptions {
    static let urlSession = EngineExceptions(
        "FoundationNetworking",
        [
            (
                .fails(
                    "FoundationNetworking trusts only the roots of the system, and can't require a version of HTTP."
                ),
                [
                    "*HTTP/2*", "*HTTP_1_1*", "*TLS*", "*GOAWAY*", "*RST_STREAM*", "*follows a part of the *",
                    "*a body without a length that ends with *",
                    "uses HTTP/1.1 when the configuration requires it",
                    "waits while the bytes of an upload leave slowly",
                    "fails with timedOut when the server sends only PING frames after an upload",
                    "adds no trailer to the header fields, regardless of its name",
                ]
            ),
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
                .isNotRun("FoundationNetworking has no trailers."),
                [
                    #"fails with malformedResponse when "\r\n0\r\n X: y\r\n\r\n" follows a chunk's data"#,
                    #"fails with malformedResponse when "\r\n0\r\nX: y\r\n z\r\n\r\n" follows a chunk's data"#,
                    #"fails with malformedResponse when "\r\n0\r\nX : y\r\n\r\n" follows a chunk's data"#,
                    #"fails with malformedResponse when "\r\n0\r\n: y\r\n\r\n" follows a chunk's data"#,
                    #"fails with malformedResponse when "\r\n0\r\nX: y\n\r\n" follows a chunk's data"#,
                    "fails with malformedResponse after 300,000 bytes of trailers",
                    "returns the trailers of *",
                    "reads a chunked body and trailers that arrive byte by byte",
                ]
            ),
            (
                .fails("A session resends idempotent requests itself, and doesn't report the number of sendings."),
                [
                    "counts both sendings of a *",
                    "sends a DELETE again when a reused connection is *",
                    "sends a GET again when a reused connection is *",
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
                    "sends a GET on a new connection after * arrived on the idle one",
                    "stops using a connection with unrequested bytes after a 204 response",
                ]
            ),
            (
                .fails("FoundationNetworking reads its proxy only from the environment."),
                [
                    "fails with hostNotFound when the host has no address",
                    "sends a cookie *", "sends no cookie *", "sends no host-only cookie to a subdomain",
                    "refuses a cookie for another domain", "sends no Secure cookie over http",
                    "stores no cookie with Max-Age=0", "stores a cookie with a Max-Age", "stores no expired cookie",
                    "sends an HttpOnly cookie", "deletes a cookie with Max-Age=0",
                    "replaces a cookie with a new one of the same name",
                    "sends the request's own cookies and the stored ones in one field",
                    "sends absolute targets to the proxy", "sends credentials to the proxy",
                    "connects to excepted hosts without the proxy", "fails with proxyFailed *",
                    "returns a 407 response of a server that needs no proxy",
                ]
            ),
            (
                .fails("FoundationNetworking stores cookies, but breaks their rules."),
                [
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
                    "*Unix domain socket*",
                ]
            ),
            (
                .fails("FoundationNetworking accepts only complete request bodies."),
                [
                    "warns that a POST may be processed when its connection is closed while its stream waits",
                    "sends a stream *", "sends a one-shot *", "creates a stream again *",
                    "fails with encodingFailed when a stream *", "fails with bodyNotReplayable *",
                    "returns an error response that arrives while the body's stream waits",
                    "ends after the complete response although the body's stream still waits",
                    "follows 303 after a one-shot stream, without a body",
                    "reports the progress of a stream up to its end",
                    "sends the pieces of an upload as the stream yields them",
                    "reads an upload's stream no faster than the connection sends",
                    "ends when cancelled while waiting for a piece of an upload, and closes the connection",
                ]
            ),
            (
                .fails("FoundationNetworking has no metrics."),
                ["measures *", "counts the bytes of a request body", "counts received bytes before they are decoded"]
            ),
            (
                .fails("FoundationNetworking can't pause reading."),
                ["applies backpressure to the server while a stream isn't read"]
            ),
            (.fails("FoundationNetworking refuses a body with GET."), ["sends a body with GET"]),
            (
                .fails("FoundationNetworking drops the body of a response that looks like a redirect."),
                ["returns a response with status 305", "returns a redirect response without Location"]
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
                ["keeps several fields of one name apart, in their order", "keeps Set-Cookie fields apart"]
            ),
            (
                .fails("libcurl accepts the earliest possible end of a body."),
                [
                    "fails when a * body is truncated",
                    "streams the data of a truncated gzip body, and then throws",
                    "leaves no file when a gzip body is truncated",
                ]
            ),
            (
                .fails("libcurl decodes only the first gzip member, and returns no body with an unknown coding."),
                ["decodes all members of a gzip body", "returns the encoded body when its coding is unknown"]
            ),
            (
                .fails("FoundationNetworking accepts this response, or reports another code."),
                [
                    #"fails with malformedResponse after "http/1.1 200 OK\r\n\r\n""#,
                    #"fails with malformedResponse after the status line "HTTP/1.1  200 OK""#,
                    #"fails with malformedResponse after the status line "HTTP/1.1 200OK""#,
                    #"fails with malformedResponse after the status line "HTTP/1.1 200.5 OK""#,
                    #"fails with malformedResponse after the status line "HTTP/1.1 200 O\rK""#,
                    #"fails with malformedResponse after the status line "HTTP/1.1 200 O\0K""#,
                    #"fails with malformedResponse after the status line "HTTP/1.1 200 OK\r""#,
                    "fails with malformedResponse after the field line *",
                    "fails with malformedResponse after the chunk size *",
                    "fails with malformedResponse when * follows a chunk's data",
                    #"fails with malformedResponse after "Transfer-Encoding*"#,
                    #"fails with malformedResponse after "Content-Length*"#,
                    "fails with malformedResponse after a Content-Length of *",
                    "fails with malformedResponse after 200 with *",
                    "fails with malformedResponse after a * bytes",
                    "fails with malformedResponse after 300,000 bytes of fields",
                    "fails with malformedResponse after a chunk size that ends with LF alone",
                    "fails with malformedResponse after a redirect with a malformed chunk",
                    "fails with malformedResponse after a folded line *",
                    "fails with malformedResponse after an endless status line",
                    "fails with malformedResponse when a body with Content-Encoding gzip isn't gzip",
                    "fails with malformedResponse when a gzip body is corrupt in the middle",
                    #"refuses or joins the folded line "X-A: b\r\n ""#,
                    "closes the connection after a *",
                    "closes the connection when bytes follow the last chunk",
                    "fails with connectionLost when the connection is closed before the first chunk",
                    "fails with connectionLost when the connection is closed inside a chunk*",
                    "fails with connectionLost when the connection is closed before the last chunk",
                    "streams the data before a malformed chunk, and then throws",
                    "throws at a malformed chunk of a stream, after the pieces before it",
                ]
            ),
            (
                .fails("FoundationNetworking's idle time doesn't count the bytes of an incomplete line."),
                ["waits while the bytes of * arrive one by one"]
            ),
            (
                .failsAtTimes("FoundationNetworking may continue to read."),
                ["closes the connection of a stream that is released while the server waits to send"]
            ),
        ]
    )
}
