/// How large a document may be. What exceeds a limit is refused.
package struct ReadingLimits: Sendable {
    /// How deeply lists and maps may be nested.
    package var maximumDepth: Int
    /// How many values the document may have. Each alias of YAML counts as all the values that it repeats.
    package var maximumNodes: Int
    /// The size of one file.
    package var maximumBytes: Int

    package init(maximumDepth: Int = 100, maximumNodes: Int = 5_000_000, maximumBytes: Int = 64 << 20) {
        (self.maximumDepth, self.maximumNodes, self.maximumBytes) = (maximumDepth, maximumNodes, maximumBytes)
    }
}
