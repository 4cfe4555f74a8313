import Foundation

/// A folder for one test, which is removed with it.
final class FixtureFolder: Sendable {
    let url: URL

    /// The path of a source file that could be in the folder.
    var filePath: String { url.appendingPathComponent("SomeTests.swift").path }

    init() throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("tern-fixtures-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    func write(_ text: String, to path: String) throws {
        try write(Data(text.utf8), to: path)
    }

    func write(_ data: Data, to path: String) throws {
        let file = url.appendingPathComponent(path)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try data.write(to: file)
    }
}
