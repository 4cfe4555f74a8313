/// The count of an attempt that sends several requests: after a lost connection, a redirect, or a rejected range.
///
/// Each stage that sends a further request counts the earlier ones in the response, and in an error before or after the
/// head of the response.
extension Response {
    /// The number of times that the request was sent again. 0 for a request that was sent once.
    var repetitions: Int { max(0, attempts - 1) }

    /// Counts requests before the one with this response, also in the metrics.
    mutating func count(earlierRequests count: Int) {
        guard count > 0 else { return }
        attempts = max(1, attempts) + count
        metrics?.attempts += count
        if let stream { body = .stream(stream.counting(earlierRequests: count)) }
    }

    /// The error of a failure after the head of this response. If the request was sent again, the error counts that.
    func counting(_ error: any Error) -> any Error {
        guard repetitions > 0 else { return error }
        return TernError(.wrapping(error, thrownBy: .transport), attempts: attempts)
    }
}

extension Transport {
    /// Sends a request, and counts earlier requests of the same attempt in the response or in the error.
    func send(_ request: Request, afterRequests sent: Int) async throws -> Response {
        do {
            var response = try await send(request)
            response.count(earlierRequests: sent)
            return response
        } catch let error where sent > 0 {
            throw TernError.wrapping(transportError: error, afterRequests: sent)
        }
    }
}
