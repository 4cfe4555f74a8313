import TernMoya

/// The snippets of the guide's page on Moya before the migration.
enum Before {
    typealias Coffee = MoyaMigrationTests.Coffee

    enum CoffeeService: Moya.TargetType {
        case menu(page: Int)

        var baseURL: URL { URL(string: "https://coffee.example.com")! }
        var path: String { "/menu" }
        var method: Moya.Method { .get }
        var task: Moya.Task {
            switch self {
            case .menu(let page): .requestParameters(parameters: ["page": page], encoding: URLEncoding.queryString)
            }
        }
        var headers: [String: String]? { ["Accept": "application/json"] }
        var sampleData: Data { Data(#"[{"title":"Latte"}]"#.utf8) }
    }

    static func load(
        from provider: MoyaProvider<CoffeeService>,
        completion: @escaping (Result<[Coffee], any Error>) -> Void
    ) {
        provider.request(.menu(page: 1)) { result in
            switch result {
            case .success(let response):
                do {
                    let coffees = try response.filterSuccessfulStatusCodes().map([Coffee].self)
                    completion(.success(coffees))
                } catch {
                    completion(.failure(error))
                }
            case .failure(let error):
                completion(.failure(error))
            }
        }
    }

    static func failingProvider() -> MoyaProvider<CoffeeService> {
        MoyaProvider<CoffeeService>(
            endpointClosure: { target in
                Endpoint(
                    url: URL(target: target).absoluteString,
                    sampleResponseClosure: { .networkResponse(500, Data()) },
                    method: target.method,
                    task: target.task,
                    httpHeaderFields: target.headers
                )
            },
            stubClosure: MoyaProvider.immediatelyStub
        )
    }

    static func stubbedProvider() -> MoyaProvider<CoffeeService> {
        MoyaProvider<CoffeeService>(stubClosure: MoyaProvider.immediatelyStub)
    }

    static func refusedStatus(of error: any Error) -> Int? {
        if case MoyaError.statusCode(let response) = error { response.statusCode } else { nil }
    }
}
