import Foundation

/// The checkable parts of a page of documentation, by default of the README.
struct README {
    let lines: [String]

    init(path: String = "README.md") throws {
        let text = try String(contentsOf: Self.root.appending(path: path), encoding: .utf8)
        lines = text.components(separatedBy: "\n")
    }

    /// The folder of the package.
    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// The libraries of the manifest. Each of them has a guide.
    static func modules() throws -> [String] {
        try String(contentsOf: root.appending(path: "Package.swift"), encoding: .utf8)
            .matches(of: /\.library\(name: "(\w+)"/).map { String($0.1) }
    }

    /// The path of a page of `Tern`'s guide, or of another module's.
    static func page(_ name: String, of module: String = "Tern") -> String {
        "Sources/\(module)/\(module).docc/\(name).md"
    }

    /// The paths of all pages: the README and the guides.
    static func pages() throws -> [String] {
        try ["README.md"] + modules().flatMap { try pages(of: $0) }
    }

    /// The paths of the pages of a module's guide.
    static func pages(of module: String) throws -> [String] {
        let guide = "Sources/\(module)/\(module).docc"
        let names = try FileManager.default.contentsOfDirectory(atPath: root.appending(path: guide).path)
        return names.filter { $0.hasSuffix(".md") }.sorted().map { "\(guide)/\($0)" }
    }

    /// The lines of each fenced block in this language.
    func blocks(of language: String) -> [[String]] {
        var blocks: [[String]] = []
        var isInside = false
        for line in lines {
            if line == "```\(language)" {
                blocks.append([])
                isInside = true
            } else if line == "```" {
                isInside = false
            } else if isInside {
                blocks[blocks.count - 1].append(line)
            }
        }
        return blocks
    }

    /// The rows of the first table under a heading, without its head. The cells are without backticks.
    func table(under heading: String) -> [[String]] {
        let section = lines.drop { $0.drop { $0 == "#" } != " \(heading)" }.dropFirst().prefix { !$0.hasPrefix("#") }
        let table = section.drop { !$0.hasPrefix("|") }.prefix { $0.hasPrefix("|") }
        return table.dropFirst(2).map { line in
            line.split(separator: "|").map { $0.trimmingCharacters(in: CharacterSet(charactersIn: " `")) }
        }
    }
}
