import Foundation
import Tern

/// An API that lists coffees, hot or iced.
///
/// It declares the members of `TargetType`, as Moya does, instead of a route. That suits an API whose cases differ in one
/// member only, and an enum that was written for Moya. The other examples have routes.
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
