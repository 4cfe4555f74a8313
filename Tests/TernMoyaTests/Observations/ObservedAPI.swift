import Foundation
import TernMoya

/// Lines that are added on any thread.
// `storage` is only reached while `lock` is held.
final class Log: @unchecked Sendable {
    private let lock = NSLock()
    private var storage: [String] = []

    var lines: [String] {
        get { lock.withLock { storage } }
        set { lock.withLock { storage = newValue } }
    }

    func add(_ line: String) { lock.withLock { storage.append(line) } }
}

/// The target of the observations.
enum API {
    case zen
    case user(String)
    case status(Int)
    case validated(Int)
    case echo(String, Moya.Method, Task, [String: String]?)
    case raw(String)
}
extension API: TargetType, AccessTokenAuthorizable {
    var baseURL: URL { URL(string: "http://127.0.0.1:1")! }
    var path: String {
        switch self {
        case .zen: "/zen"
        case .user(let name): "/users/\(name)"
        case .status(let code), .validated(let code): "/status/\(code)"
        case .echo(let path, _, _, _): path
        case .raw(let path): path
        }
    }
    var method: Moya.Method { if case .echo(_, let method, _, _) = self { method } else { .get } }
    var task: Task { if case .echo(_, _, let task, _) = self { task } else { .requestPlain } }
    var headers: [String: String]? { if case .echo(_, _, _, let headers) = self { headers } else { nil } }
    var validationType: ValidationType { if case .validated = self { .successCodes } else { .none } }
    var sampleData: Data {
        switch self {
        case .zen: Data("Half measures are as bad as nothing at all.".utf8)
        case .user(let name): Data("{\"login\": \"\(name)\", \"id\": 100}".utf8)
        default: Data("{}".utf8)
        }
    }
    var authorizationType: AuthorizationType? { if case .user = self { .bearer } else { nil } }
}
/// A target without a path.
struct Plain: TargetType {
    var baseURL = URL(string: "https://example.com/a")!
    var path = ""
    var method = Moya.Method.get
    var task = Task.requestPlain
    var headers: [String: String]? = nil
}

/// Records the calls of its methods, and marks requests.
final class Recorder: PluginType {
    let name: String, log: Log
    init(_ name: String, _ log: Log) { (self.name, self.log) = (name, log) }
    func prepare(_ request: URLRequest, target: TargetType) -> URLRequest {
        log.add("prepare\(name)")
        var request = request
        request.addValue(name, forHTTPHeaderField: "X-Seen")
        return request
    }
    func willSend(_ request: RequestType, target: TargetType) {
        log.add("willSend\(name)[\(request.request?.value(forHTTPHeaderField: "X-Seen") ?? "")]")
    }
    func didReceive(_ result: Result<Moya.Response, MoyaError>, target: TargetType) { log.add("didReceive\(name)") }
    func process(_ result: Result<Moya.Response, MoyaError>, target: TargetType) -> Result<Moya.Response, MoyaError> {
        log.add("process\(name)")
        return result
    }
}
func text(_ result: Result<Moya.Response, MoyaError>?) -> String {
    switch result {
    case nil: return "none"
    case .success(let response)?: return "success \(response.statusCode) \(response.data.count) bytes"
    case .failure(let error)?:
        return "failure \(kind(error)) response \(error.response.map { "\($0.statusCode)" } ?? "nil")"
    }
}
func kind(_ error: Swift.Error) -> String {
    if let error = error as? MoyaError {
        switch error {
        case .imageMapping: return "imageMapping"
        case .jsonMapping: return "jsonMapping"
        case .stringMapping: return "stringMapping"
        case .objectMapping(let e, _): return "objectMapping(\(type(of: e)))"
        case .encodableMapping(let e): return "encodableMapping(\(type(of: e)))"
        case .statusCode: return "statusCode"
        case .underlying(let e, _): return "underlying(\(kind(e)))"
        case .requestMapping(let s): return "requestMapping(\(s))"
        case .parameterEncoding(let e): return "parameterEncoding(\(kind(e)))"
        }
    }
    let name = "\(type(of: error))"
    if name == "AFError" { return "AFError." + "\(error)".prefix { $0 != "(" } }
    let e = error as NSError
    return "\(e.domain) \(e.code)"
}

/// A line of an observation.
func line(_ key: String, _ value: Any?) -> String {
    let text = "\(value ?? "nil")".replacingOccurrences(of: "127.0.0.1:1", with: "127.0.0.1:PORT")
    return "\(key): \(text.replacingOccurrences(of: "\n", with: "\\n"))"
}

/// The default endpoint with another sample response.
func sampling(_ target: API, _ sample: EndpointSampleResponse) -> Endpoint {
    Endpoint(
        url: URL(target: target).absoluteString,
        sampleResponseClosure: { sample },
        method: target.method,
        task: target.task,
        httpHeaderFields: target.headers
    )
}
