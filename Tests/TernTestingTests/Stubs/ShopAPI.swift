import Foundation
import Tern

struct Coffee: Codable, Equatable {
    var name: String
    var price: Int
}

enum Shop: TargetType, Hashable {
    case coffees
    case coffee(id: Int)
    case order(Int)

    var baseURL: URL { URL(string: "https://shop.example.com")! }

    var path: String {
        switch self {
        case .coffees: "/coffees"
        case .coffee(let id): "/coffees/\(id)"
        case .order(let id): "/orders/\(id)"
        }
    }

    var method: HTTPMethod {
        if case .order = self { .post } else { .get }
    }
}

extension Call<Shop, [Coffee]> {
    static var coffees: Self { .init(.coffees, at: "data.items") }
}

extension Call<Shop, Coffee> {
    static func coffee(_ id: Int) -> Self { .init(.coffee(id: id)) }
}

extension Call<Shop, NoContent> {
    static func order(_ id: Int) -> Self { .init(.order(id)) }
}
