extension EngineExceptions {
    static let curl = EngineExceptions(
        "libcurl",
        [
            (
                .fails("libcurl takes the first end of a body that it finds."),
                [
                    "fails where a gzip body ends too early",
                    "fails with malformedResponse after 200 with \"Content-Length: 5\\r\\nContent-Length: 6\\r\\n\\r\\nhello!\"",
                    "fails with malformedResponse after 200 with \"Content-Length: 99999999999999999999\\r\\n\\r\\nhello\"",
                ]
            ),
            (
                .fails("CurlTransport takes a connection that ends inside the head for garbage."),
                [
                    "fails with connectionLost where the connection is closed inside the head",
                    "fails with connectionLost where the connection is closed before the end of the head",
                ]
            ),
            (
                .fails("CurlTransport doesn't obey the redirect policy."),
                [
                    "returns 301 as the answer where redirects aren't followed",
                    "returns 302 as the answer where redirects aren't followed",
                    "returns 303 as the answer where redirects aren't followed",
                    "returns 307 as the answer where redirects aren't followed",
                    "returns 308 as the answer where redirects aren't followed",
                    "follows as many redirects as it is told, and no more",
                ]
            ),
            (
                .fails("CurlTransport sends a stream again that can be had once, and after 303."),
                [
                    "fails with bodyNotReplayable after 307 to a stream that can be had once",
                    "fails with bodyNotReplayable after 308 to a stream that can be had once",
                    "follows 303 to a stream that can be had once, without it",
                ]
            ),
            (
                .fails("CurlTransport counts the announced body of a redirect."),
                [
                    "doesn't count the body of a redirect"
                ]
            ),
            (
                .fails("CurlTransport counts the framing of chunks as sent."),
                [
                    "reports the progress of a stream up to its end"
                ]
            ),
        ]
    )
}
