#if os(Linux)
    import TernHTTP
    import CTern

    /// The functions that libcurl calls, on the engine's thread. Their context is the slot.
    enum CurlCallback {
        static let headLine: tern_curl_bytes_callback = { bytes, size, count, context in
            let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
            return transfer(context)?.receivedHeadLine(line) == true ? line.count : CurlCallbackResult.abortWriting
        }

        static let body: tern_curl_bytes_callback = { bytes, size, count, context in
            let buffer = UnsafeRawBufferPointer(start: bytes, count: size * count)
            return transfer(context)?.received(buffer) == true ? buffer.count : CurlCallbackResult.abortWriting
        }

        static let fill: tern_curl_bytes_callback = { bytes, size, count, context in
            let buffer = UnsafeMutableRawBufferPointer(start: bytes, count: size * count)
            return transfer(context)?.fill(buffer) ?? CurlCallbackResult.abortReading
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

        static let willSend: tern_curl_prerequest_callback = {
            context,
            remoteAddress,
            localAddress,
            remotePort,
            localPort in
            let endpoints = CurlEndpoints(
                remoteAddress: remoteAddress,
                remotePort: remotePort,
                localAddress: localAddress,
                localPort: localPort
            )
            return transfer(context)?.willSend(at: endpoints, localPort: localPort) == true
                ? CurlCallbackResult.proceed : CurlCallbackResult.abortSending
        }

        static let log: tern_curl_debug_callback = { _, kind, text, count, context in
            // CURLINFO_TEXT. All other kinds are the bytes of the transfer.
            if kind == 0 { transfer(context)?.log(UnsafeRawBufferPointer(start: text, count: count)) }
            return 0
        }

        static let openSocket: tern_curl_open_callback = { context, _, address in
            guard let transfer = transfer(context), let address = address?.pointee else { return -1 }
            return transfer.openSocket(address)
        }

        private static func transfer(_ context: UnsafeMutableRawPointer?) -> CurlTransfer? {
            context.flatMap { Unmanaged<CurlSlot>.fromOpaque($0).takeUnretainedValue().transfer }
        }
    }
#endif
