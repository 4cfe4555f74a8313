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
            (
                .failsAtTimes("CurlTransport may miss an answer while its upload is paused."),
                [
                    "returns an error's answer that comes while the body's stream waits"
                ]
            ),
        ]
    )
}
