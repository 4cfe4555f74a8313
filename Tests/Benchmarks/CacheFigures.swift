import Foundation
import Tern
import TernCache

/// The cost of responses that a cache has stored.
enum CacheFigures {
    private static let entries = 10_000
    private static let diskBytes = 20 * 1024

    static func reports(scale: Double) -> [Report] {
        [
            Report("Response of a cache, against a stubbed request") { try await hits(scale: scale) },
            Report("Cache on a disk") { try await disk(scale: scale) },
        ]
    }

    private static func hits(scale: Double) async throws -> [String] {
        let stub = Provider<BenchmarkAPI>(stubClosure: Provider.immediatelyStub)
        let one = provider(HTTPCache(), BenchmarkAPI.sample)
        let many = provider(HTTPCache(), BenchmarkAPI.sample)
        let count = Int(Double(entries) * scale)
        for number in 0..<count { try await many.fill(number) }
        let folder = Folder()
        let onDisk = provider(HTTPCache(disk: HTTPCache.Disk(folder: folder.url), maximumBytes: 0), large)
        for provider in [one, onDisk] { _ = try await provider.request(.user(login: "octocat")) }
        let comparison = Comparison(
            title: "",
            operations: Int(1_000 * scale),
            rounds: 101,
            contenders: [
                .sequential("stubbed request") { _ = try await stub.request(.user(login: "octocat")) },
                hit("in memory", one),
                Contender("in memory, each of \(count)") { hits in
                    for number in 0..<hits { try await many.fill(number * 7_919 % count) }
                },
                hit("on the disk, \(diskBytes / 1024) KiB", onDisk),
            ]
        )
        let lines = Table.lines(try await comparison.rows())
        withExtendedLifetime(folder) {}
        return lines
    }

    private static func hit(_ name: String, _ provider: Provider<BenchmarkAPI>) -> Contender {
        .sequential(name) {
            let response = try await provider.request(.user(login: "octocat"))
            guard response.attempts == 0 else { throw TernError(.transportFailed, reason: "The cache missed.") }
        }
    }

    private static func disk(scale: Double) async throws -> [String] {
        let folder = Folder()
        let count = Int(Double(entries) * scale)
        let disk = HTTPCache.Disk(folder: folder.url, maximumBytes: 8 << 30)
        let filled = provider(HTTPCache(disk: disk, maximumBytes: 0), BenchmarkAPI.sample)
        for number in 0..<count { try await filled.fill(number) }

        let opened = ContinuousClock.now
        let first = try await provider(HTTPCache(disk: disk), Data()).request(.user(login: "user1"))
        let opening = opened.duration(to: .now)
        guard first.attempts == 0 else { throw TernError(.transportFailed, reason: "The cache missed.") }

        let bytes = Int(256 * scale) << 20
        let body = LongBody(bytes: bytes)
        let plain = Provider<BenchmarkAPI>(transport: body)
        let cached = Provider<BenchmarkAPI>(transport: body.cached(by: HTTPCache(disk: disk)))
        let unannounced = LongBody(bytes: bytes, isAnnounced: false).cached(by: HTTPCache(disk: disk))
        let open = Provider<BenchmarkAPI>(transport: unannounced)
        // The first bodies also need memory for threads.
        for provider in [plain, cached, open] { _ = try await growth(of: provider, "first") }
        let without = try await growth(of: plain, "second")
        let with = try await growth(of: cached, "third")
        let withoutLength = try await growth(of: open, "fourth")
        let stored = try await growth(of: cached, "third")
        return [
            "first call after opening \(count) entries  \(String(format: "%.2f", opening.inSeconds * 1000)) ms",
            "peak of a stream of \(bytes >> 20) MiB  \(without) KiB, with a cache  \(with) KiB, of unknown length "
                + " \(withoutLength) KiB, from the disk  \(stored) KiB",
        ]
    }

    /// The growth of the memory while a body is streamed, in KiB.
    private static func growth(of provider: Provider<BenchmarkAPI>, _ name: String) async throws -> Int {
        ProcessStatus.resetPeak()
        let before = ProcessStatus.residentKiB
        var bytes = 0
        for try await chunk in try await provider.stream(.user(login: name)) { bytes += chunk.count }
        return ProcessStatus.peakKiB - before
    }

    private static let large = Data(repeating: 0x61, count: diskBytes)

    private static func provider(_ cache: HTTPCache, _ body: Data) -> Provider<BenchmarkAPI> {
        Provider(transport: Fixed(body: body).cached(by: cache))
    }

    /// Responds to each request with the same body.
    private struct Fixed: Transport {
        let body: Data

        func send(_ request: Request, hop: Hop) async throws -> Response {
            Response(statusCode: 200, data: body, headers: ["Cache-Control": "max-age=3600"])
        }
    }

    /// Responds with a body that is a stream.
    private struct LongBody: Transport {
        let bytes: Int
        /// Whether the fields tell the length.
        var isAnnounced = true

        func send(_ request: Request, hop: Hop) async throws -> Response {
            var headers: HTTPHeaders = ["Cache-Control": "max-age=3600"]
            if isAnnounced { headers["Content-Length"] = "\(bytes)" }
            return Response(
                statusCode: 200,
                headers: headers,
                body: .stream(BodyStream(Chunks(count: bytes / Chunks.bytes)))
            )
        }
    }

    private struct Chunks: AsyncSequence, Sendable {
        static let bytes = 64 * 1024

        struct Iterator: AsyncIteratorProtocol {
            var rest: Int

            mutating func next() async throws -> Data? {
                rest -= 1
                return rest < 0 ? nil : Data(repeating: 0x61, count: bytes)
            }
        }

        let count: Int

        func makeAsyncIterator() -> Iterator { Iterator(rest: count) }
    }

    /// A temporary folder.
    private final class Folder: Sendable {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("TernBenchmarks-\(UUID().uuidString)")

        deinit {
            try? FileManager.default.removeItem(at: url)
        }
    }
}

extension Provider<BenchmarkAPI> {
    fileprivate func fill(_ number: Int) async throws {
        _ = try await request(.user(login: "user\(number)"))
    }
}
