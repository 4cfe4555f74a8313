import Foundation
import Testing

/// The pages of the guide list every public type of the module.
struct GuideTests {
    private static let module = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Sources/TernTesting")

    /// The contents of the files with this extension.
    private static func texts(_ fileExtension: String) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: module.path)
            .filter { $0.hasSuffix(fileExtension) }
            .map { try String(contentsOf: module.appendingPathComponent($0), encoding: .utf8) }
    }

    @Test func everyPublicTypeIsListedOnOnePage() throws {
        let types = try Self.texts(".swift").flatMap { source in
            source.matches(of: /(?m)^public (?:final class|struct|enum|actor|protocol) (\w+)/).map { "\($0.1)" }
        }
        let listed = try Self.texts(".md").flatMap { page in
            page.matches(of: /(?m)^- ``(\w+)``$/).map { "\($0.1)" }
        }
        try #require(types.count > 20)

        #expect(types.sorted() == listed.sorted())
    }

    /// As many as a reader can survey: 35 for HTTP and virtual time, and the double of TernImages.
    @Test func moduleHasAtMost36PublicTypes() throws {
        let count = try Self.texts(".swift").reduce(0) { count, source in
            count + source.matches(of: /(?m)^public (?:final class|struct|enum|actor|protocol|typealias) \w+/).count
        }
        #expect(count <= 36)
    }
}
