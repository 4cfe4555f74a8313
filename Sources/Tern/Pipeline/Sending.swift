/// Sends a request over the transport, and again after a lost connection, if that is safe. See ``ConnectionLoss``.
final class Sending: Stage {
    /// The maximum number of repetitions. A server that closes more connections is overloaded.
    private static let maximumRepetitions = 5

    let transport: any Transport

    init(transport: any Transport) {
        self.transport = transport
    }

    @inline(__always)
    func send(_ request: Request, next: NextStage) async throws(TernError) -> Response {
        do {
            return try await transport.send(request, hop: Hop(next.progress)).from(request)
        } catch let loss as ConnectionLoss {
            return try await repeated(request, after: loss, next)
        } catch {
            throw .wrapping(error, thrownBy: .transport)
        }
    }

    private func repeated(
        _ request: Request,
        after first: ConnectionLoss,
        _ next: NextStage
    ) async throws(TernError) -> Response {
        var loss = first
        for repetition in 0..<Self.maximumRepetitions {
            guard loss.allowsRepetition(of: request) else { break }
            if loss.isSent { next.willSend(request) }
            // Other idle connections may be closed, too.
            let hop = Hop(next.progress, needsNewConnection: loss.mayBeProcessed || repetition > 0)
            do {
                return try await transport.send(request, hop: hop).from(request)
            } catch let another as ConnectionLoss {
                loss = another
            } catch {
                throw .wrapping(error, thrownBy: .transport)
            }
        }
        throw loss.explained(for: request)
    }
}

extension Response {
    /// This response with the URL of its request, if the transport hasn't set one.
    fileprivate func from(_ request: Request) -> Response {
        guard url == nil else { return self }
        var response = self
        response.url = request.url
        return response
    }
}
