extension TernError.Code {
    /// The texts and the number of a code. `NSError.code` is `number`, which never changes once it is released.
    struct Guidance {
        let number: Int
        /// The default reason of an error, for developers.
        let explanation: String
        /// The default next step, for developers.
        let advice: String
        /// One sentence for the person who uses the app.
        let sentence: String
        /// The next step for that person; `nil` if there is none.
        var suggestion: String?
    }

    var guidance: Guidance {
        buildingGuidance ?? connectionGuidance ?? responseGuidance ?? authorizationGuidance
            ?? Guidance(
                number: 1,
                explanation: "The request failed.",
                advice: "See error.underlying for the cause.",
                sentence: "Something went wrong with the request."
            )
    }

    /// The sentence and the next step for a person, if a response is not acceptable because of its status.
    static func sentence(forStatus status: Int) -> (sentence: String, suggestion: String?)? {
        switch status {
        case 401: ("You are not signed in.", "Sign in and try again.")
        case 403: ("You are not allowed to do this.", "Ask for permission.")
        case 404, 410: ("This was not found.", nil)
        case 409: ("This was changed in the meantime.", "Load it again and repeat your change.")
        case 422: ("The server did not accept your input.", "Check your input and try again.")
        case 429: ("There were too many requests.", tryLater)
        case 500...599: ("The server has a problem.", tryLater)
        default: nil
        }
    }

    // MARK: - Private

    private static let tryAgain = "Try again."
    private static let tryLater = "Try again later."
    private static let checkNetwork = "Check the network connection and try again."

    /// Codes of requests that can't be built. Numbers from 100.
    private var buildingGuidance: Guidance? {
        switch self {
        case .invalidURL:
            Guidance(
                number: 100,
                explanation: "The URL can't be requested.",
                advice: "Check the target's baseURL and path.",
                sentence: "The address of the request is not valid."
            )
        case .invalidField:
            Guidance(
                number: 101,
                explanation: "The method or a header field can't be sent.",
                advice: "Correct or remove it. The value of a field can't contain line breaks.",
                sentence: "The request is not valid."
            )
        case .encodingFailed:
            Guidance(
                number: 102,
                explanation: "The query or the body could not be encoded.",
                advice: "Check the values given to the target's task.",
                sentence: "The data could not be prepared for sending."
            )
        case .missingSample:
            Guidance(
                number: 103,
                explanation: "The target is stubbed, but has no sample response.",
                advice: "Implement the target's sampleData, or give the sample response in the provider's "
                    + "endpointClosure: Endpoint(target).responding(…).",
                sentence: "There is no sample response for this request."
            )
        case .unsupportedConfiguration:
            Guidance(
                number: 104,
                explanation: "The transport does not support this configuration.",
                advice: "Change the TransportConfiguration, or use another engine.",
                sentence: "The network settings of this app are not supported here."
            )
        default: nil
        }
    }

