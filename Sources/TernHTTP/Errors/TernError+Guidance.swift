extension TernError.Code {
    /// The texts and the number of a code.
    struct Guidance {
        /// `NSError.code`, which never changes once it is released.
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

    var guidance: Guidance { Self.guidance[self] ?? Self.generalGuidance }

    /// The sentence and the next step for a person, if a response is not acceptable because of its status.
    static func sentence(forStatus status: Int) -> (sentence: String, suggestion: String?)? {
        switch status {
        case 401: ("You are not signed in.", "Sign in and try again.")
        case 403: ("You are not allowed to do this.", "Ask for permission.")
        case 404, 410: ("This was not found.", nil)
        case 409, 412: ("This was changed in the meantime.", "Load it again and repeat your change.")
        case 422: ("The server did not accept your input.", "Check your input and try again.")
        case 429: ("There were too many requests.", tryLater)
        case 500...599: ("The server has a problem.", tryLater)
        default: nil
        }
    }

    // MARK: - Private

    private static let tryLater = "Try again later."

    private static let generalGuidance = Guidance(
        number: 1,
        explanation: "The request failed.",
        advice: "See error.underlying for the cause.",
        sentence: "Something went wrong with the request."
    )

    /// For each code a line with its name and number, and a line for each text of its guidance.
    private static let table = """
        invalidURL 100
        The URL can't be requested.
        Check the target's baseURL and path.
        The address of the request is not valid.

        invalidField 101
        The method or a header field can't be sent.
        Correct or remove it. The value of a field has neither line breaks nor other control characters.
        The request is not valid.

        encodingFailed 102
        The query or the body could not be encoded.
        Check the values given to the target's task.
        The data could not be prepared for sending.

        missingSample 103
        The target is stubbed, but has no sample response.
        Add .sample(…) to the target's route, implement sampleData of a target without routes, or give the sample \
        response in the provider's endpointClosure: Endpoint(target).responding(…).
        There is no sample response for this request.

        unsupportedConfiguration 104
        The transport does not support this configuration.
        Change the TransportConfiguration, or use another engine.
        The network settings of this app are not supported here.

        cancelled 200
        The call was cancelled.
        This is expected, unless the task or the CallHandle was cancelled by mistake.
        The request was cancelled.

        timedOut 201
        The response was not complete in time.
        Try again, or give the target a longer timeout.
        The server took too long to respond.
        Try again later.

        notConnected 202
        There is no connection to the network.
        Try again when the network is available.
        There is no network connection.
        Check the network connection and try again.

        hostNotFound 203
        The host was not found.
        Check the host in the target's baseURL, and the network's DNS.
        The server could not be found.
        Check the network connection and try again.

        connectionRefused 204
        The server refused the connection.
        Check the host and port, and that the server runs.
        The server does not accept connections at the moment.
        Try again later.

        connectionLost 205
        The connection was lost before the response was complete.
        Try again if the request is idempotent.
        The connection to the server was lost.
        Check the network connection and try again.

        tlsFailed 206
        No trusted TLS connection could be made.
        Check the server's certificate and the trust settings.
        A secure connection to the server could not be made.

        proxyFailed 207
        The proxy failed.
        Check the proxy's address and credentials, and that it allows this host.
        The proxy of this network could not be used.
        Check the proxy settings and try again.

        malformedResponse 208
        The server's response is not valid HTTP.
        Check which server listens at this address.
        The server sent a response that is not valid.
        Try again later.

        tooManyRedirects 209
        A redirect was not followed.
        Check the Location fields that the server sends.
        The server redirected the request in a way that is not allowed.

        bodyTooLarge 210
        The body is larger than the limit.
        Raise the provider's maximumBodyBytes if a body of this size is expected.
        The server sent too much data.

        bodyNotReplayable 211
        The request body can't be sent a second time.
        Give the body as data, as a file, or as a stream that can be created again.
        The data could not be sent again.
        Try again.

        transportFailed 212
        The transport failed.
        See error.underlying for the error of the transport.
        Something went wrong while connecting to the server.
        Try again later.

        fileFailed 213
        The file for the response's body can't be written.
        Check that the directory exists and is writable, and that the disk isn't full.
        The file could not be saved.
        Check the place for the file and try again.

        overloaded 214
        A plugin didn't send the request, since there are too many requests or failures.
        Try again later. error.retryAfter may say when.
        The server is not available at the moment.
        Try again later.

        unacceptableStatus 300
        The status is not acceptable.
        Handle the status with error.response, or accept it in the target's validation.
        The server did not complete the request.

        unacceptableMediaType 301
        The media type is not acceptable.
        Check the Accept field, or accept the media type in the target's validation.
        The server sent an unexpected kind of data.

        decodingFailed 302
        The body could not be decoded.
        Compare the model with the body in error.response.
        The data from the server could not be read.

        pluginFailed 303
        A plugin failed.
        See error.underlying for the error of the plugin.
        Something went wrong while preparing the request or its response.

        missingCredentials 304
        The target requires credentials, but there are none.
        Sign in before the call, or set the target's `authorization` to `.none`.
        You are not signed in.
        Sign in and try again.

        refreshFailed 305
        The credentials could not be refreshed.
        See error.underlying for the cause. The next call refreshes them again.
        Your sign-in could not be renewed.
        Try again, or sign in again.

        tooManyRefreshes 306
        The credentials were refreshed too often in a short time.
        Check that the server accepts the tokens that the refresh returns, or return nil to sign out.
        Your sign-in was renewed too often.
        Try again later, or sign in again.

        credentialsNotStored 308
        The changed credentials could not be stored.
        See error.underlying for the cause. The credentials are in use until the app ends.
        Your sign-in could not be saved.
        You may have to sign in again when you open the app next time.

        invalidNextPage 307
        The next page can't be requested.
        Check the links or cursors that the server sends.
        The rest of the list could not be loaded.
        """

    private static let guidance = table.components(separatedBy: "\n\n").reduce(into: [Self: Guidance]()) { all, entry in
        let lines = entry.parts(at: "\n").map(String.init)
        let head = lines[0].parts(at: " ")
        guard head.count == 2, let number = FieldLine.number(String(head[1])), lines.count >= 4 else { return }
        all[Self(rawValue: String(head[0]))] = Guidance(
            number: number,
            explanation: lines[1],
            advice: lines[2],
            sentence: lines[3],
            suggestion: lines.count > 4 ? lines[4] : nil
        )
    }
}
