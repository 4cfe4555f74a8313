extension EngineExceptions {
    static let urlSession = EngineExceptions(
        "FoundationNetworking",
        [
            (
                .endsTheProcess("FoundationNetworking traps at trailers, and where a connection ends inside a head."),
                [
                    "survives trailers after a chunked body, and keeps the connection",
                    "fails with connectionLost where the connection is closed inside the head",
                    "fails with connectionLost where the connection is closed before the end of the head",
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
                .fails("FoundationNetworking takes whatever case the protocol's name has."),
                [
                    "fails with malformedResponse after \"http/1.1 200 OK\\r\\n\\r\\n\""
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
                    "fails with connectionLost where the connection is closed after an informational head",
                    "fails with connectionLost where the connection is closed before the first chunk",
                    "fails with connectionLost where the connection is closed inside a chunk's size",
                    "fails with connectionLost where the connection is closed inside a chunk",
                    "fails with connectionLost where the connection is closed before the last chunk",
                ]
            ),
            (
                .fails("libcurl takes the first end of a body that it finds."),
                [
                    "fails where a gzip body ends too early",
                    "fails with malformedResponse after 200 with \"Content-Length: 5\\r\\nContent-Length: 6\\r\\n\\r\\nhello!\"",
                    "fails with malformedResponse after 200 with \"Content-Length: 99999999999999999999\\r\\n\\r\\nhello\"",
                ]
            ),
            (
                .fails("URLSessionTransport neither streams nor writes files."),
                [
                    "decodes a body into a file",
                    "decodes a streamed body",
                    "bounds neither files nor streams",
                    "delivers only the last body to a file",
                    "streams only the last body",
                    "fails with timedOut when a streamed body is silent, after what came",
                    "delivers a body to a file, and nothing beside it",
                    "replaces the file that stood there",
                    "delivers the body of an error's answer to the file too",
                    "makes an empty file of an empty body",
                    "fails where the file can't be made, and goes on",
                    "delivers several bodies to their files at a time",
                    "streams a body whole and in its order",
                    "returns a streamed answer as soon as its head is there",
                    "streams pieces as they come",
                    "streams an empty body",
                    "streams the body of an error's answer",
                    "uses the connection again after a stream was read to its end",
                    "lets the server wait for a reader that doesn't read",
                    "doesn't take the pause of a slow reader for silence of the server",
                    "closes the connection of a stream that is dropped unread",
                    "closes the connection of a stream that is left early",
                    "closes the connection of a stream that is dropped while the server waits to send",
                    "ends a stream when its reader is cancelled, and closes the connection",
                    "streams what came before a body breaks off, and then throws",
                    "throws at a stream's chunk that is none, after the pieces before",
                    "keeps a stream alive when its transport isn't held any more",
                    "answers others while one fails, one is cancelled and one is streamed",
                ]
            ),
            (
                .fails("URLSessionTransport sends no body but one in memory."),
                [
                    "sends a stream of 0 bytes whose length isn't known in chunks",
                    "sends a file of 1 bytes",
                    "sends a stream of 1 bytes whose length is known",
                    "sends a stream of 1 bytes whose length isn't known in chunks",
                    "sends a file of 1000000 bytes",
                    "sends a stream of 1000000 bytes whose length is known",
                    "sends a stream of 1000000 bytes whose length isn't known in chunks",
                    "sends a file of 5000000 bytes",
                    "sends a stream of 5000000 bytes whose length is known",
                    "sends a stream of 5000000 bytes whose length isn't known in chunks",
                    "sends a stream that can be had once",
                    "sends the body source where the request has a body in memory too",
                    "sends pieces of a stream as they come",
                    "asks a stream for no more than the connection takes",
                    "fails with encodingFailed where a stream is shorter than its length",
                    "fails with encodingFailed where a stream is longer than its length",
                    "fails where a stream throws, and ends the request there",
                    "fails with encodingFailed where a file has gone",
                    "sends a file again after 307",
                    "makes a stream anew to send it again after 307",
                    "fails with bodyNotReplayable after 307 to a stream that can be had once",
                    "sends a file again after 308",
                    "makes a stream anew to send it again after 308",
                    "fails with bodyNotReplayable after 308 to a stream that can be had once",
                    "reports the progress of a stream up to its end",
                ]
            ),
            (
                .fails("URLSessionTransport doesn't measure."),
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
                .fails("URLSessionTransport doesn't know deadlines and timeouts of its own."),
                [
                    "waits for a silent server as long as the configuration says",
                    "fails with timedOut where a connection takes too long",
                    "fails with timedOut at a request's deadline, while the body comes",
                    "fails with timedOut at the configuration's deadline, while the body comes",
                    "takes the shorter of two deadlines",
                    "counts redirects towards the deadline",
                    "ends a streamed body at the deadline",
                    "ends a file's body at the deadline, and leaves no file",
                ]
            ),
            (
                .fails("URLSessionTransport isn't configured."),
                [
                    "returns 301 as the answer where redirects aren't followed",
                    "returns 302 as the answer where redirects aren't followed",
                    "returns 303 as the answer where redirects aren't followed",
                    "returns 307 as the answer where redirects aren't followed",
                    "returns 308 as the answer where redirects aren't followed",
                    "gives the body as it comes where it isn't to be decoded",
                    "follows as many redirects as it is told, and no more",
                    "has no more connections to a host than it is told",
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
                    "sends the request's own cookies beside those it keeps",
                    "sends a cookie that a redirect sets",
                    "sends absolute targets to its proxy",
                    "identifies itself to its proxy",
                    "reaches excepted hosts without its proxy",
                    "fails with proxyFailed where there is no proxy",
                    "fails with proxyFailed where the proxy refuses to connect",
                    "connects to a Unix domain socket",
                ]
            ),
        ]
    )
}
