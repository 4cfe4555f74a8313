import Foundation
import TernHTTP

/// Handles the events that the session reports.
extension URLSessionTransfer {
    func received(_ response: URLResponse) {
        guard let response = response as? HTTPURLResponse else { return }
        // FoundationNetworking reports informational heads, too.
        if response.statusCode < 200, response.statusCode != 101 { return }
        guard !isEnded else { return }
        guard !hasHead else { return receivedAnotherHead() }
        state.withLock(\.cookies)?.store(from: response)
        let isFollowed = Redirect.isFollowed(
            response.statusCode,
            hasLocation: response.value(forHTTPHeaderField: "Location") != nil,
            under: hop
        )
        let hasBody =
            response.statusCode != 204 && response.statusCode != 304 && request.method != .head
        let expected = response.decodedLength
        state.withLock { state in
            state.response = response
            state.isFollowed = isFollowed
            state.times.receivedByte()
            state.progress.expectedReceivedBytes = expected
        }
        guard !isFollowed else { return }
        if !request.delivery.isCollected {
            if let failure = proxyFailure(with: state.withLock(\.result)) { return fail(failure) }
            beginStream()
        } else if hasBody, let expected, expected > Int64(request.bodyLimit) {
            fail(TernError.bodyTooLarge(limit: request.bodyLimit, status: response.statusCode))
        }
    }

    /// Handles a head after the first one, which is the head of the response.
    ///
    /// Apple's session reports a redirect a second time, and a head for each part of a multipart/x-mixed-replace body.
    /// Neither changes the response. A task that starts over after `suspend()` and `resume()`, as the documentation of
    /// `URLSessionTask.suspend()` allows, would deliver the same bytes again. So the transfer fails.
    private func receivedAnotherHead() {
        let startsOver = state.withLock { state in
            let isMultipart = state.response?.mimeType?.isEqualIgnoringASCIICase(to: "multipart/x-mixed-replace")
            return state.hasPaused && state.progress.receivedBytes > 0 && isMultipart != true
        }
        if startsOver {
            fail(TernError(.connectionLost, reason: "The session started to receive the response from its beginning."))
        }
    }

    func received(_ data: Data) {
        guard !data.isEmpty else { return }
        if discards(data) { return }
        let limit = request.bodyLimit
        let (progress, channel) = state.withLock { state -> (TransferProgress?, BodyChannel?) in
            guard !state.isEnded else { return (nil, nil) }
            state.progress.receivedBytes += Int64(data.count)
            if state.channel == nil, data.count <= limit - state.body.count {
                // Most bodies arrive in one piece.
                if state.body.isEmpty { state.body = data } else { state.body.append(data) }
            }
            return (state.progress, state.channel)
        }
        guard let progress else { return }
        if let channel {
            relay.report(progress)
            if !channel.push(data) { applyBackpressure(channel) }
        } else if progress.receivedBytes > limit {
            fail(TernError.bodyTooLarge(limit: limit, status: state.withLock { $0.response?.statusCode ?? 0 }))
        } else {
            relay.report(progress)
        }
    }

    /// Counts the body of a followed redirect.
    private func discards(_ data: Data) -> Bool {
        let (isFollowed, bytes) = state.withLock { state in
            if state.isFollowed { state.redirectBytes += data.count }
            return (state.isFollowed, state.redirectBytes)
        }
        let limit = Redirect.maximumBodyBytes
        if bytes > limit {
            fail(TernError.bodyTooLarge(limit: limit, status: state.withLock { $0.response?.statusCode ?? 0 }))
        }
        return isFollowed
    }

    func sent(_ bytes: Int64, of expected: Int64) {
        let (progress, problem) = state.withLock { state -> (TransferProgress?, TernError?) in
            guard !state.isEnded else { return (nil, nil) }
            // A repeated body is counted from its beginning, but progress never decreases.
            state.progress.sentBytes = max(bytes, state.progress.sentBytes)
            state.progress.expectedSentBytes = expected >= 0 ? expected : nil
            return (state.progress, state.sendings.sent(bytes, of: request))
        }
        if let problem { return fail(problem) }
        if let progress { relay.report(progress) }
    }

    /// FoundationNetworking reported a challenge.
    func challenged() {
        state.withLock { $0.wasChallenged = true }
    }

    func measured(_ metrics: Response.Metrics) {
        state.withLock { $0.times.measured = metrics }
    }

    func completed(_ error: (any Error)?) {
        releaseBody()
        let (response, result, received) = state.withLock { state in
            state.times.end = .now
            return (state.response, state.result, state.progress.receivedBytes)
        }
        if let result, isSuccess(error) {
            let failure = proxyFailure(with: result) ?? truncation(of: result, after: error)
            end(with: failure.map { .failure($0) } ?? .success(result))
        } else if let error {
            end(
                with: .failure(
                    URLSessionTransport.precise(error, of: kind, for: request, after: response, receivedBytes: received)
                )
            )
        } else {
            end(with: .failure(TernError(.malformedResponse)))
        }
    }

    /// The error for a body that is shorter than announced, after which the session has reported no error.
    private func truncation(of result: URLSessionResult, after error: (any Error)?) -> TernError? {
        // FoundationNetworking drops the body of a redirect, and of a challenge, and itself reports an error after any
        // other truncated body.
        let status = result.response.statusCode
        guard error == nil, !(300...399).contains(status), status != 204, request.method != .head,
            let length = result.response.decodedLength, result.progress.receivedBytes < length
        else { return nil }
        let reason = "The body has \(result.progress.receivedBytes) of the \(length) bytes that were announced."
        return TernError(.connectionLost, reason: reason)
    }

    private func isSuccess(_ error: (any Error)?) -> Bool {
        guard let error else { return true }
        return state.withLock(\.wasChallenged) && (error as? URLError)?.code == .cancelled
    }
}
