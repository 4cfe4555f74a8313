import Foundation
import Testing

/// The guides list every public type and every page. `.ci/links.swift` checks their links.
@Suite(.timeLimit(.minutes(20)))
struct GuideTests {
    @Test(arguments: try README.modules()) func everyPublicTypeIsListedOnOnePage(module: String) throws {
        let types = try Self.publicTypes(of: module)
        let listed = try README.pages(of: module).flatMap { page in
            try README(path: page).lines.compactMap { $0.wholeMatch(of: /- ``(\w+)``/).map { String($0.1) } }
        }
        try #require(!types.isEmpty)
        #expect(listed.sorted() == types.sorted())
    }

    @Test(arguments: try README.modules()) func everyPageIsListedOnOnePageByItsTitle(module: String) throws {
        let pages = try README.pages(of: module)
        let titles = try pages.filter { !$0.hasSuffix("/\(module).md") }.map { page in
            "- [\(try README(path: page).lines[0].dropFirst(2))](\(URL(filePath: page).lastPathComponent))"
        }
        let listed = try pages.flatMap { page in
            try README(path: page).lines.drop { $0 != "## Topics" }.filter { $0.hasPrefix("- [") }
        }
        #expect(listed.sorted() == titles.sorted())
    }

    /// DocC drops such a page: it has the path of the type.
    @Test(arguments: try README.modules()) func noPageHasTheNameOfAType(module: String) throws {
        let types = try Self.publicTypes(of: module).map { $0.lowercased() }
        for page in try README.pages(of: module) {
            let name = URL(filePath: page).deletingPathExtension().lastPathComponent
            #expect(!types.contains(name.lowercased()), "\(page)")
        }
    }

    @Test func productsOfTheREADMEAreThoseOfTheManifest() throws {
        let products = try README().table(under: "Installation").map { $0[0] }
        #expect(try products.sorted() == README.modules().sorted())
    }

    @Test func versionOfTheREADMEIsTheLatestOfTheChangelog() throws {
        let changelog = try README(path: "CHANGELOG.md").lines.joined(separator: "\n")
        let latest = try #require(changelog.firstMatch(of: /\n## (\d+\.\d+\.\d+)/)).1
        for page in ["README.md", README.page("GettingStarted")] {
            let text = try README(path: page).lines.joined(separator: "\n")
            #expect(text.contains("from: \"\(latest)\""), "\(page)")
        }
    }

    // MARK: - Private

    /// The public top-level types of a module's sources, without those that only stop a migration with an error, and without
    /// those of Apple platforms, which DocC doesn't see on Linux.
    private static func publicTypes(of module: String) throws -> [String] {
        // Clients see the types of the modules that `Tern` exports, too.
        let types = try (module == "Tern" ? [module, "TernHTTP", "TernCurl"] : [module]).flatMap { module in
            let folder = README.root.appending(path: "Sources/\(module)")
            let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
            let files = paths.filter { $0.hasSuffix(".swift") && !isUnlisted($0) }
            return try files.flatMap { file in
                topLevelText(of: try String(contentsOf: folder.appending(path: file), encoding: .utf8))
                    .matches(
                        of: /(?m)^(?:public (?:final class|struct|enum|actor|protocol|typealias)|open class) ([A-Z]\w+)/
                    )
                    .map { String($0.1) }
            }
        }
        try #require(!types.isEmpty)
        return types
    }

    /// Whether a file has no types for the guides.
    private static func isUnlisted(_ file: String) -> Bool {
        file.hasSuffix("Unavailable.swift") || file.hasPrefix("Apple/")
    }

    /// The text of a file. Without the indentation if the whole file is within a condition of the compiler.
    private static func topLevelText(of source: String) -> String {
        let lines = source.components(separatedBy: "\n")
        let isConditional = lines.allSatisfy { line in
            line.isEmpty || " #/".contains(line.prefix(1)) || line.hasPrefix("import ")
        }
        guard isConditional else { return source }
        return lines.map { $0.hasPrefix("    ") ? String($0.dropFirst(4)) : $0 }.joined(separator: "\n")
    }
}
