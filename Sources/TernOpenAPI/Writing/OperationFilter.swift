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
        guard let colon = text.firstIndex(of: ":"), let kind = Kind(rawValue: String(text[..<colon])) else {
            return nil
        }
        self.kind = kind
        pattern = String(text[text.index(after: colon)...])
        if pattern.isEmpty { return nil }
    }

    /// The filters of a list that is separated by commas.
    ///
    /// - Throws: ``OperationFilterError`` for a part that isn't a filter.
    package static func list(_ text: String) throws(OperationFilterError) -> [OperationFilter] {
        var filters: [OperationFilter] = []
        for part in text.split(separator: ",") {
            guard let filter = OperationFilter(String(part)) else {
                throw OperationFilterError(
                    text: "\"\(part)\" is no filter. Write tag:NAME, path:/PATH or operation:NAME."
                )
            }
            filters.append(filter)
        }
        return filters
    }

    /// - Parameter name: The name of the operation's function.
    func matches(_ operation: Operation, named name: String) -> Bool {
        names(of: operation, name).contains { Self.matches(pattern[...], $0[...]) }
    }

    /// An error that names similar tags, paths or operations.
    func error(in operations: [(operation: Operation, name: String)]) -> OperationFilterError {
        var known: Set<String> = []
        for (operation, name) in operations { known.formUnion(names(of: operation, name)) }
        let wanted = pattern.lowercased()
        let near = known.map {
            (name: $0, distance: wanted.prefix(64).difference(from: $0.lowercased().prefix(64)).count)
        }
        .sorted { ($0.distance, $0.name) < ($1.distance, $1.name) }
        .prefix(3).map { "\"\($0.name)\"" }
        let advice = near.isEmpty ? "" : " Similar names are \(near.joined(separator: ", "))."
        return OperationFilterError(text: "No operation matches \"\(self)\".\(advice)")
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

/// A filter that selects nothing, or that can't be read.
package struct OperationFilterError: Error, Sendable {
    /// One or two sentences.
    package let text: String
}
