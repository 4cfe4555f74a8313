import Foundation

/// The bytes of a picture, as they were received, and their header.
public struct EncodedImage: Hashable, Sendable {
    public let data: Data
    public let header: ImageHeader

    public init(data: Data, header: ImageHeader) {
        self.data = data
        self.header = header
    }
}
