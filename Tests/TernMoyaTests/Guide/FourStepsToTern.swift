import Foundation
import Tern

// The third step of the guide's page on Moya: the same enum as a target of Tern.

enum CoffeeOfTern: TargetType {
    case menu(page: Int)
    case order(String)

    var baseURL: URL { URL(string: "https://coffee.example.com")! }
    var path: String {
        switch self {
        case .menu: "/menu"
        case .order: "/orders"
        }
    }
    var method: HTTPMethod { if case .order = self { .post } else { .get } }
    var task: HTTPTask {
        switch self {
        case .menu(let page): .query(["page": page])
        case .order(let title): .json(["title": title])
        }
    }
    var sampleData: Data { Data(#"[{"title":"Latte"}]"#.utf8) }
}

extension Call<CoffeeOfTern, [DrinkOnTheMenu]> {
    static func menu(page: Int) -> Self { .init(.menu(page: page)) }
}

func drinksOnTheMenu(from provider: any ProviderType<CoffeeOfTern>) async throws -> [DrinkOnTheMenu] {
    try await provider.value(.menu(page: 1))
}
