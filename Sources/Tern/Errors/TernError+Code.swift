extension TernError {
    /// The kind of a failure. More codes may be added, so a `switch` needs a `default`.
    ///
    /// A transport or plugin can make codes of its own. They have the texts of a general failure and, in a bridged
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

    /// Base URL, path and query don't make a URL that can be requested.
    public static let invalidURL = Self(rawValue: "invalidURL")
    /// A method, or the name or value of a header field, has characters that HTTP doesn't allow there.
    public static let invalidField = Self(rawValue: "invalidField")
    /// A query or a body could not be encoded.
    public static let encodingFailed = Self(rawValue: "encodingFailed")
    /// The target is stubbed, but there is no sample response for it.
    public static let missingSample = Self(rawValue: "missingSample")

    /// A transport can't be made as it is configured, since the configuration is wrong or the engine can't honour it.
    public static let unsupportedConfiguration = Self(rawValue: "unsupportedConfiguration")

    // Exchanging it

    /// The task was cancelled, or `cancel()` was called.
    public static let cancelled = Self(rawValue: "cancelled")
    /// The response was not complete in time.
    public static let timedOut = Self(rawValue: "timedOut")
    /// There is no way to the network.
    public static let notConnected = Self(rawValue: "notConnected")
    /// The host's name has no address.
    public static let hostNotFound = Self(rawValue: "hostNotFound")
    /// No server accepts connections at that address, or there is no such Unix domain socket.
    public static let connectionRefused = Self(rawValue: "connectionRefused")
    /// The connection ended before the response was complete.
    public static let connectionLost = Self(rawValue: "connectionLost")
    /// No trusted TLS connection could be made.
    public static let tlsFailed = Self(rawValue: "tlsFailed")
    /// The proxy can't be reached, refused to connect to the server, or asks for credentials: its status 407 is this error
    /// for http and https alike, also where the target's `validation` accepts 407. For http the error has the response.
    public static let proxyFailed = Self(rawValue: "proxyFailed")
    /// The response is not valid HTTP.
    public static let malformedResponse = Self(rawValue: "malformedResponse")
    /// The server redirected too often, or to where Tern doesn't follow.
    public static let tooManyRedirects = Self(rawValue: "tooManyRedirects")
    /// The body is larger than the provider collects.
    public static let bodyTooLarge = Self(rawValue: "bodyTooLarge")
    /// The request body would have to be sent again, and can't be.
    public static let bodyNotReplayable = Self(rawValue: "bodyNotReplayable")
    /// The transport failed in a way that has no code of its own.
    public static let transportFailed = Self(rawValue: "transportFailed")

    // Using the response

    /// The status is not one that the target's `validation` accepts.
    public static let unacceptableStatus = Self(rawValue: "unacceptableStatus")
    /// The media type is not one that the target's `validation` accepts.
    public static let unacceptableMediaType = Self(rawValue: "unacceptableMediaType")
    /// The body is not what the caller asked for.
    public static let decodingFailed = Self(rawValue: "decodingFailed")
    /// A plugin, or the provider's request closure, threw an error of its own.
    public static let pluginFailed = Self(rawValue: "pluginFailed")
}

extension TernError.Code: CustomStringConvertible {
    public var description: String { rawValue }
}
