#if canImport(CoreGraphics)
    public import CoreGraphics

    /// A decoded picture on Apple platforms: the value of an ``ImageClient`` with the decoder
    /// ``ImageDecoder/downsampled(to:)``.
    ///
    /// This code has been typechecked for macOS, but not run on an Apple platform yet.
    // A `CGImage` can't be changed, and all of its functions can be called from any thread. Not every SDK declares it
    // as Sendable.
    public struct DecodedImage: @unchecked Sendable {
        public let cgImage: CGImage

        public init(_ cgImage: CGImage) {
            self.cgImage = cgImage
        }

        /// The number of bytes that its pixels take in memory.
        public var byteCount: Int { cgImage.bytesPerRow * cgImage.height }
    }
#endif
