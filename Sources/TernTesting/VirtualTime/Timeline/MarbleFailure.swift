/// What a `#` in marbles fails with, where no other error is given.
public struct MarbleFailure: Error, Sendable, Hashable {
    public init() {}
}
