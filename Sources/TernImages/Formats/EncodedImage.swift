import Foundation

/// The bytes of a picture, as they were received, and their header.
public struct EncodedImage: Hashable, Sendable {
    /// The bytes, as they were received.
    public let data: Data
    /// The format, and the size where the bytes have it.
    public let header: ImageHeader

    /// Creates a picture from its bytes and their header.
    public init(data: Data, header: ImageHeader) {
        self.data = data
        self.header = header
    }
}
