import Foundation
import Tern
import TernTesting

/// The API of the server that tests record.
enum RecordedAPI: RoutedTarget {
    case user(String)
    case search(String, page: Int)
    case counter
    case moved
    case compressed
    case binary
    case events
    case logIn(password: String)
    case profile(token: String)
    case upload(URL)
    case stream(mebibytes: Int, isReplayable: Bool)
    case part(Int)

    struct User: Codable, Equatable {
        let name: String
        var page: Int?
    }

    struct Session: Codable, Equatable {
        let token: String
        let pin: Int
        let expiresIn: Int
    }

    var baseURL: URL { URL(string: "https://api.example.com")! }

    var route: HTTPRoute {
        switch self {
        case .user(let name): .get("/users/\(name)")
        case .search(let text, let page): .get("/search").query(["q": text, "page": page])
        case .counter: .get("/counter")
        case .moved: .get("/moved")
        case .compressed: .get("/compressed")
        case .binary: .get("/binary")
        case .events: .get("/events")
        case .logIn(let password): .post("/login").json(["user": "ann", "password": password])
        case .profile(let token): .get("/profile").headers(["Authorization": "Bearer \(token)"])
        case .upload(let file): .post("/upload").file(file)
        case .stream(let count, isReplayable: true): .post("/upload").stream { Self.mebibytes(count) }
        case .stream(let count, isReplayable: false): .post("/upload").stream(once: Self.mebibytes(count))
        case .part(let start): .get("/binary").headers(["Range": "bytes=\(start)-"])
        }
    }
}

extension RecordedAPI {
    private static func mebibytes(_ count: Int) -> AsyncStream<Data> {
        AsyncStream { continuation in
            for _ in 0..<count { continuation.yield(Data(repeating: 0x61, count: 1 << 20)) }
            continuation.finish()
        }
    }
}

extension Call<RecordedAPI, RecordedAPI.User> {
    static func user(_ name: String) -> Self { .init(.user(name)) }
    static func search(_ text: String, page: Int) -> Self { .init(.search(text, page: page)) }
    static var moved: Self { .init(.moved) }
    static func profile(token: String) -> Self { .init(.profile(token: token)) }
}

extension Call<RecordedAPI, Int> {
    static var counter: Self { .init(.counter) }
    static func upload(_ file: URL) -> Self { .init(.upload(file)) }
    static func stream(mebibytes: Int, isReplayable: Bool) -> Self {
        .init(.stream(mebibytes: mebibytes, isReplayable: isReplayable))
    }
}

extension Call<RecordedAPI, RecordedAPI.Session> {
    static func logIn(password: String) -> Self { .init(.logIn(password: password)) }
}

enum RecordedServer {
    static let token = "tok-8f14e45fceea167a5a36dedd4bea2543"

    static func start() throws -> LoopbackServer {
        let count = Locked(0)
        return try LoopbackServer(journal: nil) { request in
            switch request.path {
            case "/search":
                let items = request.queryItems
                return .json([
                    "name": items.first { $0.name == "q" }?.value ?? "",
                    "page": Int(items.first { $0.name == "page" }?.value ?? "") ?? 0,
                ])
            case "/counter":
                let number = count.withLock { count in
                    count += 1
                    return count
                }
                return .json(text: "\(number)")
            case "/moved": return .status(302, headers: ["Location": "/users/moved"])
            case "/compressed":
                let text = Data(String(repeating: "text ", count: 100).utf8)
                let body = try RequestBody.data(text).gzipped()?.data ?? Data()
                return .data(body, headers: ["Content-Encoding": "gzip"])
            case "/binary": return .data(Data((0...255).map { UInt8($0) })).servingRanges()
            case "/events":
                return .events((1...3).map { ServerSentEvent(data: "\($0)") }, every: .milliseconds(1))
            case "/login":
                return .json(
                    ["token": token, "pin": 4711, "expiresIn": 3600],
                    headers: ["Set-Cookie": "sid=\(token); Path=/"]
                )
            case "/profile":
                return request.headers["Authorization"] == "Bearer \(token)"
                    ? .json(["name": "Ann, \(token)"]) : .status(401)
            case "/upload": return .json(text: "\(request.body.count)")
            default: return .json(["name": String(request.path.dropFirst("/users/".count))])
            }
        }
    }
}

extension Provider {
    /// The error of a call.
    func failure<Value>(_ call: Call<Target, Value>) async -> TernError? {
        do throws(TernError) {
            _ = try await value(call)
            return nil
        } catch {
            return error
        }
    }

    /// A copy whose endpoints are at another URL.
    func at(_ url: URL) -> Provider<RecordedAPI> {
        Provider<RecordedAPI>(endpointClosure: { Endpoint($0, baseURL: url) })
    }
}
