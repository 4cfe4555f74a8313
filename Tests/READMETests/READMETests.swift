import Foundation
import Tern
import TernConformance
import Testing

/// Compares the README and the guides with the package.
@Suite(.timeLimit(.minutes(20)))
struct READMETests {
    let readme: README

    init() throws {
        readme = try README()
    }

    @Test(arguments: try README.pages()) func everySnippetIsCompiled(page: String) throws {
        let sources = try Self.compiledSources()
        let snippets = try README(path: page).blocks(of: "swift")
        for snippet in snippets {
            let isCompiled = sources.contains { Self.contains(snippet, in: $0) }
            #expect(isCompiled, "No source holds this snippet: \(snippet.joined(separator: "\n"))")
        }
    }

    @Test func programIsACompleteFileAndBeginsByLineEight() throws {
        let file = try String(contentsOf: Self.folder("READMEProgram").appending(path: "main.swift"), encoding: .utf8)
        #expect(readme.blocks(of: "swift").first == file.components(separatedBy: "\n").dropLast())
        #expect(try #require(readme.lines.firstIndex(of: "```swift")) < 7)
    }

    @Test func everyErrorCodeIsListed() throws {
        let path = "Sources/TernHTTP/Errors/TernError+Code.swift"
        let source = try String(contentsOf: README.root.appending(path: path), encoding: .utf8)
        let codes = source.matches(of: /Self\(rawValue: "(\w+)"\)/).map { String($0.1) }
        let table = try README(path: README.page("HandlingErrors")).table(under: "Codes")
        #expect(table.map { $0[0] } == codes)
        #expect(table.map { $0[1] } == codes.map { "\(TernError(.init(rawValue: $0)).errorCode)" })
    }

    @Test func everySettingOfATransportIsListed() throws {
        func names(in value: Any) -> [String] { Mirror(reflecting: value).children.compactMap(\.label) }
        let configuration = TransportConfiguration()
        let settings = names(in: configuration).flatMap { name in
            name == "tls" ? names(in: configuration.tls).map { "tls.\($0)" } : [name]
        }
        let table = try README(path: README.page("ChoosingTransports")).table(under: "Settings")
        // A row can be about one kind of the setting's values: "`proxy` with `http`".
        #expect(Set(table.map { $0[0].prefix { $0 != "`" } }) == Set(settings.map { $0[...] }))
    }

    @Test func everyFeatureOfATransportIsListed() throws {
        let text = try README(path: README.page("ChoosingTransports")).lines.joined(separator: " ")
        for feature in TransportConformance.Feature.all {
            #expect(text.contains("`\(feature)`"), "\(feature)")
        }
    }

    @Test func urlsAreJoinedAsInTheTable() throws {
        struct Place: TargetType {
            let baseURL: URL
            let path: String
        }
        let rows = try README(path: README.page("DescribingTargets")).table(under: "URLs")
        #expect(!rows.isEmpty)
        for row in rows {
            let endpoint = Endpoint(Place(baseURL: try #require(URL(string: row[0])), path: row[1]))
            if row[2] == "invalidURL" {
                let error = #expect(throws: TernError.self) { try endpoint.request() }
                #expect(error?.code == .invalidURL)
            } else {
                #expect(try endpoint.request().url.absoluteString == row[2])
            }
        }
    }

    @Test func argumentsAreEscapedAsInTheTable() throws {
        struct Users: RoutedTarget {
            let argument: String
            var baseURL: URL { URL(filePath: "/") }
            var route: HTTPRoute { .get("/users/\(argument)") }
        }
        let rows = try README(path: README.page("DescribingTargets")).table(under: "Arguments in a path")
        #expect(!rows.isEmpty)
        for row in rows {
            let users = Users(argument: row[0] == "an empty text" ? "" : row[0])
            let url = Endpoint(users, baseURL: Issues.base).url
            #expect(url == (row[1].hasPrefix("invalidURL") ? "about:invalid" : "\(Issues.base)\(row[1])"), "\(row)")
        }
    }

    @Test func queriesAreEncodedAsInTheTable() throws {
        let date = Date(timeIntervalSince1970: 1_769_860_800)
        let parameters: [String: QueryParameters] = [
            #"["q": "a b+c&d"]"#: ["q": "a b+c&d"],
            #"["q": "a b"]"#: ["q": "a b"],
            #"["id": [1, 2]]"#: ["id": [1, 2]],
            #"["by": ["name": "x"]]"#: ["by": ["name": "x"]],
            #"["draft": true]"#: ["draft": true],
            #"["page": nil]"#: ["page": nil],
            #"["at": date]"#: ["at": date],
        ]
        let encoders: [String: QueryEncoder] = [
            "QueryEncoder()": QueryEncoder(),
            "QueryEncoder(spaces: .plus)": QueryEncoder(spaces: .plus),
            "QueryEncoder(arrays: .brackets)": QueryEncoder(arrays: .brackets),
            "QueryEncoder(arrays: .indexed)": QueryEncoder(arrays: .indexed),
            "QueryEncoder(arrays: .commaSeparated)": QueryEncoder(arrays: .commaSeparated),
            "QueryEncoder(nesting: .dots)": QueryEncoder(nesting: .dots),
            "QueryEncoder(bools: .digits)": QueryEncoder(bools: .digits),
            "QueryEncoder(nils: .empty)": QueryEncoder(nils: .empty),
            "QueryEncoder(dates: .secondsSince1970)": QueryEncoder(dates: .secondsSince1970),
            "QueryEncoder(dates: .day)": QueryEncoder(dates: .day),
        ]
        let rows = try README(path: README.page("DescribingTargets")).table(under: "Queries")
        #expect(!rows.isEmpty)
        for row in rows {
            let encoder = try #require(encoders[row[1]], "\(row)")
            #expect(try encoder.encode(try #require(parameters[row[0]], "\(row)")) == row[2])
        }
    }

    // MARK: - Private

    /// The lines of every file that is compiled for the README and the guide.
    private static func compiledSources() throws -> [[String]] {
        let names = [
            "READMEProgram", "READMETests", "READMETests/Guide", "TernTestingTests/Session", "AdapterTests",
            "TernMoyaTests/Guide", "MainActorAppTests", "ParcelsTests", "../Examples/Parcels",
            "../Examples/Parcels/Generated",
        ]
        return try names.flatMap { name in
            try FileManager.default.contentsOfDirectory(at: folder(name), includingPropertiesForKeys: nil)
                .filter { $0.pathExtension == "swift" }
                .map { try String(contentsOf: $0, encoding: .utf8).components(separatedBy: "\n") }
        }
    }

    private static func folder(_ name: String) -> URL {
        README.root.appending(path: "Tests/\(name)")
    }

    /// Whether a source contains these lines in order, all with the same indentation.
    private static func contains(_ snippet: [String], in source: [String]) -> Bool {
        guard let first = snippet.first, snippet.count <= source.count else { return false }
        return (0...source.count - snippet.count).contains { start in
            guard source[start].hasSuffix(first) else { return false }
            let indentation = source[start].dropLast(first.count)
            guard indentation.allSatisfy({ $0 == " " }) else { return false }
            return zip(snippet, source[start...]).allSatisfy { $0.isEmpty ? $1.isEmpty : $1 == indentation + $0 }
        }
    }
}
