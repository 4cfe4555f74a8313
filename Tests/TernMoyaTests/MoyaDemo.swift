// An app for Moya, which compiles unchanged but for its import. The program compiler-checks compiles it in Swift 5, too,
// and as code that imports Moya.

import TernMoya

// MARK: - The API

private func formattedJSON(_ data: Data) -> String {
    do {
        let json = try JSONSerialization.jsonObject(with: data)
        let text = try JSONSerialization.data(withJSONObject: json, options: .prettyPrinted)
        return String(data: text, encoding: .utf8) ?? String(data: data, encoding: .utf8) ?? ""
    } catch {
        return String(data: data, encoding: .utf8) ?? ""
    }
}

let gitHubProvider = MoyaProvider<GitHub>(
    plugins: [
        NetworkLoggerPlugin(
            configuration: .init(formatter: .init(responseData: formattedJSON), logOptions: .verbose)
        ),
        AccessTokenPlugin { _ in "token" },
    ]
)

extension String {
    fileprivate var urlEscaped: String { addingPercentEncoding(withAllowedCharacters: .urlHostAllowed) ?? self }
}

public enum GitHub {
    case zen
    case userProfile(String)
    case userRepositories(String, sort: String)
    case create(title: String, body: [String: Any])
    case upload(Data)
    case archive(URL)
}

extension GitHub: TargetType {
    public var baseURL: URL { URL(string: "https://api.github.com")! }
    public var path: String {
        switch self {
        case .zen: return "/zen"
        case .userProfile(let name): return "/users/\(name.urlEscaped)"
        case .userRepositories(let name, _): return "/users/\(name.urlEscaped)/repos"
        case .create, .upload: return "/issues"
        case .archive: return "/archive"
        }
    }
    public var method: Moya.Method {
        switch self {
        case .create, .upload: return .post
        default: return .get
        }
    }
    public var task: Task {
        switch self {
        case .userRepositories(_, let sort):
            return .requestParameters(parameters: ["sort": sort], encoding: URLEncoding.default)
        case .create(_, let body): return .requestParameters(parameters: body, encoding: JSONEncoding.default)
        case .upload(let data):
            return .uploadMultipart([
                MultipartFormData(provider: .data(data), name: "file", fileName: "a.png", mimeType: "image/png")
            ])
        case .archive(let file):
            return .downloadDestination { _, _ in (file, [.removePreviousFile, .createIntermediateDirectories]) }
        default: return .requestPlain
        }
    }
    public var validationType: ValidationType {
        if case .zen = self { return .successCodes }
        return .none
    }
    public var sampleData: Data { "Half measures are as bad as nothing at all.".data(using: .utf8)! }
    public var headers: [String: String]? { nil }
}

extension GitHub: AccessTokenAuthorizable {
    public var authorizationType: AuthorizationType? { .bearer }
}

public func url(_ route: TargetType) -> String { route.baseURL.appendingPathComponent(route.path).absoluteString }

// MARK: - A view model

struct Repository: Decodable { let name: String }

final class ViewModel {
    var repositories: [Repository] = []
    var errorMessage: String?
    private var token: Cancellable?

    func downloadRepositories(_ username: String) {
        token = gitHubProvider.request(.userRepositories(username, sort: "pushed")) { result in
            do {
                let response = try result.get().filterSuccessfulStatusCodes()
                self.repositories = try response.map([Repository].self)
            } catch {
                self.errorMessage = (error as? MoyaError)?.errorDescription
            }
        }
    }

    func downloadZen(done: @escaping (String) -> Void) {
        let progress: ProgressBlock = { print($0.progress) }
        gitHubProvider.request(.zen, callbackQueue: .main, progress: progress) { result in
            switch result {
            case .success(let response): done((try? response.mapString()) ?? "")
            case .failure(let error):
                if case .underlying(let inner, _) = error, inner.asAFError?.isExplicitlyCancelledError == true {
                    return
                }
                self.errorMessage = error.localizedDescription
            }
        }
    }

    func stop() { token?.cancel() }
}

// MARK: - Plugins and sessions

final class Stamp: PluginType {
    func prepare(_ request: URLRequest, target: TargetType) -> URLRequest {
        var request = request
        request.setValue("1", forHTTPHeaderField: "X-Stamp")
        return request
    }
    func didReceive(_ result: Result<Moya.Response, MoyaError>, target: TargetType) {
        if case .failure(let error) = result { print(error) }
    }
}

final class Refresh: RequestInterceptor {
    func adapt(
        _ urlRequest: URLRequest,
        for session: Session,
        completion: @escaping (Result<URLRequest, Error>) -> Void
    ) {
        var request = urlRequest
        request.headers.add(.authorization(bearerToken: "t"))
        completion(.success(request))
    }
    func retry(
        _ request: Request,
        for session: Session,
        dueTo error: Error,
        completion: @escaping (RetryResult) -> Void
    ) {
        guard request.response?.statusCode == 401, request.retryCount < 2 else { return completion(.doNotRetry) }
        completion(.retryWithDelay(1))
    }
}

func makeProvider() -> MoyaProvider<MultiTarget> {
    let configuration = URLSessionConfiguration.default
    configuration.headers = .default
    configuration.timeoutIntervalForRequest = 20
    let session = Session(configuration: configuration, startRequestsImmediately: false, interceptor: Refresh())
    let endpointClosure = { (target: MultiTarget) -> Endpoint in
        MoyaProvider.defaultEndpointMapping(for: target).adding(newHTTPHeaderFields: ["X-App": "demo"])
    }
    return MoyaProvider<MultiTarget>(
        endpointClosure: endpointClosure,
        requestClosure: { endpoint, done in
            do {
                var request = try endpoint.urlRequest()
                request.httpShouldHandleCookies = false
                done(.success(request))
            } catch {
                done(.failure(MoyaError.underlying(error, nil)))
            }
        },
        stubClosure: MoyaProvider.neverStub,
        session: session,
        plugins: [Stamp(), NetworkActivityPlugin { change, _ in print(change) }],
        trackInflights: true
    )
}

func failingProvider() -> MoyaProvider<GitHub> {
    MoyaProvider<GitHub>(
        endpointClosure: { target in
            Endpoint(
                url: url(target),
                sampleResponseClosure: { .networkResponse(500, Data()) },
                method: target.method,
                task: target.task,
                httpHeaderFields: target.headers
            )
        },
        stubClosure: MoyaProvider.immediatelyStub
    )
}

func user(_ name: String) async throws -> Moya.Response {
    try await withCheckedThrowingContinuation { continuation in
        gitHubProvider.request(.userProfile(name)) { continuation.resume(with: $0) }
    }
}
