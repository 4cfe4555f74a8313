/// Counts a request, and sends it over the transport or the stub: over the transport again after a lost connection, if
/// that is safe. See ``ConnectionLoss``.
final class Sending: Stage {
    /// The maximum number of repetitions. A server that closes more connections is overloaded.
    private static let maximumRepetitions = 5

    /// The transport below all layers.
    private let transport: any Transport

    init(transport: any Transport) {
        self.transport = transport
    }

    @inline(__always)
    func send(_ request: Request, next: NextStage) async throws(TernError) -> Response {
        let exchange = next.exchange
        if next.hop.isOfCall, exchange.countsSending(in: next.context.attempt) { next.observe(.sent(request)) }
        do {
            if let stub = exchange.stub { return try await stub.send(request, hop: next.hop) }
            return try await transport.send(request, hop: next.hop).from(request)
        } catch let loss as ConnectionLoss where exchange.stub == nil {
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
            var hop = next.hop
            if loss.isSent, hop.isOfCall {
                next.exchange.addSent(1)
                next.observe(.sent(request))
            }
            // Other idle connections may be closed, too.
            hop.needsNewConnection = loss.mayBeProcessed || repetition > 0
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
