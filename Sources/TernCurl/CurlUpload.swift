#if os(Linux)
    import TernHTTP
    import Foundation

    /// The body of a request, which libcurl reads from memory or from a source.
    final class CurlUpload {
        /// The number of bytes that libcurl has received since the start of the body.
        private(set) var takenBytes = 0

        private let data: Data?
        private let source: RequestBody?
        private let channel: UploadChannel?
        private var isBegun = false

        /// - Parameter commandQueue: Receives a `resume` command when bytes are available after ``take(into:)``
        ///   returned `later`.
        init(of prepared: CurlPreparedRequest, commandQueue: CurlCommandQueue) {
            let body = prepared.request.body
            data = body?.data
            source = data == nil ? body : nil
            channel = source.map { [id = prepared.id] source in
                UploadChannel(source) { commandQueue.post(.resume(id, CurlPause.sending)) }
            }
        }

        /// Whether the body can be sent from its beginning: it is replayable, or its source hasn't been started.
        var isReplayable: Bool { !isBegun || source?.isReplayable != false }

        func take(into buffer: UnsafeMutableRawBufferPointer) -> UploadChannel.Supply {
            guard let channel else { return takeFromMemory(into: buffer) }
            if !isBegun { isBegun = channel.begin() }
            let supply = channel.take(into: buffer)
            if case .bytes(let count) = supply { takenBytes += count }
            return supply
        }

        /// Continues the body at `offset`.
        ///
        /// - Returns: Whether the body can continue there.
        func seek(to offset: Int64) -> Bool {
            // A source can only be restarted at its beginning.
            if let channel, isBegun, offset != 0 || !channel.begin() { return false }
            takenBytes = Int(offset)
            return true
        }

        /// Ends the upload. Stops the source.
        func abandon() {
            channel?.abandon()
        }

        private func takeFromMemory(into buffer: UnsafeMutableRawBufferPointer) -> UploadChannel.Supply {
            guard let data, takenBytes < data.count else { return .end }
            let start = data.startIndex + takenBytes
            let count = data.copyBytes(to: buffer, from: start..<min(data.endIndex, start + buffer.count))
            takenBytes += count
            return .bytes(count)
        }
    }
#endif
