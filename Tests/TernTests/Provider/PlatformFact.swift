/// A defect of FoundationNetworking, and the conformance cases that show that Tern doesn't have it.
struct PlatformFact: Sendable, CustomStringConvertible {
    let description: String
    let cases: [String]

    init(_ description: String, _ cases: [String]) {
        self.description = description
        self.cases = cases
    }

    /// Areas in which FoundationNetworking isn't safe in every case.
    static let unsafeAreas = [
        PlatformFact(
            "cancellations",
            [
                "ends once when the response and the cancellation coincide",
                "ignores a cancellation after the response",
            ]
        ),
        PlatformFact("cancellations between requests", ["ends when cancelled between redirects"]),
        PlatformFact(
            "released transports",
            [
                "closes its connections when it is released",
                "continues a stream after its transport is released",
            ]
        ),
        PlatformFact(
            "challenges",
            [
                "returns a 401 response with the challenge \"Basic realm=\"x\"\"",
                "returns a 401 response to a request with credentials",
            ]
        ),
        PlatformFact(
            "body streams",
            [
                "sends a stream of 1000000 bytes with an unknown length in chunks",
                "fails when an upload's stream throws, and sends no complete request",
            ]
        ),
    ]

    static let wrongBehaviours = [
        PlatformFact(
            "timeouts are whole seconds, and there is no deadline",
            [
                "fails with timedOut when the server is silent before the head, not before the idle time",
                "fails with timedOut at a request's deadline, while the body arrives",
            ]
        ),
        PlatformFact("there is no backpressure", ["applies backpressure to the server while a stream isn't read"]),
        PlatformFact(
            "asynchronous bytes don't exist",
            ["streams pieces as they arrive", "closes the connection of a stream whose reader stops early"]
        ),
        PlatformFact(
            "downloads leave temporary files behind",
            [
                "writes a body to a file, and creates no other file",
                "leaves no file when a body is incomplete, and an existing file unchanged",
                "leaves no file when a download is cancelled",
            ]
        ),
        PlatformFact(
            "a blocking body stalls every session",
            [
                "sends a file of 5000000 bytes",
                "ends when cancelled while waiting for a piece of an upload, and closes the connection",
            ]
        ),
        PlatformFact(
            "redirects keep credentials",
            [
                "drops all but harmless fields at a redirect to another origin"
            ]
        ),
        PlatformFact(
            "307 and 308 drop the body",
            [
                "sends data again after 307", "sends a file again after 308",
                "creates a stream again to resend it after 307",
            ]
        ),
        PlatformFact("relative Locations are resolved wrongly", ["follows the Location \"../three?y=2\""]),
        PlatformFact(
            "cookies are stored and sent against their rules",
            [
                "deletes a cookie with Max-Age=0", "sends no Secure cookie over http",
                "sends no cookie to paths outside its Path",
                "sends the request's own cookies and the stored ones in one field",
                "stores no cookies by default",
            ]
        ),
        PlatformFact(
            "error codes are missing or wrong",
            [
                "fails with connectionLost when the connection is closed inside a chunk",
                "fails with malformedResponse when a body with Content-Encoding gzip isn't gzip",
                "fails when a gzip body is truncated",
                "fails with connectionLost when the connection is closed before the head",
            ]
        ),
        PlatformFact("there are no metrics", ["measures an exchange on a new connection, and on a reused one"]),
        PlatformFact(
            "there are no proxies",
            ["sends absolute targets to the proxy", "sends credentials to the proxy"]
        ),
        PlatformFact("a GET has no body", ["sends a body with GET"]),
        PlatformFact("fields of one name are joined", ["keeps Set-Cookie fields apart"]),
    ]
}
