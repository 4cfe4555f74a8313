import Foundation
import TernTesting

#if os(Linux)
    typealias LiveServer = FixedServer
#else
    /// Answers from this process, whose CPU time then includes the server's.
    final class LiveServer: Sendable {
        static let argument = "--serve"

        let url: URL
        private let server: LoopbackServer

        init() throws {
            let body = Data("{\"text\":\"\(String(repeating: "x", count: 1_013))\"}".utf8)
            server = try LoopbackServer(recordsRequests: false) { _ in .json(body) }
            url = server.url
        }

        static func serve() throws {}

        func stop() {}
    }
#endif
