extension TernError {
    /// The kind of a failure. More may come, so a `switch` keeps its `default`.
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
    /// The target is stubbed, but there is nothing to answer with.
    public static let missingSample = Self(rawValue: "missingSample")

    /// A transport can't be made as it is configured, since the configuration is wrong or the engine can't honour it.
    public static let unsupportedConfiguration = Self(rawValue: "unsupportedConfiguration")

    // Exchanging it

    /// The task was cancelled, or `cancel()` was called.
    public static let cancelled = Self(rawValue: "cancelled")
    /// The answer was not complete in time.
    public static let timedOut = Self(rawValue: "timedOut")
    /// There is no way to the network.
    public static let notConnected = Self(rawValue: "notConnected")
    /// The host's name has no address.
    public static let hostNotFound = Self(rawValue: "hostNotFound")
    /// No server accepts connections at that address, or there is no such Unix domain socket.
    public static let connectionRefused = Self(rawValue: "connectionRefused")
    /// The connection ended before the answer did.
    public static let connectionLost = Self(rawValue: "connectionLost")
    /// No trusted TLS connection could be made.
    public static let tlsFailed = Self(rawValue: "tlsFailed")
    /// The proxy can't be reached, refused to connect to the server, or asks for credentials: its status 407 is this error
    /// for http and https alike, also where the target's `validation` accepts 407. For http the error has the response.
    public static let proxyFailed = Self(rawValue: "proxyFailed")
    /// The answer is not HTTP.
    public static let malformedResponse = Self(rawValue: "malformedResponse")
    /// The server redirected too often, or to where Tern doesn't follow.
    public static let tooManyRedirects = Self(rawValue: "tooManyRedirects")
    /// The body is larger than the provider collects.
    public static let bodyTooLarge = Self(rawValue: "bodyTooLarge")
    /// The request body would have to be sent again, and can't be.
    public static let bodyNotReplayable = Self(rawValue: "bodyNotReplayable")
    /// The transport failed in a way that has no code of its own.
    public static let transportFailed = Self(rawValue: "transportFailed")

    // Taking the answer

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

    /// What the code means, where whoever threw it gave no reason.
    var explanation: String { guidance.explanation }

    /// The next step for the developer or user who reads the error.
    var advice: String { guidance.advice }

    private var guidance: (explanation: String, advice: String) {
        switch self {
        case .invalidURL:
            ("The URL can't be requested.", "Check the target's baseURL and path.")
        case .invalidField:
            (
                "A method or header field is not one that can be sent.",
                "Correct it, or leave it out. A value can have no line breaks."
            )
        case .encodingFailed:
            (
                "The query or the body could not be encoded.",
                "Check the values given to the target's task, or to the sample."
            )
        case .missingSample:
            (
                "The target is stubbed, but has no sample.",
                "Implement sampleData, or answer in the provider's endpointClosure with Endpoint(target).responding(…)."
            )
        case .cancelled:
            ("The call was cancelled.", "Nothing to do, unless nobody meant to cancel it.")
        case .timedOut:
            ("The answer was not complete in time.", "Try again, or give the target a longer timeout.")
        case .notConnected:
            ("There is no connection to the network.", "Try again when the network is back.")
        case .hostNotFound:
            ("The host was not found.", "Check the host in the target's baseURL, and the network's name service.")
        case .connectionRefused:
            ("The server refused the connection.", "Check the host and port, and that the server runs.")
        case .connectionLost:
            ("The connection was lost before the answer was complete.", "Try again if the request is idempotent.")
        case .tlsFailed:
            ("No trusted TLS connection could be made.", "Check the server's certificate and the trust settings.")
        case .unsupportedConfiguration:
            (
                "The transport can't be configured like this.",
                "Change the TransportConfiguration, or take another engine."
            )
        case .proxyFailed:
            ("The proxy failed.", "Check the proxy's address and credentials, and that it allows this host.")
        case .malformedResponse:
            ("The server's answer is not valid HTTP.", "Check what listens at this address.")
        case .tooManyRedirects:
            ("A redirect was not followed.", "Check the Location fields that the server sends.")
        case .bodyTooLarge:
            (
                "The body is larger than the limit.",
                "Raise the provider's maximumBodyBytes if a body of this size is expected."
            )
        case .bodyNotReplayable:
            (
                "The request body can't be sent a second time.",
                "Give the body as data, as a file, or as a stream that can be made anew."
            )
        case .unacceptableStatus:
            ("The status is not acceptable.", "Handle it by error.response, or accept it in the target's validation.")
        case .unacceptableMediaType:
            ("The media type is not acceptable.", "Check the Accept field, or widen the target's validation.")
        case .decodingFailed:
            ("The body could not be decoded.", "Compare the model with the body in error.response.")
        case .pluginFailed:
            ("A plugin failed.", "See error.underlying for what the plugin threw.")
        default:
            ("The request failed.", "See error.underlying for what the transport threw.")
        }
    }
}
