#if os(Linux)
    import CTernCurl

    /// One multi handle and its easy handles, which are set up once and used again.
    final class BareCurlHandles {
        let multi: tern_curl_multi
        let easies: [tern_curl_easy]
        /// Bytes of bodies.
        let received = UnsafeMutablePointer<Int>.allocate(capacity: 1)

        /// `CURL_GLOBAL_ALL`, once in the process.
        private static let isAvailable = tern_curl_load() && tern_curl_global_init(3) == 0

        init(width: Int) throws {
            // 2 is CURLE_FAILED_INIT.
            guard Self.isAvailable, let multi = tern_curl_multi_init() else { throw BareCurlError(number: 2) }
            self.multi = multi
            easies = (0..<width).compactMap { _ in tern_curl_easy_init() }
            for easy in easies {
                tern_curl_set_long(easy, BareCurlOption.noSignal, 1)
                tern_curl_set_bytes_callback(easy, BareCurlOption.writeFunction, countBytes)
                tern_curl_set_pointer(easy, BareCurlOption.writeData, received)
            }
        }

        deinit {
            for easy in easies {
                _ = tern_curl_multi_remove(multi, easy)
                tern_curl_easy_cleanup(easy)
            }
            _ = tern_curl_multi_cleanup(multi)
            received.deallocate()
        }
    }

    /// Numbers of libcurl's stable interface.
    enum BareCurlOption {
        static let writeData: Int32 = 10_001
        static let url: Int32 = 10_002
        static let writeFunction: Int32 = 20_011
        static let noSignal: Int32 = 99
    }

    private func countBytes(
        _ bytes: UnsafeMutablePointer<CChar>?,
        _ size: Int,
        _ count: Int,
        _ context: UnsafeMutableRawPointer?
    ) -> Int {
        context?.assumingMemoryBound(to: Int.self).pointee += size * count
        return size * count
    }
#endif
