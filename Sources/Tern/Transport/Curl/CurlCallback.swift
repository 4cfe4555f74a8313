#if os(Linux)
    import CTernCurl

    /// What libcurl calls, on the engine's thread, with the slot as its context.
    enum CurlCallback {
        static let headLine: tern_curl_bytes_callback = { bytes, size, count, context in
            let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
            return transfer(context)?.receivedHeadLine(line) == true ? line.count : CurlAnswer.abortWriting
        }

        static let body: tern_curl_bytes_callback = { bytes, size, count, context in
            let buffer = UnsafeRawBufferPointer(start: bytes, count: size * count)
            return transfer(context)?.received(buffer) == true ? buffer.count : CurlAnswer.abortWriting
        }

        static let fill: tern_curl_bytes_callback = { bytes, size, count, context in
            let buffer = UnsafeMutableRawBufferPointer(start: bytes, count: size * count)
            return transfer(context)?.fill(buffer) ?? CurlAnswer.abortReading
        }

        static let seek: tern_curl_seek_callback = { context, offset, origin in
            // SEEK_SET is the only origin that libcurl uses. 1 is CURL_SEEKFUNC_FAIL.
            guard origin == 0, transfer(context)?.seek(to: offset) == true else { return 1 }
            return 0
        }

        static let progress: tern_curl_progress_callback = { context, _, _, uploadTotal, uploaded in
            transfer(context)?.sent(uploaded, of: uploadTotal)
            return 0
        }

        private static func transfer(_ context: UnsafeMutableRawPointer?) -> CurlTransfer? {
            context.flatMap { Unmanaged<CurlSlot>.fromOpaque($0).takeUnretainedValue().transfer }
        }
    }
#endif
