import Tern

/// Decodes the pictures of a client from their bytes.
///
/// ```swift
/// let decoder = ImageDecoder<Picture> { encoded in
///     try Picture(decoding: encoded.data)
/// } cost: { picture in
///     picture.byteCount
/// }
/// ```
///
/// A decoder that receives the ``ImageRequest/targetSize`` of the request can downsample the picture to it:
///
/// ```swift
/// let decoder = ImageDecoder<Picture> { encoded, targetSize in
///     try Picture(decoding: encoded.data, filling: targetSize)
/// } cost: { picture in
///     picture.byteCount
/// }
/// ```
///
/// It runs outside of the caller's actor, and only for bytes whose header is within the ``ImageLimits``. At most
/// ``ImageClientConfiguration/maximumDecodes`` decodes run at the same time. Cancelling the last load of a picture
/// cancels the task that decodes the picture.
public struct ImageDecoder<Value: Sendable>: Sendable {
    let cost: @Sendable (Value) -> Int
    private let decodeFilling: @Sendable @concurrent (EncodedImage, ImageHeader.Size?) async throws -> Value

    /// - Parameters:
    ///   - decode: Decodes the picture. If it throws an error that isn't a `TernError`, the load fails with
    ///     `.decodingFailed`.
    ///   - cost: Returns the number of bytes that a picture takes in memory, for ``MemoryCacheLimits/maximumCost``. It
    ///     is also called for transformed pictures. The client adds the bytes of a URL or cache key with more than
    ///     1,024 bytes, such as a `data:` URL, since it is kept with the picture.
    public init(
        decode: @escaping @Sendable @concurrent (EncodedImage) async throws -> Value,
        cost: @escaping @Sendable (Value) -> Int
    ) {
        self.init(decode: { encoded, _ in try await decode(encoded) }, cost: cost)
    }

    /// - Parameters:
    ///   - decode: Decodes the picture for the target size of the request, in pixels. `nil` if the request has none. If
    ///     it throws an error that isn't a `TernError`, the load fails with `.decodingFailed`.
    ///   - cost: Returns the number of bytes that a picture takes in memory, as for the other initializer.
    public init(
        decode: @escaping @Sendable @concurrent (EncodedImage, _ targetSize: ImageHeader.Size?) async throws -> Value,
        cost: @escaping @Sendable (Value) -> Int
    ) {
        self.cost = cost
        decodeFilling = decode
    }

    func decode(_ encoded: EncodedImage, for targetSize: ImageHeader.Size? = nil) async throws -> Value {
        try await decodeFilling(encoded, targetSize)
    }
}

extension ImageDecoder where Value == EncodedImage {
    /// A decoder that keeps the bytes and their header, without decoding the pixels.
    public static var encoded: ImageDecoder {
        ImageDecoder(decode: { $0 }, cost: { $0.data.count })
    }
}
