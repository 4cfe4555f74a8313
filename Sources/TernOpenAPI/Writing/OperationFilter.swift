/// Selects operations of a document, by tag, path or name. `*` stands for any characters.
package struct OperationFilter: Hashable, Sendable, CustomStringConvertible {
    package enum Kind: String, Sendable {
        case tag, path, operation
    }

    package let kind: Kind
    package let pattern: String

    package var description: String { "\(kind.rawValue):\(pattern)" }

    /// - Parameter text: `tag:Users`, `path:/users/*` or `operation:getUser`. `nil` for anything else.
    package init?(_ text: String) {
        let parts = text.split(separator: ":", maxSplits: 1)
        guard parts.count == 2, let kind = Kind(rawValue: String(parts[0])) else { return nil }
        (self.kind, pattern) = (kind, String(parts[1]))
    }

    /// The filters of a list that is separated by commas.
    ///
    /// - Throws: ``UsageError`` for a part that isn't a filter.
    package static func list(_ text: String) throws(UsageError) -> [OperationFilter] {
        try text.split(separator: ",").map { part throws(UsageError) in
            if let filter = OperationFilter(String(part)) { return filter }
            throw UsageError(text: "\"\(part)\" is no filter. Write tag:NAME, path:/PATH or operation:NAME.")
        }
    }

    /// - Parameter name: The name of the operation's function.
    func matches(_ operation: Operation, named name: String) -> Bool {
        names(of: operation, name).contains { Self.matches(pattern[...], $0[...]) }
    }

    /// An error that names similar tags, paths or operations.
    func error(in operations: [(operation: Operation, name: String)]) -> UsageError {
        let known = Set(operations.flatMap { names(of: $0.operation, $0.name) })
        let wanted = pattern.lowercased()
        let distances = known.map { (wanted.prefix(64).difference(from: $0.lowercased().prefix(64)).count, $0) }
        let near = distances.sorted(by: <).prefix(3).map { "\"\($0.1)\"" }
        let advice = near.isEmpty ? "" : " Similar names are \(near.joined(separator: ", "))."
        return UsageError(text: "No operation matches \"\(self)\".\(advice)")
    }

    // MARK: - Private

    private func names(of operation: Operation, _ name: String) -> [String] {
        switch kind {
        case .tag: operation.tags
        case .path: [operation.path]
        case .operation: (operation.id.map { [$0] } ?? []) + [name]
        }
    }

    private static func matches(_ pattern: Substring, _ text: Substring) -> Bool {
        let parts = pattern.split(separator: "*", omittingEmptySubsequences: false)
        guard let first = parts.first, let last = parts.last, parts.count > 1 else { return pattern == text }
        guard text.hasPrefix(first) else { return false }
        var rest = text.dropFirst(first.count)
        for part in parts.dropFirst().dropLast() where !part.isEmpty {
            guard let range = rest.firstRange(of: part) else { return false }
            rest = rest[range.upperBound...]
        }
        return rest.hasSuffix(last)
    }
}

/// What is wrong in the options of a run, such as a filter that selects nothing.
package struct UsageError: Error, Sendable {
    /// One or two sentences.
    package let text: String

    package init(text: String) { self.text = text }
}
