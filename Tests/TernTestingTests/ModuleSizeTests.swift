import Foundation
import Testing

struct ModuleSizeTests {
    private static let module = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Sources/TernTesting")

    /// As many as a reader can survey.
    @Test func moduleHasAtMost35PublicTypes() throws {
        let count = try FileManager.default.subpathsOfDirectory(atPath: Self.module.path)
            .filter { $0.hasSuffix(".swift") }
            .map { try String(contentsOf: Self.module.appendingPathComponent($0), encoding: .utf8) }
            .reduce(0) { count, source in
                count + source.matches(of: /(?m)^public (?:final class|struct|enum|actor|protocol|typealias) \w+/).count
            }
        #expect(count <= 35)
    }
}
