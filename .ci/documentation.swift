// Checks the built documentation: `swift .ci/documentation.swift GRAPHS ARCHIVES`, as `.ci/documentation` calls it.
//
// GRAPHS has a directory with symbol graphs for each module, ARCHIVES has the module's archive.

import Foundation

struct Graph: Decodable {
    struct Symbol: Decodable {
        struct Identifier: Decodable { let precise: String }
        struct Kind: Decodable { let identifier: String }
        struct Comment: Decodable {}
        struct Location: Decodable {
            struct Position: Decodable { let line: Int }
            let uri: String
            let position: Position
        }

        let identifier: Identifier
        let kind: Kind
        let pathComponents: [String]
        let docComment: Comment?
        let location: Location?

        /// Not written in a source: the projection of a property wrapper, or a member of a protocol's extension.
        var isSynthesized: Bool {
            location == nil || identifier.precise.contains("::SYNTHESIZED::") || pathComponents.last?.first == "$"
        }
    }

    struct Relationship: Decodable {
        struct Origin: Decodable {}
        let source: String
        let sourceOrigin: Origin?
    }

    let symbols: [Symbol]
    let relationships: [Relationship]
}

var problems: [String] = []

func files(in folder: URL, ending suffix: String) throws -> [URL] {
    try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        .filter { $0.lastPathComponent.hasSuffix(suffix) }
        .sorted { $0.path < $1.path }
}

/// Every public symbol has a comment, unless it inherits one from the requirement that it implements.
func checkComments(of graph: Graph) -> Int {
    let inheriting = Set(graph.relationships.filter { $0.sourceOrigin != nil }.map(\.source))
    let symbols = graph.symbols.filter {
        !$0.isSynthesized && $0.kind.identifier != "swift.extension" && !inheriting.contains($0.identifier.precise)
    }
    for symbol in symbols where symbol.docComment == nil {
        let place = symbol.location.map {
            "\($0.uri.replacingOccurrences(of: "file://", with: "")):\($0.position.line + 1): "
        }
        problems.append("\(place ?? "")\(symbol.pathComponents.joined(separator: ".")) has no comment.")
    }
    return symbols.count
}

/// Every page is in the archive, and every public type is listed on one page.
func checkPages(of module: String, types: [String], archive: URL) throws {
    let catalog = URL(fileURLWithPath: "Sources/\(module)/\(module).docc")
    var listed: [String: [String]] = [:]
    for page in try files(in: catalog, ending: ".md") {
        let name = page.deletingPathExtension().lastPathComponent
        let path = name == module ? name : "\(module)/\(name)"
        let output = archive.appendingPathComponent("data/documentation/\(path.lowercased()).json")
        let data = try? Data(contentsOf: output)
        let kind = data.flatMap { try? JSONSerialization.jsonObject(with: $0) as? [String: Any] }?["kind"] as? String
        // DocC drops an article with the path of a type. What is there then is the type.
        if kind != (name == module ? "symbol" : "article") { problems.append("\(page.path) is lost.") }
        for line in try String(contentsOf: page, encoding: .utf8).components(separatedBy: "\n") {
            guard line.hasPrefix("- ``"), line.hasSuffix("``") else { continue }
            listed[String(line.dropFirst(4).dropLast(2)), default: []].append(name)
        }
    }
    for type in types where listed[type]?.count != 1 {
        problems.append("\(module).\(type) is listed on \(listed[type]?.joined(separator: ", ") ?? "no page").")
    }
}

let arguments = CommandLine.arguments
guard arguments.count == 3 else {
    print("Usage: swift .ci/documentation.swift GRAPHS ARCHIVES")
    exit(64)
}
let archives = URL(fileURLWithPath: arguments[2])
for folder in try files(in: URL(fileURLWithPath: arguments[1]), ending: "") {
    let module = folder.lastPathComponent
    var count = 0
    for file in try files(in: folder, ending: ".json") {
        let graph = try JSONDecoder().decode(Graph.self, from: Data(contentsOf: file))
        count += checkComments(of: graph)
        guard file.lastPathComponent == "\(module).symbols.json" else { continue }
        let types = graph.symbols.filter { $0.pathComponents.count == 1 }.map { $0.pathComponents[0] }
        try checkPages(of: module, types: types, archive: archives.appendingPathComponent("\(module).doccarchive"))
    }
    print("\(module): \(count) public symbols checked")
}
for problem in problems { print(problem) }
exit(problems.isEmpty ? 0 : 1)
