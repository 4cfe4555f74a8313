import TernMoya

// The first two steps of the guide's page on Moya: the app's code as it was, and typed calls beside it.

enum CoffeeAPI {
    case menu(page: Int)
    case order(String)
}

extension CoffeeAPI: TargetType {
    var baseURL: URL { URL(string: "https://coffee.example.com")! }
    var path: String {
        switch self {
        case .menu: "/menu"
        case .order: "/orders"
        }
    }
    var method: Moya.Method { if case .order = self { .post } else { .get } }
    var task: Task {
        switch self {
        case .menu(let page): .requestParameters(parameters: ["page": page], encoding: URLEncoding.queryString)
        case .order(let title): .requestParameters(parameters: ["title": title], encoding: JSONEncoding.default)
        }
    }
    var headers: [String: String]? { nil }
    var sampleData: Data { Data(#"[{"title":"Latte"}]"#.utf8) }
}

struct DrinkOnTheMenu: Decodable, Equatable {
    let title: String
}

func loadMenu(
    from provider: MoyaProvider<CoffeeAPI>,
    completion: @escaping (Result<[DrinkOnTheMenu], any Error>) -> Void
) {
    provider.request(.menu(page: 1)) { result in
        completion(Result { try result.get().filterSuccessfulStatusCodes().map([DrinkOnTheMenu].self) })
    }
}
