/// How large a document may be. What exceeds a limit is refused.
package struct ReadingLimits: Sendable {
    /// How deeply lists and maps may be nested.
    package var maximumDepth = 100
    /// How many values the document may have. Each alias of YAML counts as all the values that it repeats.
    package var maximumNodes = 5_000_000
    /// The size of one file.
    package var maximumBytes = 64 << 20
}
