import Foundation

/// A folder for one test, which is removed after the test.
package final class TemporaryFolder: Sendable {
    package let url = FileManager.default.temporaryDirectory.appendingPathComponent("TernTests-\(UUID().uuidString)")

    package init() {
        try? FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    /// A file with these bytes.
    package func file(_ name: String, _ bytes: Data) throws -> URL {
        let url = url.appendingPathComponent(name)
        try bytes.write(to: url)
        return url
    }

    /// The text of each file by its name, including hidden files.
    package func contents() throws -> [String: String] {
        var contents: [String: String] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: url.path) {
            contents[name] = String(decoding: try Data(contentsOf: url.appendingPathComponent(name)), as: UTF8.self)
        }
        return contents
    }
}
