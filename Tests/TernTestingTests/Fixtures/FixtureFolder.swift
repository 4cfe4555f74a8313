import Foundation
import TestDoubles

/// A folder for one test, which is removed with it.
final class FixtureFolder: Sendable {
    private let folder = TemporaryFolder()
    var url: URL { folder.url }

    /// The path of a source file that could be in the folder.
    var filePath: String { url.appendingPathComponent("SomeTests.swift").path }

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
