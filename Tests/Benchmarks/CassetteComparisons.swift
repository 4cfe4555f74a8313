import Foundation
import Tern
import TernTesting

/// The cost of a recorded response, compared with that of a stub.
enum CassetteComparisons {
    private static let entries = 1_000

    static func all() throws -> [Comparison] {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("benchmark-\(UUID().uuidString).har")
        try recording.write(to: file)
        let stub = Provider<BenchmarkAPI>(stubClosure: Provider.immediatelyStub)
        let load: @Sendable () throws -> Provider<BenchmarkAPI> = {
            Provider<BenchmarkAPI>().played(by: try Cassette(contentsOf: file, mode: .replay, journal: nil))
        }
        return [
            Comparison(
                title: "Recording of \(entries) responses, against stubs",
                operations: entries,
                rounds: 31,
                contenders: [
                    Contender("stubbed request, decoded") { count in try await call(stub, count) },
                    Contender("loading, and recorded request, decoded") { count in try await call(load(), count) },
                    Contender("loading alone") { _ in keep(try load()) },
                ]
            )
        ]
    }

    private static func call(_ provider: Provider<BenchmarkAPI>, _ count: Int) async throws {
        for number in 0..<count { _ = try await provider.value(.user("user\(number)")) }
    }

    private static var recording: Data {
        let body = String(decoding: BenchmarkAPI.sample, as: UTF8.self).replacing("\"", with: "\\\"")
        let entries = (0..<entries).map { number in
            """
            {"startedDateTime":"2026-01-22T12:13:51.000Z","time":12,"timings":{"send":0,"wait":10,"receive":2},"cache":{},
            "request":{"method":"GET","url":"https://api.example.com/users/user\(number)","httpVersion":"HTTP/1.1",
            "headers":[{"name":"Accept","value":"application/json"}],"cookies":[],"queryString":[]},
            "response":{"status":200,"statusText":"no error","httpVersion":"HTTP/1.1","cookies":[],"redirectURL":"",
            "headers":[{"name":"Content-Type","value":"application/json"},{"name":"ETag","value":"\\"7\\""}],
            "content":{"size":\(BenchmarkAPI.sample.count),"mimeType":"application/json","text":"\(body)"}}}
            """
        }
        return Data(#"{"log":{"version":"1.2","entries":[\#(entries.joined(separator: ","))]}}"#.utf8)
    }
}
