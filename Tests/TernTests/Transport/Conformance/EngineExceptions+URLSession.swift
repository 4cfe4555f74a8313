extension EngineExceptions {
    static let urlSession = EngineExceptions(
        "FoundationNetworking",
        [
            (
                .endsTheProcess("FoundationNetworking traps at strange answers."),
                [
                    "survives trailers after a chunked body, and keeps the connection",
                    "fails where a Location has a host that is none",
                    "fails where the announced body is the largest there is",
                    "fails with connectionLost where the connection is closed inside the head",
                    "fails with connectionLost where the connection is closed before the end of the head",
                ]
            ),
            (
                .fails("A session sends idempotent requests again by itself, and doesn't count that."),
                [
                    "sends a DELETE again where a kept connection is closed without a response",
                    "sends a DELETE again where a kept connection is reset without a response",
                    "sends a GET again where a kept connection is closed without a response",
                    "sends a GET again where a kept connection is reset without a response",
                ]
            ),
            (
                .fails("A session sends each request that isn't idempotent on a connection of its own."),
                ["uses one connection for requests one after another"]
            ),
            (
                .fails("A session takes what comes on a kept connection for the next response."),
                [
                    "sends a GET on a new connection where 408 and the end of the connection came on the kept one",
                    "sends a GET on a new connection where a body after 204 came on the kept one",
                    "sends a GET on a new connection where a body after 304 came on the kept one",
                    "sends a GET on a new connection where a response to nothing after chunks came on the kept one",
                    "sends a GET on a new connection where a second response came on the kept one",
                    "sends a GET on a new connection where a single byte came on the kept one",
                    "leaves a connection with the beginning of a response behind a 204",
                    "sends a GET on a new connection where a stray CR LF came on the kept one",
                    "sends a GET on a new connection where the body of a response to HEAD came on the kept one",
                ]
            ),
            (
                .fails("FoundationNetworking takes its proxy from the environment only."),
                [
                    "fails with hostNotFound where the host has no address",
                    "sends a cookie back to its host",
                    "sends no cookie to another host",
                    "sends no cookie of a host to those below it",
                    "sends a cookie with a Domain below it",
                    "takes no cookie for another domain",
                    "sends a cookie below its Path",
                    "sends no cookie outside its Path",
                    "sends no cookie to a path that only begins like its Path",
                    "sends no Secure cookie over http",
                    "keeps no cookie with Max-Age=0",
                    "keeps a cookie with a Max-Age",
                    "keeps no cookie that has expired",
                    "sends an HttpOnly cookie",
                    "deletes a cookie with Max-Age=0",
                    "replaces a cookie by one of its name",
                    "sends the request's own cookies and those it keeps in one field",
                    "sends absolute targets to its proxy",
                    "identifies itself to its proxy",
                    "reaches excepted hosts without its proxy",
                    "fails with proxyFailed where there is no proxy",
                    "fails with proxyFailed where the proxy refuses to connect",
                    "fails with proxyFailed where the proxy wants credentials for http",
                    "fails with proxyFailed where the proxy wants credentials for https",
                    "returns the 407 of a server that it reaches without its proxy",
                ]
            ),
            (
                .fails("FoundationNetworking keeps cookies, but not by the rules."),
                [
                    "sends a cookie that a redirect sets",
                    "sends kept cookies, but not the request's own, to another port after a redirect",
                    "keeps cookies from other transports",
                ]
            ),
            (
                .fails("FoundationNetworking can't be configured so."),
                [
                    "gives the body as it comes where it isn't to be decoded",
                    "waits for a silent server as long as the configuration says",
                    "prefers the idle time of a request to that of the configuration",
                    "fails with timedOut where a connection takes too long",
                    "connects to a Unix domain socket",
                    "fails with connectionRefused where there is no Unix domain socket",
                    "speaks HTTP/1.1 where it is told to",
                ]
            ),
            (
                .fails("FoundationNetworking hears of whole bodies only."),
                [
                    "sends a body that can't be sent twice once where a kept connection is closed",
                    "sends a body that can't be sent twice once where a kept connection is reset",
                    "sends a stream of 0 bytes whose length is known",
                    "sends a stream of 0 bytes whose length isn't known in chunks",
                    "sends a stream of 1 bytes whose length is known",
                    "sends a stream of 1 bytes whose length isn't known in chunks",
                    "sends a stream of 1000000 bytes whose length is known",
                    "sends a stream of 1000000 bytes whose length isn't known in chunks",
                    "sends a stream of 5000000 bytes whose length is known",
                    "sends a stream of 5000000 bytes whose length isn't known in chunks",
                    "sends a stream that can be had once",
                    "sends the body source where the request has a body in memory too",
                    "fails with encodingFailed where a stream is shorter than its length",
                    "fails with encodingFailed where a stream is longer than its length",
                    "returns an error's answer that comes while the body's stream waits",
                    "ends after the whole answer, although the body's stream still waits",
                    "makes a stream anew to send it again after 307",
                    "fails with bodyNotReplayable after 307 to a stream that can be had once",
                    "makes a stream anew to send it again after 308",
                    "fails with bodyNotReplayable after 308 to a stream that can be had once",
                    "follows 303 to a stream that can be had once, without it",
                    "reports the progress of a stream up to its end",
                    "sends pieces of a stream as they come",
                    "asks a stream for no more than the connection takes",
                    "ends while it waits for a piece of its stream, and closes the connection",
                ]
            ),
            (
                .fails("FoundationNetworking doesn't measure."),
                [
                    "measures an exchange on a new connection, and on a kept one",
                    "counts the bytes of a body that is sent",
                    "counts received bytes as they are on the wire",
                    "measures what the server makes it wait",
                    "measures a streamed answer up to its head",
                    "measures a download to a file",
                ]
            ),
            (
                .fails("FoundationNetworking can't pause."),
                [
                    "lets the server wait for a reader that doesn't read"
                ]
            ),
            (
                .fails("FoundationNetworking refuses a body with GET."),
                [
                    "sends a body with GET"
                ]
            ),
            (
                .fails("FoundationNetworking drops the body of what looks like a redirect."),
                [
                    "returns an answer with status 305",
                    "returns a redirect without Location as the answer",
                ]
            ),
            (
                .fails("FoundationNetworking wants a reason, no tab after a value, and UTF-8 in a head."),
                [
                    "takes a status line without a reason",
                    "takes fields with and without blanks around their values",
                    "reads bytes that aren't ASCII as UTF-8, or else as Latin-1",
                ]
            ),
            (
                .fails("FoundationNetworking joins fields of one name."),
                [
                    "keeps several fields of one name apart, in their order",
                    "keeps Set-Cookie fields apart",
                ]
            ),
            (
                .fails("FoundationNetworking takes the protocol's name in any case."),
                [
                    "fails with malformedResponse after \"http/1.1 200 OK\\r\\n\\r\\n\""
                ]
            ),
            (
                .fails("libcurl takes the first end of a body that it finds."),
                [
                    "fails where a gzip body ends too early",
                    "fails where a deflate body ends too early",
                    "fails where a br body ends too early",
                    "streams what comes before a gzip body ends too early, and then throws",
                    "leaves no file of a gzip body that ends too early",
                    "fails with malformedResponse after 200 with \"Content-Length: 5\\r\\nContent-Length: 6\\r\\n\\r\\nhello!\"",
                    "fails with malformedResponse after 200 with \"Content-Length: 99999999999999999999\\r\\n\\r\\nhello\"",
                ]
            ),
            (
                .fails("libcurl decodes one member of gzip, and no body with a coding that it doesn't know."),
                [
                    "decodes all members of a gzip body",
                    "gives the body as it comes where its coding is unknown",
                ]
            ),
            (
                .fails("FoundationNetworking has code -1 or -1011 for this."),
                [
                    "fails with malformedResponse where a gzip body is none",
                    "fails with malformedResponse where a gzip body breaks in the middle",
                    "fails with malformedResponse after 200 with \"Content-Length: -5\\r\\n\\r\\nhello\"",
                    "fails with malformedResponse after 200 with \"Content-Length: five\\r\\n\\r\\nhello\"",
                    "fails with malformedResponse after 200 with \"Transfer-Encoding: chunked\\r\\n\\r\\nzz\\r\\nhello\\r\\n0\\r\\n\\r\\n\"",
                    "fails with malformedResponse after 200 with \"Transfer-Encoding: chunked\\r\\n\\r\\n-5\\r\\nhello\\r\\n0\\r\\n\\r\\n\"",
                    "fails with malformedResponse after 200 with \"Transfer-Encoding: chunked\\r\\n\\r\\n\\r\\nhello\\r\\n0\\r\\n\\r\\n\"",
                    "fails with malformedResponse after 200 with \"Transfer-Encoding: chunked\\r\\n\\r\\nffffffffffffffffff\\r\\nhello\\r\\n0\\r\\n\\r\\n\"",
                    "fails with malformedResponse after 200 with \"Transfer-Encoding: chunked\\r\\n\\r\\n3\\r\\nhello\\r\\n0\\r\\n\\r\\n\"",
                    "fails with connectionLost where the connection is closed before the first chunk",
                    "fails with connectionLost where the connection is closed inside a chunk's size",
                    "fails with connectionLost where the connection is closed inside a chunk",
                    "fails with connectionLost where the connection is closed before the last chunk",
                    "throws at a stream's chunk that is none, after the pieces before",
                ]
            ),
            (
                .failsAtTimes("FoundationNetworking reads on, at its own pace."),
                ["closes the connection of a stream that is dropped while the server waits to send"]
            ),
        ] + urlSessionHeads + urlSessionOnHTTP2
    )
}
