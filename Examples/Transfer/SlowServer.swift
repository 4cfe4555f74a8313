import Foundation
import Tern
import TernTesting

extension LoopbackServer {
    /// A local server that is slow on purpose, so that there is time to interrupt a transfer. It supports range
    /// requests, and accepts uploads.
    ///
    /// - Parameters:
    ///   - port: The port. 0, the default, for a free port.
    ///   - bytesPerSecond: The rate of each download.
    static func slow(port: Int = 0, bytesPerSecond: Int) throws -> LoopbackServer {
        try LoopbackServer(port: port, options: Options(recordedRequests: 0)) { request in
            if request.method == .put { return .json(["receivedBytes": request.body.count], status: 201) }
            guard let body = SlowServer.bodies[String(request.path.dropFirst())] else {
                return .json(["message": "There is no \(request.path)."], status: 404)
            }
            return .data(body, headers: ["ETag": "\"\(body.count)\""])
                .servingRanges()
                .failing(.throttled(bytesPerSecond: bytesPerSecond))
        }
    }
}

enum SlowServer {
    nonisolated static let names = ["alpha.bin", "beta.bin", "gamma.bin"]

    /// The same bytes in every run, so that a later run can continue a file.
    nonisolated static let bodies = Dictionary(uniqueKeysWithValues: names.map { ($0, body(of: $0)) })

    private nonisolated static func body(of name: String) -> Data {
        let count = 400_000 + 100_000 * name.utf8.count
        return Data((0..<count).map { UInt8(truncatingIfNeeded: $0 / 7 &+ name.utf8.count) })
    }
}
