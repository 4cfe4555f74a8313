/// A part of a route: `.get("/users")` or `.query(["page": page])`.
struct RoutePiece {
    enum Argument {
        case text(String)
        /// A dictionary literal, of elements such as `"page": page`.
        case dictionary([String])
        /// A call with a dictionary literal: `Box.ParameterText.fields(["id": id])`.
        case call(String, [String])
        /// A call with a text, which may have several lines: `body: value(#"{"id":1}"#)`.
        case raw(label: String, call: String, line: String, lines: String)
        /// With a label: `encoder: …`.
        case labeled(String, String)

        var text: String {
            switch self {
            case .text(let text): text
            case .dictionary(let elements): elements.isEmpty ? "[:]" : "[\(elements.joined(separator: ", "))]"
            case .call(let name, let elements): "\(name)([\(elements.joined(separator: ", "))])"
            case .raw(let label, let call, let line, _): "\(label): \(call)(\(SwiftLiteral.raw(line)))"
            case .labeled(let label, let text): "\(label): \(text)"
            }
        }
    }

    /// With the dot: `.query`.
    let name: String
    let arguments: [Argument]

    init(_ name: String, _ arguments: Argument...) { self.init(name, list: arguments) }

    init(_ name: String, list arguments: [Argument]) {
        self.name = name
        self.arguments = arguments
    }

    /// In one line.
    var text: String {
        let list = arguments.isEmpty ? "" : "(\(arguments.map(\.text).joined(separator: ", ")))"
        return name + list
    }

    /// Adds the part, in one line if it fits.
    func write(to source: inout SourceText, prefix: String = "", suffix: String = "") {
        let line = prefix + text + suffix
        if line.count < source.columns { return source.line(line) }
        let name = prefix + name
        if arguments.count == 1, case .dictionary(let elements) = arguments[0] {
            source.line("\(name)([")
            source.nested { source in for element in elements { source.line("\(element),") } }
            return source.line("])\(suffix)")
        }
        source.line("\(name)(")
        source.nested { source in
            for (index, argument) in arguments.enumerated() {
                argument.write(to: &source, suffix: index + 1 < arguments.count ? "," : "")
            }
        }
        source.line(")\(suffix)")
    }
}

extension RoutePiece.Argument {
    /// Adds the argument, in one line if it fits.
    fileprivate func write(to source: inout SourceText, suffix: String) {
        if text.count + suffix.count < source.columns { return source.line(text + suffix) }
        switch self {
        case .dictionary(let elements): write(elements, "[", "]\(suffix)", to: &source)
        case .call(let name, let elements): write(elements, "\(name)([", "])\(suffix)", to: &source)
        case .raw(let label, let call, _, let lines):
            let (opening, closing) = SwiftLiteral.rawLines(lines)
            source.line("\(label): \(call)(")
            source.nested { $0.line("\(opening)\n\(lines)\n\(closing)") }
            source.line(")\(suffix)")
        case .text, .labeled: source.line(text + suffix)
        }
    }

    private func write(_ elements: [String], _ opening: String, _ closing: String, to source: inout SourceText) {
        source.line(opening)
        source.nested { source in for element in elements { source.line("\(element),") } }
        source.line(closing)
    }
}

extension [RoutePiece] {
    /// Adds a chain of calls, in one line if it fits.
    func write(to source: inout SourceText, prefix: String = "", suffix: String = "") {
        let line = prefix + map(\.text).joined() + suffix
        if line.count < source.columns { return source.line(line) }
        let isFirstBroken = first.map { prefix.count + $0.text.count >= source.columns } ?? false
        first?.write(to: &source, prefix: prefix, suffix: count == 1 ? suffix : "")
        func writeOthers(_ source: inout SourceText) {
            for (index, piece) in enumerated().dropFirst() {
                piece.write(to: &source, suffix: index + 1 == count ? suffix : "")
            }
        }
        if isFirstBroken { writeOthers(&source) } else { source.nested(writeOthers) }
    }
}
