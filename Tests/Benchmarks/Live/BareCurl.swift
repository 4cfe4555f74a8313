#if os(Linux)
    import CTern

    /// Transfers with a libcurl multi handle as in a C program. Tern's engine is compared with them.
    ///
    /// It collects the head and the body of each response, and requests the same content codings as Tern, since a real
    /// program uses its responses.
    ///
    /// It is an actor, so that rounds can share its connections. The loop itself runs on one thread from beginning to
    /// end, without locks, wake-ups and continuations.
    actor BareCurl {
        /// The destination of the bodies.
        enum Bodies {
            case kept
            case counted
            /// Writes the bodies to this descriptor.
            case written(Int32)
        }

        private let handles: BareCurlHandles

        /// - Parameters:
        ///   - width: The number of concurrent transfers.
        init(width: Int, bodies: Bodies = .kept) throws {
            handles = try BareCurlHandles(width: width, bodies: bodies)
        }

        /// Requests the URL `count` times.
        ///
        /// - Returns: The bytes of all bodies.
        func get(_ url: String, count: Int) throws -> Int {
            let multi = handles.multi
            var received = 0
            var started = min(count, handles.easies.count)
            for easy in handles.easies.prefix(started) { try start(easy, url) }
            var finished = 0
            while finished < count {
                var running: Int32 = 0
                _ = tern_curl_multi_perform(multi, &running)
                let finishedBefore = finished
                while let message = tern_curl_multi_info_read(multi) {
                    let (easy, code) = (message.pointee.easy, message.pointee.data.result)
                    guard let easy, code == 0, let response = BareCurlHandles.response(of: easy) else {
                        throw BareCurlError(number: code)
                    }
                    var status = 0
                    tern_curl_get_long(easy, BareCurlInfo.statusCode, &status)
                    guard status == 200, response.head.pointee.count > 0 else { throw BareCurlError(number: code) }
                    received += response.body.pointee.count
                    response.clear()
                    _ = tern_curl_multi_remove(multi, easy)
                    finished += 1
                    if started < count {
                        try start(easy, url)
                        started += 1
                    }
                }
                // The loop doesn't wait for transfers that have just started: libcurl would return at once.
                if finished == finishedBefore { _ = tern_curl_multi_poll(multi, 1_000) }
            }
            return received
        }

        private func start(_ easy: tern_curl_easy, _ url: String) throws {
            tern_curl_set_string(easy, BareCurlOption.url, url)
            let code = tern_curl_multi_add(handles.multi, easy)
            guard code == 0 else { throw BareCurlError(number: code) }
        }
    }

    /// The message of a `CURLcode` or `CURLMcode`.
    struct BareCurlError: Error {
        let number: Int32
    }
#endif
