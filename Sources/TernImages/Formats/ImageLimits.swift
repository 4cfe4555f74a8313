/// The largest picture that a client accepts. It is checked before a decoder runs, so that a small file that claims a huge
/// size allocates no memory.
public struct ImageLimits: Hashable, Sendable {
    /// The bytes of the body, or of the picture in a `data:` URL. 64 MiB by default. A load of a larger one fails with
    /// `.bodyTooLarge`, and its connection is closed.
    public var maximumBytes: Int

    /// The width and the height in the header, in pixels. 30,000 by default. A load of a larger picture fails with
    /// `.decodingFailed`.
    public var maximumSide: Int

    /// The width times the height in the header. 100 million by default, which is 400 MB in memory. A load of a larger
    /// picture fails with `.decodingFailed`.
    public var maximumPixels: Int

    /// Creates limits. Each parameter sets the property of the same name.
    public init(
        maximumBytes: Int = 64 * 1024 * 1024,
        maximumSide: Int = 30_000,
        maximumPixels: Int = 100_000_000
    ) {
        self.maximumBytes = maximumBytes
        self.maximumSide = maximumSide
        self.maximumPixels = maximumPixels
    }
}
