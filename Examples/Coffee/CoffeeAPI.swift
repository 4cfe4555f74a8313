import Foundation
import Tern

/// An API that lists coffees, hot or iced.
enum CoffeeAPI: TargetType, Hashable {
    case hot
    case iced
}

extension CoffeeAPI {
    static let base = URL(string: "https://api.sampleapis.com/coffee")!

    var baseURL: URL { Self.base }

    var path: String {
        switch self {
        case .hot: "/hot"
        case .iced: "/iced"
        }
    }

    var headers: HTTPHeaders { ["Accept": "application/json"] }
}

extension Call<CoffeeAPI, [Coffee]> {
    static var hot: Self { .init(.hot) }
    static var iced: Self { .init(.iced) }
}
