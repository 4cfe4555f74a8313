import Foundation
import Tern

/// The cost of streamed values that arrive in pieces of 64 KiB, compared with decoding the same values one by one.
enum StreamComparisons {
    static func all(scale: Double) -> [Comparison] {
        [jsonLines(scale: scale)]
    }

    private static func jsonLines(scale: Double) -> Comparison {
        let count = max(1, Int(2_000 * scale))
        let decoder = JSONDecoder()
        let provider = streaming(Data(BenchmarkAPI.sample + [0x0A]), times: count, type: "application/x-ndjson")
        let target = BenchmarkAPI.search(query: "tern", page: 1)
        return Comparison(
            title: "JSON Lines of \(BenchmarkAPI.sample.count) bytes, against decoding each",
            operations: count,
            rounds: 51,
            contenders: [
                .sequential("bare JSONDecoder") {
                    keep(try decoder.decode(BenchmarkUser.self, from: BenchmarkAPI.sample))
                },
                whole("jsonLines(as:)", count) {
                    for try await user in try await provider.stream(target).jsonLines(as: BenchmarkUser.self) {
                        keep(user)
                    }
                },
                whole("values of a Call", count) {
                    for try await user in try await provider.values(Call<BenchmarkAPI, BenchmarkUser>(target)) {
                        keep(user)
                    }
                },
            ]
        )
    }

    /// A contender that does all operations of `count` at once.
    private static func whole(
        _ name: String,
        _ count: Int,
        _ run: @escaping @Sendable () async throws -> Void
    ) -> Contender {
        Contender(name) { operations in
            for _ in 0..<max(1, operations / count) { try await run() }
        }
    }

    /// A provider whose response has this part many times, in pieces of 64 KiB.
    static func streaming(_ part: Data, times count: Int, type: String) -> Provider<BenchmarkAPI> {
        var body = Data(capacity: part.count * count)
        for _ in 0..<count { body += part }
        let pieces = stride(from: 0, to: body.count, by: 65_536).map { Data(body[$0..<min(body.count, $0 + 65_536)]) }
        return Provider(
            endpointClosure: { Endpoint($0).responding(.chunked(pieces, headers: ["Content-Type": type])) },
            stubClosure: Provider.immediatelyStub
        )
    }
}
