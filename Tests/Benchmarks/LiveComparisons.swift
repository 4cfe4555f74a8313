import Foundation
import Tern
import TernTesting

/// What a call over the loopback interface costs, against a bare `URLSession` with the same configuration.
struct LiveComparisons {
    private let server: LoopbackServer
    private let bare: URLSession
    private let tern: Provider<LiveAPI>

    init() throws {
        let body = Data("{\"text\":\"\(String(repeating: "x", count: 1_013))\"}".utf8)
        server = try LoopbackServer(recordsRequests: false) { _ in .json(body) }
        bare = URLSession(configuration: Self.configuration)
        tern = Provider(transport: URLSessionTransport(configuration: Self.configuration))
    }

    func all(scale: Double) -> [Comparison] {
        [
            comparison("GET of 1 KB, one at a time", width: 1, operations: Int(200 * scale)),
            comparison("GET of 1 KB, 32 at a time", width: 32, operations: Int(640 * scale)),
        ]
    }

    private func comparison(_ title: String, width: Int, operations: Int) -> Comparison {
        let request = URLRequest(url: server.url.appendingPathComponent("item"))
        let target = LiveAPI(baseURL: server.url, path: "/item")
        return Comparison(
            title: title,
            operations: max(operations, width),
            rounds: 51,
            contenders: [
                .concurrent("bare URLSession, completion task", width) { [bare] in
                    let count = try await withCheckedThrowingContinuation { continuation in
                        bare.dataTask(with: request) { data, _, error in
                            continuation.resume(with: error.map { .failure($0) } ?? .success(data?.count ?? 0))
                        }.resume()
                    }
                    try check(count)
                },
                .concurrent("Tern, URLSessionTransport", width) { [tern] in
                    try check(try await tern.request(target).data.count)
                },
            ]
        )
    }

    private func check(_ count: Int) throws {
        guard count == 1_024 else { throw WrongBody(count: count) }
    }

    private static var configuration: URLSessionConfiguration {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.urlCache = nil
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.urlCredentialStorage = nil
        return configuration
    }
}

struct LiveAPI: TargetType {
    let baseURL: URL
    let path: String
}

struct WrongBody: Error {
    let count: Int
}
