/// One fault of FoundationNetworking, and the conformance cases that show it isn't Tern's.
struct PlatformFact: Sendable, CustomStringConvertible {
    let description: String
    let cases: [String]

    init(_ description: String, _ cases: [String]) {
        self.description = description
        self.cases = cases
    }

    static let processKillers = [
        PlatformFact(
            "a cancel while a task completes deadlocks all sessions",
            [
                "ends once, answered or cancelled, where both happen at a time",
                "takes a cancel after the end for nothing",
            ]
        ),
        PlatformFact("a cancel during a redirect traps", ["ends between redirects"]),
        PlatformFact("trailers trap", ["survives trailers after a chunked body, and keeps the connection"]),
        PlatformFact(
            "infinite and NaN timeouts trap",
            ["doesn't break by a timeoutInterval of inf", "doesn't break by a timeoutInterval of nan"]
        ),
        PlatformFact(
            "a task on an invalidated session traps",
            [
                "closes its connections when it isn't held any more",
                "keeps a stream alive when its transport isn't held any more",
            ]
        ),
        PlatformFact(
            "401 with a Basic challenge hangs",
            [
                "returns 401 with the challenge \"Basic realm=\"x\"\" as the answer",
                "returns 401 to a request with credentials as the answer",
            ]
        ),
        PlatformFact(
            "a body stream without an error traps",
            [
                "sends a stream of 1000000 bytes whose length isn't known in chunks",
                "fails where a stream throws, and ends the request there",
            ]
        ),
        PlatformFact(
            "a connection that is reset inside a head traps",
            ["fails with connectionLost where the connection is reset inside the head"]
        ),
    ]

    static let wrongAnswers = [
        PlatformFact(
            "timeouts are whole seconds, and there is no deadline",
            [
                "fails with timedOut when the server is silent before the head, not before the idle time",
                "fails with timedOut at a request's deadline, while the body comes",
            ]
        ),
        PlatformFact("there is no backpressure", ["lets the server wait for a reader that doesn't read"]),
        PlatformFact(
            "asynchronous bytes don't exist",
            ["streams pieces as they come", "closes the connection of a stream that is left early"]
        ),
        PlatformFact(
            "downloads leave temporary files behind",
            [
                "delivers a body to a file, and nothing beside it",
                "leaves no file of a body that breaks off, and the old one as it was",
                "leaves no file of a download that is cancelled",
            ]
        ),
        PlatformFact(
            "a blocking body stalls every session",
            [
                "sends a file of 5000000 bytes",
                "ends while it waits for a piece of its stream, and closes the connection",
            ]
        ),
        PlatformFact(
            "redirects keep credentials",
            [
                "leaves all but harmless fields behind at a redirect to another origin"
            ]
        ),
        PlatformFact(
            "307 and 308 drop the body",
            [
                "sends data again after 307", "sends a file again after 308",
                "makes a stream anew to send it again after 307",
            ]
        ),
        PlatformFact("relative Locations are resolved wrongly", ["follows the Location \"../three?y=2\""]),
        PlatformFact(
            "cookies are kept and sent against the rules",
            [
                "deletes a cookie with Max-Age=0", "sends no Secure cookie over http",
                "sends no cookie outside its Path",
                "sends the request's own cookies and those it keeps in one field",
                "keeps no cookies, if it isn't told to",
            ]
        ),
        PlatformFact(
            "error codes tell nothing, or lie",
            [
                "fails with connectionLost where the connection is closed inside a chunk",
                "fails with malformedResponse where a gzip body is none", "fails where a gzip body ends too early",
                "fails with connectionLost where the connection is closed before the head",
            ]
        ),
        PlatformFact("there are no metrics", ["measures an exchange on a new connection, and on a kept one"]),
        PlatformFact(
            "there are no proxies",
            ["sends absolute targets to its proxy", "identifies itself to its proxy"]
        ),
        PlatformFact("a GET has no body", ["sends a body with GET"]),
        PlatformFact("fields of one name are joined", ["keeps Set-Cookie fields apart"]),
    ]
}
