#if os(Linux)
    import CTernCurl

    /// Transfers as a C program does them with a libcurl multi handle: what Tern's engine is measured against.
    ///
    /// It collects the head and the body of each answer, and asks for the same coding as Tern, since a program that drops
    /// what it gets is none.
    ///
    /// An actor so that rounds can share its connections. The loop itself runs on one thread from beginning to end, and
    /// knows nothing of concurrency: no lock, no wake-up, no continuation.
    actor BareCurl {
        /// What becomes of them.
        enum Bodies {
            case kept
            case counted
            /// To this descriptor.
            case written(Int32)
        }

        private let handles: BareCurlHandles

        /// - Parameters:
        ///   - width: How many transfers to keep under way.
        init(width: Int, bodies: Bodies = .kept) throws {
            handles = try BareCurlHandles(width: width, bodies: bodies)
        }

        /// Gets the URL so many times.
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
                    guard let easy, code == 0, let answer = BareCurlHandles.answer(of: easy) else {
                        throw BareCurlError(number: code)
                    }
                    var status = 0
                    tern_curl_get_long(easy, BareCurlInfo.statusCode, &status)
                    guard status == 200, answer.head.pointee.count > 0 else { throw BareCurlError(number: code) }
                    received += answer.body.pointee.count
                    answer.clear()
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
            return received
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
