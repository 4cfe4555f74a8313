import Foundation

/// The bytes of a picture as received, and their header.
public struct EncodedImage: Hashable, Sendable {
    /// The bytes as received.
    public let data: Data
    /// The format, and the size if the bytes contain it.
    public let header: ImageHeader

    /// Creates a picture from its bytes and their header.
    public init(data: Data, header: ImageHeader) {
        self.data = data
        self.header = header
    }
}
