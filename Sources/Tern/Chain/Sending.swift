/// Sends a request over the transport, and again after a lost connection, if that is safe. See ``ConnectionLoss``.
final class Sending: Stage {
    /// The maximum number of repetitions. A server that closes more connections is overloaded.
    private static let maximumRepetitions = 5

    let transport: any Transport
    let followsRedirects: Bool

    init(transport: any Transport, followsRedirects: Bool) {
        self.transport = transport
        self.followsRedirects = followsRedirects
    }

    @inline(__always)
    func send(_ request: Request, next: NextStage) async throws(TernError) -> Response {
        do {
            let hop = Hop(next.progress, followsRedirects: followsRedirects)
            return try await transport.send(request, hop: hop).from(request)
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
            // The cancellation, or the end of the time limit, may be the cause of the loss.
            if Task.isCancelled { throw TernError(.cancelled) }
            guard loss.allowsRepetition(of: request) else { break }
            if loss.isSent { next.willSend(request) }
            // Other idle connections may be closed, too.
            let isNew = loss.mayBeProcessed || repetition > 0
            let hop = Hop(next.progress, needsNewConnection: isNew, followsRedirects: followsRedirects)
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
