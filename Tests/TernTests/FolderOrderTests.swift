import Foundation
import Testing

/// The folders of `Sources/Tern` in the order in which they may use each other: a file names types of its own folder
/// and of those before it, never of a later one. The vocabulary is one layer, whose folders may use each other.
struct FolderOrderTests {
    private static let vocabulary = ["HTTP", "Target", "Errors"]
    private static let order =
        vocabulary + [
            "Redaction", "Time", "Encoding", "Decoding", "Endpoint", "Transport", "Engines", "Pipeline", "Plugins",
            "Streaming", "Provider",
        ]
    /// Files beside the folders. All folders may use them.
    private static let base: Set = ["FoundationNetworking.swift", "Locked.swift", "SystemThread.swift"]

    private struct Source {
        let path: String
        let folder: String
        /// The source without comments and literals.
        let code: String

        /// The types that other files can name.
        var declarations: [String] {
            code.matches(of: /(?m)^( {4})?((?:\S.* )?)(?:struct|class|enum|protocol|actor|typealias) ([A-Za-z_]\w*)/)
                .filter { match in
                    // An indented declaration is within another type, unless all of the file is within `#if`.
                    (match.1 == nil || code.hasPrefix("#if")) && !match.2.contains("private")
                }
                .map { String($0.3) }
        }

        var names: Set<String> {
            Set(code.matches(of: /\b[A-Z_]\w+/).map { String($0.0) })
        }
    }

    @Test func noFileUsesALaterFolder() throws {
        let sources = try Self.sources()
        let folders = Dictionary(
            sources.flatMap { source in source.declarations.map { ($0, source.folder) } },
            uniquingKeysWith: { first, _ in first }
        )
        // Checks that the parser finds types.
        for (name, folder) in ["Request": "HTTP", "CurlTransport": "Engines", "Provider": "Provider"] {
            #expect(folders[name] == folder)
        }
        for source in sources {
            let rank = try #require(Self.rank(source.folder), "\(source.path) is in no folder of the order.")
            for name in source.names.sorted() {
                guard let folder = folders[name], let other = Self.rank(folder) else { continue }
                #expect(other <= rank, "\(source.path) uses \(name) of \(folder), which comes later.")
            }
        }
    }

    /// All of the vocabulary has the same rank.
    private static func rank(_ folder: String) -> Int? {
        if folder.isEmpty { return -1 }
        return vocabulary.contains(folder) ? 0 : order.firstIndex(of: folder)
    }

    private static func sources() throws -> [Source] {
        let root = (0..<3).reduce(URL(filePath: #filePath)) { url, _ in url.deletingLastPathComponent() }
            .appending(path: "Sources/Tern")
        let paths = try FileManager.default.subpathsOfDirectory(atPath: root.path).filter { $0.hasSuffix(".swift") }
        try #require(paths.count > 100)
        return try paths.map { path in
            let parts = path.split(separator: "/")
            let text = try String(contentsOf: root.appending(path: path), encoding: .utf8)
            let isBase = parts.count == 1 && base.contains(path)
            return Source(path: path, folder: isBase ? "" : String(parts[0]), code: code(of: text))
        }
    }

    private static func code(of text: String) -> String {
        text.replacing(/"""[\s\S]*?"""/, with: "\"\"")
            .replacing(/\/\/.*/, with: "")
            .replacing(/"(\\.|[^"\\\n])*"/, with: "\"\"")
    }
}
