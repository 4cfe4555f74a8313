import Tern

/// The parts of a sample that its model requires, found by changing each part and decoding the result.
public struct SampleMutations: Sendable {
    /// One change of the sample.
    public struct Mutation: Sendable {
        @nonexhaustive
        public enum Change: Sendable, Hashable {
            /// The key is removed; of an array, its first element.
            case removed
            /// The value is null.
            case null
            /// The value has another type: a number instead of a string, an object instead of null, and otherwise a
            /// string.
            case otherType
            /// The second half of the body is missing.
            case truncated
        }

        public let change: Change
        /// The key path of the change: `items[0].name`. Empty for the whole body.
        public let path: String
        /// The error of the decoding. `nil` if it succeeded.
        public let error: TernError?

        public var isDecoded: Bool { error == nil }
    }

    /// The changes in the order of the body, outer keys before inner ones. The members of an ignored key are not
    /// changed.
    public let mutations: [Mutation]

    /// The number of keys that were not changed, because the sample has more keys than the maximum.
    public let untriedKeys: Int

    /// The keys without which the sample can't be decoded.
    public var needs: [String] {
        mutations.filter { $0.change == .removed && !$0.isDecoded }.map(\.path)
    }

    /// The keys that may be missing, null or of another type: the model doesn't read them, or accepts any value.
    public var ignores: [String] {
        paths.filter { path in mutations.filter { $0.path == path }.allSatisfy(\.isDecoded) }
    }

    /// The keys whose value may be null.
    public var toleratesNull: [String] {
        mutations.filter { $0.change == .null && $0.isDecoded }.map(\.path)
    }

    /// Whether half of the body still decodes, so that a lost connection can stay unnoticed.
    public var toleratesTruncation: Bool {
        mutations.contains { $0.change == .truncated && $0.isDecoded }
    }

    /// The keys that were changed, in order.
    private var paths: [String] {
        mutations.filter { $0.change == .removed }.map(\.path)
    }
}

extension SampleMutations: CustomStringConvertible, CustomReflectable {
    /// A table with a row for each key.
    public var description: String {
        var table = TextTable(heading: ["key", "removed", "null", "other type"])
        for path in paths {
            let cells = [Mutation.Change.removed, .null, .otherType].map { change in
                mutations.first { $0.path == path && $0.change == change }.map { $0.isDecoded ? "decodes" : "fails" }
                    ?? "-"
            }
            table.rows.append([path] + cells)
        }
        let truncated = "The truncated body \(toleratesTruncation ? "decodes" : "fails")."
        let untried = untriedKeys > 0 ? "\n\(untriedKeys) more keys were not tried." : ""
        return "\(paths.isEmpty ? "The sample has no keys of JSON." : table.text)\n\(truncated)\(untried)"
    }

    public var customMirror: Mirror {
        Mirror(self, children: ["mutations": description], displayStyle: .struct)
    }
}
