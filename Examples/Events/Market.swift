import Foundation
import Tern

/// An API with a ticker: an endless response with a server-sent event for each price.
enum Market: RoutedTarget {
    case prices(symbol: String)

    static let base = URL(string: "https://market.example.com")!
    var baseURL: URL { Self.base }
    var route: HTTPRoute {
        switch self {
        case .prices(let symbol): .get("/prices/\(symbol)")
        }
    }
}

nonisolated struct Price: Codable, Equatable, Sendable {
    let number: Int
    let symbol: String
    let cents: Int
}

extension Call<Market, Price> {
    static func prices(of symbol: String) -> Self { .init(.prices(symbol: symbol)) }
}
