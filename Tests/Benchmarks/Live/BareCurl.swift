#if os(Linux)
    import CTernCurl

    /// Transfers as a C program does them with a libcurl multi handle: what Tern's engine is measured against.
    ///
    /// An actor so that rounds can share its connections. The loop itself runs on one thread from beginning to end, and
    /// knows nothing of concurrency: no lock, no wake-up, no continuation.
    actor BareCurl {
        private let handles: BareCurlHandles

        /// - Parameter width: How many transfers to keep under way.
        init(width: Int) throws {
            handles = try BareCurlHandles(width: width)
        }

        /// Gets the URL so many times.
        ///
        /// - Returns: The bytes of all bodies.
        func get(_ url: String, count: Int) throws -> Int {
            let multi = handles.multi
            handles.received.pointee = 0
            var started = min(count, handles.easies.count)
            for easy in handles.easies.prefix(started) { try start(easy, url) }
            var finished = 0
            while finished < count {
                var running: Int32 = 0
                _ = tern_curl_multi_perform(multi, &running)
                let finishedBefore = finished
                while let message = tern_curl_multi_info_read(multi) {
                    let (easy, code) = (message.pointee.easy, message.pointee.data.result)
                    guard let easy, code == 0 else { throw BareCurlError(number: code) }
                    _ = tern_curl_multi_remove(multi, easy)
                    finished += 1
                    if started < count {
                        try start(easy, url)
                        started += 1
                    }
                }
                // What has just been started is not waited for: libcurl would return at once.
                if finished == finishedBefore { _ = tern_curl_multi_poll(multi, 1_000) }
            }
            return handles.received.pointee
        }

        private func start(_ easy: tern_curl_easy, _ url: String) throws {
            tern_curl_set_string(easy, BareCurlOption.url, url)
            let code = tern_curl_multi_add(handles.multi, easy)
            guard code == 0 else { throw BareCurlError(number: code) }
        }
    }

    /// What a number of libcurl's says; `CURLcode` or `CURLMcode`.
    struct BareCurlError: Error {
        let number: Int32
    }
#endif
