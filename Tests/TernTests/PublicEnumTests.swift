import Foundation
import Testing

/// A public enum can get another case without breaking clients, or is listed as closed.
@Suite(.timeLimit(.minutes(5)))
struct PublicEnumTests {
    /// Enums that never get another case, with the reason.
    private static let closed = [
        "MultiTarget": "A target is any target.",
        "TimelineEvent": "A sequence has values, and an end with or without an error.",
    ]

    @Test func publicEnumIsNonexhaustiveOrListedAsClosed() throws {
        var names: Set<String> = []
        for source in try Self.sources() {
            for match in source.matches(of: #/(@nonexhaustive\s+)?public (?:indirect )?enum (\w+)[^{]*\{/#) {
                let body = source[match.range.upperBound...].prefix { $0 != "}" }
                // An enum without cases is a namespace.
                guard body.contains(#/(?m)^ *(?:indirect )?case /#) else { continue }
                let name = String(match.2)
                names.insert(name)
                #expect((match.1 == nil) == (Self.closed[name] != nil), "\(name)")
            }
        }
        #expect(names.count > 15)
        #expect(names.isSuperset(of: Self.closed.keys))
    }

    private static func sources() throws -> [String] {
        let root = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Sources")
        let paths = try FileManager.default.subpathsOfDirectory(atPath: root.path).filter { $0.hasSuffix(".swift") }
        try #require(paths.count > 100)
        return try paths.map { try String(contentsOf: root.appendingPathComponent($0), encoding: .utf8) }
    }
}
