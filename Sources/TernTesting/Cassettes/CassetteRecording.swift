import Foundation
import Tern

extension Cassette {
    /// Begins to record an exchange.
    func begin(_ request: RecordedRequest, _ target: String?) -> CassetteRecording {
        let exchange = CassetteExchange(request: request.recognizable, target: target, start: elapsed())
        let number = state.withLock { state in
            state.exchanges.append(exchange)
            return state.exchanges.count - 1
        }
        return CassetteRecording(self, number)
    }
}

/// Records one exchange. What it hasn't received when it is released isn't in the recording.
final class CassetteRecording: Sendable {
    private let cassette: Cassette
    private let number: Int

    init(_ cassette: Cassette, _ number: Int) {
        self.cassette = cassette
        self.number = number
    }

    func setRequestBody(_ body: RecordedBody) {
        update { exchange, _ in exchange.request.setBody(body) }
    }

    /// Reads the body of a request whose exchange has ended before the whole body was sent. A body without a length may
    /// have no end.
    func readRequestBody(of request: Request) async {
        let isKnown = cassette.state.withLock { !$0.exchanges[number].request.body.isEmpty }
        guard !isKnown, let body = request.body, body.isReplayable, body.length != nil else { return }
        // The observer of the body records it.
        try? await body.forEachChunk { _ in }
    }

    /// Records a response.
    ///
    /// - Returns: The response, whose body is recorded while it is read.
    func received(_ response: Response) -> Response {
        update { exchange, time in
            exchange.head = CassetteExchange.Head(status: response.statusCode, headers: response.headers, time: time)
        }
        switch response.body {
        case .data(let data): end(data, response.trailers)
        case .file(let url): end((try? Data(contentsOf: url)) ?? Data(), response.trailers)
        case .stream(let stream):
            var recorded = response
            recorded.body = .stream(
                stream.transformed { [self] piece in
                    append(piece)
                    return piece
                } atEnd: { [self] trailers in
                    end(nil, trailers)
                    return Data()
                } atError: { [self] error in
                    failed(error)
                }
            )
            return recorded
        @unknown default: break
        }
        return response
    }

    func failed(_ error: any Error) {
        let error = TernError(wrapping: error)
        update { exchange, time in
            if exchange.head == nil, let response = error.response {
                exchange.head = CassetteExchange.Head(
                    status: response.statusCode,
                    headers: response.headers,
                    time: time
                )
                exchange.body = response.data
            }
            exchange.failure = CassetteExchange.Failure(code: error.code, reason: error.reason)
            exchange.duration = time
        }
    }

    // MARK: - Private

    private func append(_ piece: Data) {
        update { exchange, time in
            exchange.body += piece
            exchange.pieces.append(
                CassetteExchange.Piece(time: time - (exchange.head?.time ?? .zero), bytes: piece.count)
            )
        }
    }

    private func end(_ body: Data?, _ trailers: HTTPHeaders) {
        update { exchange, time in
            if let body { exchange.body = body }
            exchange.trailers = trailers
            exchange.duration = time
        }
    }

    /// - Parameter change: Receives the exchange and the time since its request.
    private func update(_ change: (inout CassetteExchange, Duration) -> Void) {
        let now = cassette.elapsed()
        cassette.state.withLock { state in change(&state.exchanges[number], now - state.exchanges[number].start) }
    }
}
