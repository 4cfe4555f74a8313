import Foundation
import Tern

/// Compresses the bodies of requests with gzip (RFC 9110, section 8.4.1.3), for servers that accept
/// `Content-Encoding: gzip`.
///
/// ```swift
/// let logs = Provider<Logs>(plugins: [RequestCompressionPlugin()])
/// ```
///
/// A body in memory is compressed before the request is sent, and has an exact `Content-Length`. It is sent unchanged
/// if it wouldn't become smaller. A file, a stream and a multipart form are compressed while they are sent, with little
/// memory; HTTP/1.1 then uses `Transfer-Encoding: chunked`, and progress updates have no expected number of sent bytes.
/// zlib delays the chunks of a stream until it has enough bytes to compress, so exclude streams whose chunks must
/// arrive at once. A replayable body stays replayable. Equal bodies have equal compressed bodies.
///
/// The plugin doesn't change:
/// - bodies that are known to have fewer than `minimumBytes`,
/// - requests with a `Content-Encoding`, a `Content-Range` or a digest (`Content-Digest`, `Repr-Digest`, `Digest`,
///   `Content-MD5`), which describe the uncompressed body,
/// - requests for which `isIncluded` returns `false`; by default, requests whose media type is a compressed format.
///
/// Place it before a plugin that retries, so that a body in memory is compressed once, and before a plugin that signs
/// bodies. A server that doesn't accept gzip should respond with status 415 (RFC 9110, section 15.5.16).
public struct RequestCompressionPlugin: Plugin {
    private let minimumBytes: Int
    private let isIncluded: @Sendable (Request, any TargetType) -> Bool

    /// Whether this system has zlib. If not, calls whose body should be compressed fail with `.encodingFailed`.
    ///
    /// On Linux, zlib is `libz.so.1`, which libcurl also uses. Apple platforms include zlib.
    public static var isAvailable: Bool { GzipEncoder.isAvailable }

    /// - Parameters:
    ///   - minimumBytes: The length of the smallest body to compress. 1024 by default, since compressing a smaller body
    ///     doesn't save a packet. A body of unknown length is always compressed.
    ///   - isIncluded: Selects the requests whose body is compressed, by the request or its target. By default, all
    ///     requests for which ``hasCompressedFormat(_:)`` is `false`.
    public init(
        minimumBytes: Int = 1024,
        where isIncluded: @escaping @Sendable (_ request: Request, _ target: any TargetType) -> Bool = { request, _ in
            !hasCompressedFormat(request)
        }
    ) {
        self.minimumBytes = minimumBytes
        self.isIncluded = isIncluded
    }

    /// Sends the request with its body compressed, and with `Content-Encoding`.
    ///
    /// - Throws: `TernError` with code `.encodingFailed` if the system has no zlib.
    public func intercept(_ request: Request, context: RequestContext, next: Next) async throws -> Response {
        try await next(try await compressed(request, context))
    }

    private func compressed(_ request: Request, _ context: RequestContext) async throws -> Request {
        guard let body = request.body, body.length.map({ $0 >= max(1, minimumBytes) }) ?? true,
            !request.headers.contains(where: Self.describesContent), isIncluded(request, context.target),
            let compressed = try await Self.compressed(body)
        else { return request }
        var request = request
        request.body = compressed
        request.headers["Content-Encoding"] = "gzip"
        // The field has the length of the uncompressed body. The transport sets the new length.
        request.headers["Content-Length"] = nil
        return request
    }

    /// Whether the media type of the request's body is a compressed format: video, audio other than WAV, images other
    /// than SVG, BMP, TIFF and ICO, archives, Office documents and web fonts.
    ///
    /// For ICO, this applies only to the media type `image/x-icon`. The registered type `image/vnd.microsoft.icon`
    /// counts as a compressed format.
    ///
    /// For a multipart form, the media types of its parts don't count.
    public static func hasCompressedFormat(_ request: Request) -> Bool {
        guard let field = request.headers["Content-Type"] ?? request.body?.contentType else { return false }
        let type = FieldParameters(field).value
        let isCompressed =
            compressedPrefixes.contains { type.hasPrefix($0) } || compressedSuffixes.contains { type.hasSuffix($0) }
            || compressedTypes.contains(type)
        return isCompressed && !uncompressedTypes.contains(type) && !type.hasSuffix("+xml")
    }

    // MARK: - Private

    /// Runs outside of the caller's actor, since compressing a large body takes long.
    @concurrent private static func compressed(_ body: RequestBody) async throws(TernError) -> RequestBody? {
        try body.gzipped()
    }

    /// Whether a field describes the content as it is before the compression.
    private static func describesContent(_ field: HTTPHeaders.Field) -> Bool {
        contentFields.contains(field.name.lowercased())
    }

    private static let contentFields: Set = [
        "content-encoding", "content-range", "content-digest", "repr-digest", "digest", "content-md5",
    ]

    private static let compressedPrefixes = [
        "audio/", "image/", "video/", "font/woff", "application/font-woff",
        "application/vnd.openxmlformats-officedocument.",
        "application/vnd.oasis.opendocument.",
    ]

    private static let compressedSuffixes = ["+zip", "+gzip", "+zstd"]

    private static let compressedTypes: Set = [
        "application/zip", "application/gzip", "application/x-gzip", "application/zstd", "application/x-bzip2",
        "application/x-xz", "application/x-7z-compressed", "application/vnd.rar", "application/x-rar-compressed",
        "application/java-archive", "application/vnd.android.package-archive", "application/x-brotli",
    ]

    private static let uncompressedTypes: Set = [
        "audio/wav", "audio/x-wav", "audio/vnd.wave", "image/bmp", "image/tiff", "image/x-icon",
    ]
}
