// Checks the links of all pages, and turns those of the guides into DocC's: `swift .ci/links.swift CATALOGS`, as
// `.ci/documentation` calls it.
//
// In the sources, a link is a relative path, so that it works where the repository is read. CATALOGS is the directory for
// copies of the catalogs. There, a link names a page, the address of another module's page in the site, or a picture. A
// link to any other file keeps only its text.

import Foundation

var problems: [String] = []

func files(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder).sorted().map { "\(folder)/\($0)" }
}

/// The module of a file in a catalog.
func module(of path: String) -> String? {
    path.firstMatch(of: #/Sources/\w+/(\w+)\.docc//#).map { String($0.1) }
}

/// DocC's name of the heading that has this anchor on GitHub: the same, but for capital letters.
func heading(_ anchor: Substring, in path: String) throws -> String? {
    try String(contentsOfFile: path, encoding: .utf8).matches(of: #/(?m)^#+ (.+)$/#).map { match in
        match.1.filter { $0.isLetter || $0.isNumber || " -".contains($0) }.replacing(" ", with: "-")
    }.first { $0.lowercased() == anchor }
}

/// A link of a page as DocC writes it. `nil` if it leads nowhere.
func link(
    _ label: Substring,
    to path: Substring,
    _ anchor: Substring?,
    isPicture: Bool,
    of page: String
) throws -> String? {
    let folder = URL(filePath: page).absoluteURL.deletingLastPathComponent()
    let file = path.isEmpty ? page : folder.appending(path: String(path)).standardized.path
    guard FileManager.default.fileExists(atPath: file) else { return nil }
    var fragment = ""
    if let anchor {
        guard let heading = try heading(anchor, in: file) else { return nil }
        fragment = "#\(heading)"
    }
    let name = URL(filePath: file).deletingPathExtension().lastPathComponent
    guard let target = module(of: file) else { return String(label) }
    if isPicture { return "![\(label)](\(name))" }
    if target == module(of: page) { return "[\(label)](doc:\(name)\(fragment))" }
    let place = name == target ? target : "\(target)/\(name)"
    return "[\(label)](/documentation/\(place.lowercased())\(fragment))"
}

/// The text of a page with the links of DocC.
func converted(_ text: String, of page: String) throws -> String {
    // Code has no links.
    let pattern = #/```[\s\S]*?\n```|`[^`\n]*`|(!?)\[([^\]]*)\]\(([^)\s#]*)(?:#([^)\s]+))?\)|(?:src|srcset)="([^"]+)"/#
    return try text.replacing(pattern) { match -> Substring in
        guard let path = match.3 ?? match.5, !path.contains(":") else { return match.0 }
        let link = try link(match.2 ?? "", to: path, match.4, isPicture: match.1 == "!", of: page)
        if link == nil { problems.append("\(page): Nothing is at \(path)\(match.4.map { "#\($0)" } ?? "").") }
        return link.map { Substring($0) } ?? match.0
    }
}

guard CommandLine.arguments.count == 2 else {
    print("Usage: swift .ci/links.swift CATALOGS")
    exit(64)
}
let copies = CommandLine.arguments[1]
for catalog in try files(in: "Sources").flatMap(files(in:)) where catalog.hasSuffix(".docc") {
    let copy = "\(copies)/\(URL(filePath: catalog).lastPathComponent)"
    try FileManager.default.copyItem(atPath: catalog, toPath: copy)
    for page in try files(in: catalog) where page.hasSuffix(".md") {
        let text = try converted(String(contentsOfFile: page, encoding: .utf8), of: page)
        try text.write(toFile: "\(copy)/\(URL(filePath: page).lastPathComponent)", atomically: false, encoding: .utf8)
    }
}
for page in try ["README.md", "CHANGELOG.md"] + files(in: ".github") where page.hasSuffix(".md") {
    _ = try converted(String(contentsOfFile: page, encoding: .utf8), of: page)
}
for problem in problems { print(problem) }
exit(problems.isEmpty ? 0 : 1)