    /// Codes of exchanges that don't complete. Numbers from 200.
    private var connectionGuidance: Guidance? {
        switch self {
        case .cancelled:
            Guidance(
                number: 200,
                explanation: "The call was cancelled.",
                advice: "This is expected, unless the task or the CallHandle was cancelled by mistake.",
                sentence: "The request was cancelled."
            )
        case .timedOut:
            Guidance(
                number: 201,
                explanation: "The response was not complete in time.",
                advice: "Try again, or give the target a longer timeout.",
                sentence: "The server took too long to respond.",
                suggestion: Self.tryLater
            )
        case .notConnected:
            Guidance(
                number: 202,
                explanation: "There is no connection to the network.",
                advice: "Try again when the network is available.",
                sentence: "There is no network connection.",
                suggestion: Self.checkNetwork
            )
        case .hostNotFound:
            Guidance(
                number: 203,
                explanation: "The host was not found.",
                advice: "Check the host in the target's baseURL, and the network's DNS.",
                sentence: "The server could not be found.",
                suggestion: Self.checkNetwork
            )
        case .connectionRefused:
            Guidance(
                number: 204,
                explanation: "The server refused the connection.",
                advice: "Check the host and port, and that the server runs.",
                sentence: "The server does not accept connections at the moment.",
                suggestion: Self.tryLater
            )
        case .connectionLost:
            Guidance(
                number: 205,
                explanation: "The connection was lost before the response was complete.",
                advice: "Try again if the request is idempotent.",
                sentence: "The connection to the server was lost.",
                suggestion: Self.checkNetwork
            )
        case .tlsFailed:
            Guidance(
                number: 206,
                explanation: "No trusted TLS connection could be made.",
                advice: "Check the server's certificate and the trust settings.",
                sentence: "A secure connection to the server could not be made."
            )
        case .proxyFailed:
            Guidance(
                number: 207,
                explanation: "The proxy failed.",
                advice: "Check the proxy's address and credentials, and that it allows this host.",
                sentence: "The proxy of this network could not be used.",
                suggestion: "Check the proxy settings and try again."
            )
        case .malformedResponse:
            Guidance(
                number: 208,
                explanation: "The server's response is not valid HTTP.",
                advice: "Check which server listens at this address.",
                sentence: "The server sent a response that is not valid.",
                suggestion: Self.tryLater
            )
        case .tooManyRedirects:
            Guidance(
                number: 209,
                explanation: "A redirect was not followed.",
                advice: "Check the Location fields that the server sends.",
                sentence: "The server redirected the request in a way that is not allowed."
            )
        case .bodyTooLarge:
            Guidance(
                number: 210,
                explanation: "The body is larger than the limit.",
                advice: "Raise the provider's maximumBodyBytes if a body of this size is expected.",
                sentence: "The server sent too much data."
            )
        case .bodyNotReplayable:
            Guidance(
                number: 211,
                explanation: "The request body can't be sent a second time.",
                advice: "Give the body as data, as a file, or as a stream that can be created again.",
                sentence: "The data could not be sent again.",
                suggestion: Self.tryAgain
            )
        case .transportFailed:
            Guidance(
                number: 212,
                explanation: "The transport failed.",
                advice: "See error.underlying for the error of the transport.",
                sentence: "Something went wrong while connecting to the server.",
                suggestion: Self.tryLater
            )
        case .fileFailed:
            Guidance(
                number: 213,
                explanation: "The file for the response's body can't be written.",
                advice: "Check that the directory exists and is writable, and that the disk isn't full.",
                sentence: "The file could not be saved.",
                suggestion: "Check the place for the file and try again."
            )
        case .overloaded:
            Guidance(
                number: 214,
                explanation: "A plugin didn't send the request, since there are too many requests or failures.",
                advice: "Try again later. error.retryAfter may say when.",
                sentence: "The server is not available at the moment.",
                suggestion: Self.tryLater
            )
        default: nil
        }
    }

    /// Codes of responses that can't be used. Numbers from 300.
    private var responseGuidance: Guidance? {
        switch self {
        case .unacceptableStatus:
            Guidance(
                number: 300,
                explanation: "The status is not acceptable.",
                advice: "Handle the status with error.response, or accept it in the target's validation.",
                sentence: "The server did not complete the request."
            )
        case .unacceptableMediaType:
            Guidance(
                number: 301,
                explanation: "The media type is not acceptable.",
                advice: "Check the Accept field, or accept the media type in the target's validation.",
                sentence: "The server sent an unexpected kind of data."
            )
        case .decodingFailed:
            Guidance(
                number: 302,
                explanation: "The body could not be decoded.",
                advice: "Compare the model with the body in error.response.",
                sentence: "The data from the server could not be read."
            )
        case .pluginFailed:
            Guidance(
                number: 303,
                explanation: "A plugin failed.",
                advice: "See error.underlying for the error of the plugin.",
                sentence: "Something went wrong while preparing the request or its response."
            )
        case .invalidNextPage:
            Guidance(
                number: 307,
                explanation: "The next page can't be requested.",
                advice: "Check the links or cursors that the server sends.",
                sentence: "The rest of the list could not be loaded."
            )
        default: nil
        }
    }

    /// Codes of missing credentials. Numbers from 304.
    private var authorizationGuidance: Guidance? {
        switch self {
        case .missingCredentials:
            Guidance(
                number: 304,
                explanation: "The target requires credentials, but there are none.",
                advice: "Sign in before the call, or set the target's `authorization` to `.none`.",
                sentence: "You are not signed in.",
                suggestion: "Sign in and try again."
            )
        case .refreshFailed:
            Guidance(
                number: 305,
                explanation: "The credentials could not be refreshed.",
                advice: "See error.underlying for the cause. The next call refreshes them again.",
                sentence: "Your sign-in could not be renewed.",
                suggestion: "Try again, or sign in again."
            )
        case .tooManyRefreshes:
            Guidance(
                number: 306,
                explanation: "The credentials were refreshed too often in a short time.",
                advice: "Check that the server accepts the tokens that the refresh returns, or return nil to sign out.",
                sentence: "Your sign-in was renewed too often.",
                suggestion: "Try again later, or sign in again."
            )
        default: nil
        }
    }
}
