import Foundation
import Tern

@testable import TernTesting

/// A folder with the file of one cassette, which is removed at the end.
final class CassetteFolder: Sendable {
    let url: URL

    init() {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("cassettes-\(UUID().uuidString)")
            .appendingPathComponent("test.har")
        try? FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
    }

    deinit {
        try? FileManager.default.removeItem(at: url.deletingLastPathComponent())
    }

    func record<Value>(
        _ server: LoopbackServer,
        mode: Cassette.Mode = .record,
        _ use: (Provider<RecordedAPI>) async throws -> Value
    ) async throws -> Value {
        try await record(server.url, mode: mode, use)
    }

    func record<Value>(
        _ url: URL,
        mode: Cassette.Mode = .record,
        _ use: (Provider<RecordedAPI>) async throws -> Value
    ) async throws -> Value {
        let cassette = try Cassette(contentsOf: self.url, mode: mode, at: SourcePosition())
        let value = try await use(Provider<RecordedAPI>().at(url).played(by: cassette))
        try cassette.save()
        return value
    }

    func replay(
        _ server: LoopbackServer,
        delays: Cassette.Delays = .none,
        clock: any Clock<Duration> = ContinuousClock(),
        journal: Journal? = nil
    ) throws -> (cassette: Cassette, api: Provider<RecordedAPI>) {
        try replay(server.url, delays: delays, clock: clock, journal: journal)
    }

    func replay(
        _ url: URL,
        delays: Cassette.Delays = .none,
        clock: any Clock<Duration> = ContinuousClock(),
        journal: Journal? = nil
    ) throws -> (cassette: Cassette, api: Provider<RecordedAPI>) {
        let cassette = try Cassette(
            contentsOf: self.url,
            mode: .replay,
            delays: delays,
            journal: journal,
            at: SourcePosition()
        )
        let api = Provider<RecordedAPI>(endpointClosure: { Endpoint($0, baseURL: url) }, clock: clock)
        return (cassette, api.played(by: cassette))
    }
    /// A cassette that replays a file with these entries.
    func cassette(_ entries: String...) throws -> Cassette {
        try Data("{\"log\":{\"entries\":[\(entries.joined(separator: ","))]}}".utf8).write(to: url)
        return try Cassette(contentsOf: url, mode: .replay, at: SourcePosition())
    }
}

extension HARFile {
    static func of(_ entries: String...) throws -> HARFile {
        try HARFile(
            Data("{\"log\":{\"version\":\"1.2\",\"entries\":[\(entries.joined(separator: ","))]}}".utf8),
            named: "x"
        )
    }

    /// The entry of a response with this text.
    static func entry(_ text: String, encoding: String = "") -> String {
        """
        {"request":{"method":"GET","url":"https://a.example/b","httpVersion":"h2"},"response":{"status":200,
        "content":{"text":"\(text)"\(encoding)}}}
        """
    }
}
