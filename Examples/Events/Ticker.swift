import Tern

/// Shows prices as they arrive, over as many connections as needed.
struct Ticker: Sendable {
    let market: any ProviderType<Market>

    /// Shows this number of prices.
    ///
    /// - Parameters:
    ///   - show: Receives each price.
    ///   - willReconnect: Called before each wait for a further connection.
    func run(
        symbol: String,
        count: Int,
        willReconnect: @escaping @Sendable (Reconnection.Wait) -> Void,
        show: (Price) throws -> Void
    ) async throws {
        var remaining = count
        let policy = Reconnection(maximumFailures: 5, willReconnect: willReconnect)
        for try await price in market.values(.prices(of: symbol), reconnecting: policy) {
            try show(price)
            remaining -= 1
            if remaining == 0 { return }
        }
    }
}
