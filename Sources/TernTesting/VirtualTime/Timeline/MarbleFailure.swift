/// The default error of a `#` in marbles.
public struct MarbleFailure: Error, Sendable, Hashable {
    public init() {}
}
