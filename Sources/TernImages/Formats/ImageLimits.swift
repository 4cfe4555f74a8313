/// The largest picture that a client accepts. The limits are checked before a decoder runs, so that a small file with a
/// huge size in its header doesn't allocate memory. A picture whose size can't be read is rejected, too.
public struct ImageLimits: Hashable, Sendable {
    /// The maximum size of the body, of the picture in a `data:` URL, or of a file, in bytes. 64 MiB by default. A load of
    /// a larger body fails with `.bodyTooLarge`, and its connection is closed.
    public var maximumBytes: Int

    /// The maximum width and height in the header, in pixels. 30,000 by default. A load of a larger picture fails with
    /// `.decodingFailed`.
    public var maximumSide: Int

    /// The maximum product of the width and the height in the header. 100 million pixels by default, which take 400 MB
    /// in memory. A load of a larger picture fails with `.decodingFailed`.
    public var maximumPixels: Int

    /// Whether a decoder also receives bytes whose size can't be read, so that `maximumSide` and `maximumPixels` don't
    /// apply. `false` by default: a load of such bytes fails with `.decodingFailed`.
    ///
    /// Such bytes are pictures whose header is truncated, malformed or without a size, pictures in TIFF, ICO, HEIC, AVIF
    /// and JPEG XL on platforms without Image I/O, and bytes of any format that isn't in ``ImageFormat``, such as SVG. The ``ImageHeader/format`` of the latter is ``ImageFormat/unknown``. Set
    /// it only for a decoder that limits the size itself, and that throws an error for a web page.
    public var acceptsUnknownSize: Bool

    /// Creates limits. Each parameter sets the property of the same name.
    public init(
        maximumBytes: Int = 64 * 1024 * 1024,
        maximumSide: Int = 30_000,
        maximumPixels: Int = 100_000_000,
        acceptsUnknownSize: Bool = false
    ) {
        self.maximumBytes = maximumBytes
        self.maximumSide = maximumSide
        self.maximumPixels = maximumPixels
        self.acceptsUnknownSize = acceptsUnknownSize
    }
}
