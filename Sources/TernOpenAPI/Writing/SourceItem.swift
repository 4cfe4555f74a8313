/// A piece of source text, such as `.query(["page": page])`, in one line or with each of its items in a line of its own.
struct SourceItem {
    /// The whole text if there are no items.
    private let opening: String
    private var items: [SourceItem] = []
    private var closing = ""
    /// Whether this is a literal, whose last item has a comma, too, if the items stand in lines of their own.
    private var isLiteral = false
    /// The same value in several lines.
    private var lines: String?
    /// The calls of a chain that follow: `.query(…)` after `.get("/users")`.
    var calls: [SourceItem] = []

    init(_ text: String) { opening = text }

    init(_ opening: String, _ items: [SourceItem], _ closing: String) {
        (self.opening, self.items, self.closing) = (opening, items, closing)
    }

    /// A call, such as `.query(page)`. Without arguments, only its name.
    static func call(_ name: String, _ arguments: [SourceItem]) -> SourceItem {
        guard let first = arguments.first else { return SourceItem(name) }
        guard arguments.count == 1, first.isLiteral, first.opening == "[" else {
            return SourceItem("\(name)(", arguments, ")")
        }
        var item = SourceItem("\(name)([", first.items, "])")
        item.isLiteral = true
        return item
    }

    static func call(_ name: String, _ arguments: String...) -> SourceItem {
        call(name, arguments.map(SourceItem.init))
    }

    /// A dictionary literal, of elements such as `"page": page`.
    ///
    /// - Parameter function: The function whose only argument it is.
    static func dictionary(_ elements: [String], of function: String? = nil) -> SourceItem {
        let (opening, closing) = function.map { ("\($0)([", "])") } ?? ("[", "]")
        var item = SourceItem(opening, elements.map(SourceItem.init), closing)
        item.isLiteral = true
        return item
    }

    /// A literal without escapes: of one line, or of several ones where its owner has no place in one.
    static func raw(line: String, lines: String) -> SourceItem {
        var item = SourceItem(SwiftLiteral.raw(line))
        let (opening, closing) = SwiftLiteral.rawLines(lines)
        item.lines = "\(opening)\n\(lines)\n\(closing)"
        return item
    }

    /// In one line.
    var text: String { "\(opening)\(items.map(\.text).joined(separator: ", "))\(closing)\(calls.map(\.text).joined())" }

    /// Adds the piece, in one line if it fits.
    func write(to source: inout SourceText, prefix: String = "", suffix: String = "") {
        let line = prefix + text + suffix
        if let lines { return source.line(prefix + lines + suffix) }
        if line.count <= source.columns || items.isEmpty && calls.isEmpty { return source.line(line) }
        guard calls.isEmpty else { return writeChain(to: &source, prefix, suffix) }
        source.line(prefix + opening)
        source.nested { source in
            for (index, item) in items.enumerated() {
                item.write(to: &source, suffix: isLiteral || index + 1 < items.count ? "," : "")
            }
        }
        source.line(closing + suffix)
    }

    // MARK: - Private

    private func writeChain(to source: inout SourceText, _ prefix: String, _ suffix: String) {
        var first = self
        first.calls = []
        first.write(to: &source, prefix: prefix)
        func writeCalls(_ source: inout SourceText) {
            for (index, call) in calls.enumerated() {
                call.write(to: &source, suffix: index + 1 == calls.count ? suffix : "")
            }
        }
        let isFirstBroken = prefix.count + first.text.count > source.columns
        if isFirstBroken { writeCalls(&source) } else { source.nested(writeCalls) }
    }
}
