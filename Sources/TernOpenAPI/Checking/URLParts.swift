/// The parts of a URL, which may have variables in braces.
struct URLParts {
    /// With its port. Empty for a relative URL.
    private(set) var host = ""
    private(set) var path: Substring
    private(set) var query: Substring = ""

    init(_ url: String) {
        var rest = url.prefix { $0 != "#" }
        if let end = rest.firstRange(of: "://"), !rest[..<end.lowerBound].contains(where: { "/?".contains($0) }) {
            rest = rest[end.upperBound...]
            let authority = rest.prefix { $0 != "/" && $0 != "?" }
            host = String(authority.split(separator: "@").last ?? "")
            rest = rest[authority.endIndex...]
        }
        path = rest.prefix { $0 != "?" }
        query = rest[path.endIndex...].dropFirst()
    }
}
