#if !canImport(FoundationNetworking)
    import Foundation
    import Tern

    extension StubURLProtocol {
        func load() {
            guard let core = StubProtocolClasses.core(of: Self.self) else {
                client?.urlProtocol(self, didFailWithError: TestKitError.releasedStub)
                return
            }
            let time = DoubleTime(of: core.clock)
            let exchange = StubExchange(core: core, channel: StubChannel(self), time: time)
            self.exchange = exchange
            exchange.start(request) { nil }
        }

        func stop() {
            exchange?.cancel()
        }
    }

    /// The connection from an exchange to its session.
    final class StubChannel: Sendable {
        // The type isn't Sendable. Only its exchange and its client are used, and both can be used from any thread.
        nonisolated(unsafe) private weak var urlProtocol: StubURLProtocol?

        /// Whether the body may be delivered piece by piece.
        let takesPieces = true

        init(_ urlProtocol: StubURLProtocol) {
            self.urlProtocol = urlProtocol
        }

        /// Every kind of task is supported.
        func check(_ request: RecordedRequest) throws {}

        /// Delivers what ``StubExchange/take()`` has.
        func wake() {
            guard let urlProtocol, let client = urlProtocol.client, let offer = urlProtocol.exchange?.take() else {
                return
            }
            urlProtocol.deliver(offer.parts, to: client)
            offer.isDelivered()
        }

        func redirect(to next: URLRequest, by response: HTTPURLResponse) async throws -> StubExchange.Redirection {
            .passToSession(next)
        }
    }
#endif
