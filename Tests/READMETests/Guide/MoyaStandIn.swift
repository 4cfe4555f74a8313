import Foundation

/// The part of Moya's API that the guide's "before" snippets need, so that they compile without Moya.
enum Moya {
    enum Method { case get, post }

    enum Task {
        case requestPlain
        case requestParameters(parameters: [String: Any], encoding: URLEncoding)
    }

    enum URLEncoding { case queryString }

    protocol TargetType {
        var baseURL: URL { get }
        var path: String { get }
        var method: Method { get }
        var task: Task { get }
        var headers: [String: String]? { get }
        var sampleData: Data { get }
    }

    struct Response {
        let statusCode: Int
        let data: Data

        func filterSuccessfulStatusCodes() throws -> Response {
            guard (200..<300).contains(statusCode) else { throw MoyaError.statusCode(self) }
            return self
        }

        func map<Value: Decodable>(_ type: Value.Type) throws -> Value {
            try JSONDecoder().decode(type, from: data)
        }
    }

    enum EndpointSampleResponse {
        case networkResponse(Int, Data)
    }

    struct Endpoint {
        let sampleResponseClosure: () -> EndpointSampleResponse
    }
}

enum MoyaError: Error {
    case statusCode(Moya.Response)
    case underlying(any Error)
}

/// Returns only samples, at once.
final class MoyaProvider<Target: Moya.TargetType> {
    private let endpointClosure: (Target) -> Moya.Endpoint

    init(
        endpointClosure: @escaping (Target) -> Moya.Endpoint = { target in
            Moya.Endpoint { .networkResponse(200, target.sampleData) }
        }
    ) {
        self.endpointClosure = endpointClosure
    }

    func request(_ target: Target, completion: (Result<Moya.Response, MoyaError>) -> Void) {
        switch endpointClosure(target).sampleResponseClosure() {
        case .networkResponse(let status, let data):
            completion(.success(Moya.Response(statusCode: status, data: data)))
        }
    }
}
