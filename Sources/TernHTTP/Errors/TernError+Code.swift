extension TernError {
    /// The kind of a failure. More codes may be added, so a `switch` needs a `default`.
    ///
    /// A transport or plugin can define custom codes. They have the texts of a general failure and, in a bridged
    /// `NSError`, the number 1.
    public struct Code: RawRepresentable, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }
    }
}

extension TernError.Code {
    // Building the request

    /// Base URL, path and query don't form a valid URL.
    public static let invalidURL = Self(rawValue: "invalidURL")
    /// A method, or the name or value of a header field, has characters that HTTP doesn't allow there. This is also the
    /// code if a field or the method contradicts the body: for example, a HEAD request can't have a body.
    public static let invalidField = Self(rawValue: "invalidField")
    /// The query or the body could not be encoded.
    public static let encodingFailed = Self(rawValue: "encodingFailed")
    /// The target is stubbed, but has no sample response: its `sampleData` is empty, a file of samples is missing, a
    /// sequence has ended, no rule of the test kit matches the request, or only a `LoopbackServer` can send the sample.
    public static let missingSample = Self(rawValue: "missingSample")

    /// The configuration of a transport is invalid, or its engine doesn't support it.
    public static let unsupportedConfiguration = Self(rawValue: "unsupportedConfiguration")

    // Exchanging the request

    /// The task was cancelled, or `cancel()` was called.
    public static let cancelled = Self(rawValue: "cancelled")
    /// The response was not complete in time.
    public static let timedOut = Self(rawValue: "timedOut")
    /// The device has no network connection.
    public static let notConnected = Self(rawValue: "notConnected")
    /// The host name has no address.
    public static let hostNotFound = Self(rawValue: "hostNotFound")
    /// No server accepts connections at that address, or there is no such Unix domain socket.
    public static let connectionRefused = Self(rawValue: "connectionRefused")
    /// The connection ended before the response was complete.
    public static let connectionLost = Self(rawValue: "connectionLost")
    /// No trusted TLS connection could be made.
    public static let tlsFailed = Self(rawValue: "tlsFailed")
    /// The proxy can't be reached, refuses to connect to the server, or requires credentials. A proxy's status 407 is
    /// this error for http and https, even if the target's `validation` accepts 407. For http the error has the
    /// response.
    public static let proxyFailed = Self(rawValue: "proxyFailed")
    /// The response is not valid HTTP.
    public static let malformedResponse = Self(rawValue: "malformedResponse")
    /// There were too many redirects, or a redirect that Tern doesn't follow.
    public static let tooManyRedirects = Self(rawValue: "tooManyRedirects")
    /// The body is larger than the limit.
    public static let bodyTooLarge = Self(rawValue: "bodyTooLarge")
    /// The request body is a one-shot stream, which can't be sent again.
    public static let bodyNotReplayable = Self(rawValue: "bodyNotReplayable")
    /// The transport failed for another reason.
    public static let transportFailed = Self(rawValue: "transportFailed")
    /// The file for a response's body can't be created, written or moved into place, or exists already.
    public static let fileFailed = Self(rawValue: "fileFailed")
    /// A plugin didn't send the request, to protect the server or the app: a queue is full, or the circuit of the host
    /// is open. ``TernError/retryAfter`` may say when to try again.
    public static let overloaded = Self(rawValue: "overloaded")

    // Using the response

    /// The target's `validation` doesn't accept the status.
    public static let unacceptableStatus = Self(rawValue: "unacceptableStatus")
    /// The target's `validation` doesn't accept the media type.
    public static let unacceptableMediaType = Self(rawValue: "unacceptableMediaType")
    /// The body could not be decoded as the requested type.
    public static let decodingFailed = Self(rawValue: "decodingFailed")
    /// A plugin or the provider's request closure threw an error that isn't a `TernError`.
    public static let pluginFailed = Self(rawValue: "pluginFailed")

    // Authorizing the request

    /// The target requires credentials, but they are missing: for example, no user is signed in.
    public static let missingCredentials = Self(rawValue: "missingCredentials")
    /// The credentials could not be refreshed. `underlying` has the cause.
    public static let refreshFailed = Self(rawValue: "refreshFailed")
    /// The credentials were refreshed too often in a short time. `underlying` has the error of the last refresh, if it
    /// failed, and ``TernError/retryAfter`` says when the next refresh can begin.
    public static let tooManyRefreshes = Self(rawValue: "tooManyRefreshes")

    // Reading pages

    /// The next page has been read before, or its cursor can't be used.
    public static let invalidNextPage = Self(rawValue: "invalidNextPage")

    // Storing credentials

    /// The credentials of a sign-in, a sign-out or a refresh are in use, but could not be stored for the next start of
    /// the app. `underlying` has the cause.
    public static let credentialsNotStored = Self(rawValue: "credentialsNotStored")
}

extension TernError.Code {
    /// The codes of failures that may not happen again: `connectionLost`, `connectionRefused`, `hostNotFound`,
    /// `notConnected` and `timedOut`.
    package static let transient: Set = [
        Self.connectionLost, .connectionRefused, .hostNotFound, .notConnected, .timedOut,
    ]

    /// Lets a `catch` name a code: `catch TernError.Code.notConnected`.
    public static func ~= (code: TernError.Code, error: any Error) -> Bool {
        (error as? TernError)?.code == code
    }
}

extension TernError.Code: CustomStringConvertible {
    public var description: String { rawValue }
}
