/// Sends a request again after a lost connection, if that is safe. See ``ConnectionLoss``.
struct ConnectionRecovery: Transport {
    /// The maximum number of repetitions. A server that closes more connections is overloaded.
    private static let maximumRepetitions = 5

    let next: any Transport

    func send(_ request: Request) async throws -> Response {
        do {
            return try await next.send(request)
        } catch let loss as ConnectionLoss {
            return try await recover(from: loss, of: request)
        }
    }

    private func recover(from first: ConnectionLoss, of request: Request) async throws -> Response {
        var (loss, attempts) = (first, 1)
        for repetition in 0..<Self.maximumRepetitions {
            guard loss.allowsRepetition(of: request) else { break }
            if loss.isSent {
                attempts += 1
                request.observe?(.sent(request))
            }
            var request = request
            // Other idle connections may be closed, too.
            request.needsNewConnection = loss.mayBeProcessed || repetition > 0
            do {
                var response = try await next.send(request)
                response.count(earlierRequests: attempts - 1)
                return response
            } catch let another as ConnectionLoss {
                loss = another
            } catch {
                throw TernError.wrapping(transportError: error, afterRequests: attempts - 1)
            }
        }
        throw TernError(loss.explained(for: request), attempts: attempts)
    }
}
