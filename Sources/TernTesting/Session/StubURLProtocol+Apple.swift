#if !canImport(FoundationNetworking)
    import Foundation
    import Tern

    extension StubURLProtocol {
        func load() {
            guard let core = StubProtocolClasses.core(of: Self.self) else {
                client?.urlProtocol(self, didFailWithError: TestKitError.releasedStub)
                return
            }
            let exchange = StubExchange(
                core: core,
                channel: StubProtocolChannel(self),
                time: DoubleTime(of: core.clock)
            )
            self.exchange = exchange
            if exchange.begin() { exchange.ask(request) { nil } }
        }

        func stop() {
            exchange?.cancel()
        }
    }

    private final class StubProtocolChannel: StubExchangeChannel {
        // The type isn't Sendable. Only its exchange and its client are used, and both can be used from any thread.
        nonisolated(unsafe) private weak var urlProtocol: StubURLProtocol?

        let takesPieces = true

        init(_ urlProtocol: StubURLProtocol) {
            self.urlProtocol = urlProtocol
        }

        func check(_ request: RecordedRequest) throws {}

        func wake() {
            guard let urlProtocol, let client = urlProtocol.client else { return }
            while let (parts, _) = urlProtocol.exchange?.next() { urlProtocol.deliver(parts, to: client) }
        }

        func redirect(
            to next: URLRequest,
            by response: HTTPURLResponse,
            decide: @escaping @Sendable (StubRedirect) -> Void
        ) {
            decide(.passToSession(next))
        }
    }
#endif
