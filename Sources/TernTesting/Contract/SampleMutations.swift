import Tern

/// Which parts of a sample its model needs: what became of the decoding when each was changed.
public struct SampleMutations: Sendable {
    /// One change of the sample.
    public struct Mutation: Sendable {
        public enum Change: Sendable, Hashable {
            /// The key is not there any more; of an array, its first element.
            case removed
            /// The value is null.
            case null
            /// The value is a number where it was a string, an object where it was null, and else a string.
            case otherType
            /// The body breaks off in its middle.
            case truncated
        }

        public let change: Change
        /// Where: `items[0].name`. Empty for the whole body.
        public let path: String
        /// What the decoding failed with. `nil` if it succeeded.
        public let error: TernError?

        public var isDecoded: Bool { error == nil }
    }

    /// In the order of the body, outer keys before inner ones. Inside a key that is ignored nothing was changed.
    public let mutations: [Mutation]

    /// How many keys were left out, since the sample has more than were to be tried.
    public let untriedKeys: Int

    /// Without these the sample doesn't decode.
    public var needs: [String] {
        mutations.filter { $0.change == .removed && !$0.isDecoded }.map(\.path)
    }

    /// These may be absent, null, and of another type: the model doesn't read them, or takes anything.
    public var ignores: [String] {
        paths.filter { path in mutations.filter { $0.path == path }.allSatisfy(\.isDecoded) }
    }

    /// These may be null.
    public var toleratesNull: [String] {
        mutations.filter { $0.change == .null && $0.isDecoded }.map(\.path)
    }

    /// Whether half of the body decodes as well, so that a cut connection can go unnoticed.
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
