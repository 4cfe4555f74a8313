/// The names of operations' functions, and the tags to whose files they belong. Filters don't change them.
struct CallNames {
    /// In backticks if it is a keyword. By the places of operations.
    private(set) var names: [DocumentElement.ID: String] = [:]
    private(set) var tags: [DocumentElement.ID: String] = [:]
    private var used: Set<String> = [
        // What targets and enums have.
        "allCases", "authorization", "baseURL", "common", "crossOriginHeaders", "description", "headers", "method",
        "path", "request", "route", "sampleData", "target", "task", "timeout", "validation",
    ]
    /// By the lowercased name of the file, since some file systems don't tell capital letters from small ones.
    private var spellings: [String: String] = [:]

    init(_ specification: Specification) {
        for operation in specification.operations {
            names[operation.element.id] = unique(SwiftName.member(operation.id ?? Self.words(of: operation)))
            // File systems have names of at most 255 bytes.
            let text = operation.tags.first ?? Self.tag(ofPath: operation.path)
            let tag = SwiftName.part(String(text.unicodeScalars.prefix(60)))
            let spelling = spellings[tag.lowercased()] ?? tag
            spellings[tag.lowercased()] = spelling
            tags[operation.element.id] = spelling
        }
    }

    /// The name, or the first of `name2`, `name3` and so on that no other function has.
    mutating func unique(_ name: String) -> String { SwiftName.unique(name, in: &used) }

    // MARK: - Private

    /// `get users by login` for `GET /users/{login}`.
    private static func words(of operation: Operation) -> String {
        let segments = operation.path.prefix { $0 != "#" }.split(separator: "/").map { segment in
            segment.hasPrefix("{") ? "by " + segment.filter { $0 != "{" && $0 != "}" } : String(segment)
        }
        return ([operation.method.lowercased()] + segments).joined(separator: " ")
    }

    /// The first segment that isn't a parameter, a version or `api`.
    private static func tag(ofPath path: String) -> String {
        let segments = path.prefix { $0 != "#" && $0 != "?" }.split(separator: "/")
        return segments.first { segment in
            !segment.contains("{") && segment != "api"
                && !(segment.first == "v" && segment.dropFirst().allSatisfy(\.isNumber))
        }.map(String.init) ?? "Calls"
    }
}
