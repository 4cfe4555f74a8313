import CTern
import Foundation

/// Compresses one body with gzip (RFC 1952), piece by piece, with about 350 KiB of memory.
///
/// With the same version of zlib, equal bodies have equal results, no matter how the input is split. The gzip header
/// contains no time and no name, and the operating system in it is 255 (unknown).
// Unchecked, since pointers aren't Sendable. `lock` is held wherever they are used, apart from `init` and `deinit`.
package final class GzipEncoder: @unchecked Sendable {
    /// A pointer, since zlib requires that the address doesn't change.
    private let stream: UnsafeMutablePointer<tern_zlib_stream>
    private let room = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: GzipEncoder.pieceBytes)
    private let lock = Locked(())

    /// The largest input of one ``encode(_:isLast:)`` call, in bytes. It also keeps the output of a call short.
    static let pieceBytes = 64 * 1024

    /// Whether the system has zlib.
    package static var isAvailable: Bool { tern_zlib_load() }

    /// - Throws: `TernError` with code `.encodingFailed` if the system has no zlib.
    static func check(isAvailable: Bool = GzipEncoder.isAvailable) throws(TernError) {
        guard !isAvailable else { return }
        throw TernError(
            .encodingFailed,
            reason: "The body can't be compressed: this system has no zlib.",
            advice: "Install zlib (libz.so.1), or leave the plugin out where its `isAvailable` is false."
        )
    }

    /// - Throws: `TernError` with code `.encodingFailed` if the system has no zlib, or not enough memory.
    init() throws(TernError) {
        try Self.check()
        let stream = UnsafeMutablePointer<tern_zlib_stream>.allocate(capacity: 1)
        stream.initialize(to: tern_zlib_stream())
        guard tern_zlib_deflate_init(stream, 16 + 15) == ZlibCode.ok else {
            stream.deallocate()
            throw TernError(.encodingFailed, reason: "Memory to compress the body can't be allocated.")
        }
        self.stream = stream
    }

    deinit {
        _ = tern_zlib_deflate_end(stream)
        stream.deallocate()
        room.deallocate()
    }

    /// Compresses the next part of the body.
    ///
    /// - Parameters:
    ///   - input: At most ``pieceBytes``.
    ///   - isLast: Whether the body ends with `input`. No other call may follow.
    /// - Returns: The output that is complete so far. Often empty, since zlib collects many bytes before it compresses
    ///   them.
    func encode(_ input: Data, isLast: Bool = false) throws(TernError) -> Data {
        let (output, code) = lock.withLock { _ in deflate(input, isLast: isLast) }
        // Without input, zlib returns an error that means no progress.
        guard isLast ? code == ZlibCode.streamEnd : code == ZlibCode.ok || code == ZlibCode.bufferError else {
            throw TernError(.encodingFailed, reason: "The body can't be compressed: zlib returned \(code).")
        }
        return output
    }

    // MARK: - Private

    private func deflate(_ input: Data, isLast: Bool) -> (output: Data, code: Int32) {
        let isFirst = stream.pointee.output_total == 0
        var output = Data()
        var code = ZlibCode.ok
        input.withUnsafeBytes { bytes in
            stream.pointee.next_input = bytes.bindMemory(to: UInt8.self).baseAddress
            stream.pointee.input_count = UInt32(clamping: bytes.count)
            repeat {
                stream.pointee.next_output = room.baseAddress
                stream.pointee.output_count = UInt32(room.count)
                code = tern_zlib_deflate(stream, isLast ? ZlibFlush.finish : ZlibFlush.none)
                output.append(contentsOf: room[..<(room.count - Int(stream.pointee.output_count))])
                // When the output buffer is full, zlib may have more output.
            } while code == ZlibCode.ok && stream.pointee.output_count == 0
        }
        // zlib writes the operating system for which it was built. This byte differs between platforms, and no checksum
        // covers it.
        if isFirst, output.count > Self.systemOffset { output[Self.systemOffset] = 255 }
        return (output, code)
    }

    /// The position of the operating system in the header, whose 10 bytes are the first output.
    private static let systemOffset = 9
}

private enum ZlibFlush {
    static let none: Int32 = 0
    static let finish: Int32 = 4
}

extension RequestBody {
    /// This body in the content coding gzip (RFC 9110, section 8.4.1.3).
    ///
    /// The result of a body in memory is in memory, so its length is known. Other bodies are compressed while they are
    /// sent. The result is replayable if this body is.
    ///
    /// - Returns: `nil` for a body in memory that wouldn't be smaller.
    /// - Throws: `TernError` with code `.encodingFailed` if the system has no zlib, or not enough memory.
    public func gzipped() throws(TernError) -> RequestBody? {
        if let data {
            guard var result = try Self.gzipped(data).map({ Self.data($0, contentType: contentType) }) else {
                return nil
            }
            // Logs and errors don't find the secrets of the body in its compressed bytes.
            if data.count <= Redaction.maximumBodyBytes { result.original = data }
            return result
        }
        // Fails before the request is sent, not within its body.
        try GzipEncoder.check()
        let write: Writer = { send in
            let encoder = try GzipEncoder()
            try await forEachChunk { chunk in
                for piece in chunk.pieces(of: GzipEncoder.pieceBytes) {
                    let output = try encoder.encode(piece)
                    if !output.isEmpty { try await send(output) }
                }
            }
            try await send(encoder.encode(Data(), isLast: true))
        }
        return RequestBody(
            length: nil,
            isReplayable: isReplayable,
            contentType: contentType,
            source: .stream(write),
            use: use,
            parts: parts
        )
    }

    // MARK: - Private

    /// - Returns: `nil` if the result wouldn't be smaller.
    private static func gzipped(_ data: Data) throws(TernError) -> Data? {
        let encoder = try GzipEncoder()
        var output = Data()
        for piece in data.pieces(of: GzipEncoder.pieceBytes) {
            output += try encoder.encode(piece)
            if output.count >= data.count { return nil }
        }
        output += try encoder.encode(Data(), isLast: true)
        return output.count < data.count ? output : nil
    }
}
