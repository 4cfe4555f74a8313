#if os(Linux)
    import CTernCurl
    import Foundation

    /// Has libcurl's TLS library take certificates and keys, without a network.
    ///
    /// It takes them in the first step of a handshake, which is begun with a peer in this process that ends it at once.
    enum CurlTLSCheck {
        struct Failure: CustomStringConvertible {
            /// What of a client's identity failed, as far as that is known.
            enum Part {
                case certificate
                case pair
            }

            let message: String

            /// libcurl has one number for all of them. These are the words of its part for OpenSSL.
            var part: Part? {
                if message.hasPrefix("could not load PEM client certificate") { return .certificate }
                return message.hasPrefix("Private key does not match") ? .pair : nil
            }

            /// Empty, or the TLS library's own error in parentheses. libcurl's words hold the path of a file in memory.
            var description: String {
                message.firstMatch(of: #/error:[0-9A-Fa-f]+:[^,()]*/#).map { " (\($0.0))" } ?? ""
            }
        }

        /// - Parameter apply: Sets the options to check.
        /// - Returns: `nil` if all could be taken, or if this libcurl can't be asked, having no Unix domain sockets.
        /// - Throws: `TernError` with code `.transportFailed` when there is no memory or no descriptor.
        static func failure(_ apply: (inout CurlHandle) -> Void) throws(TernError) -> Failure? {
            guard CurlLibrary.has(.unixSockets) else { return nil }
            guard let peer = LocalPeer(), let easy = tern_curl_easy_init() else { throw outOfResources }
            defer { tern_curl_easy_cleanup(easy) }
            guard let multi = tern_curl_multi_init() else { throw outOfResources }
            defer { tern_curl_multi_cleanup(multi) }
            return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { words in
                words.initialize(repeating: 0)
                var handle = CurlHandle(easy)
                handle.set(CurlOption.url, "https://127.0.0.1/")
                handle.set(CurlOption.proxy, "")
                handle.set(CurlOption.abstractUnixSocket, peer.name)
                handle.set(CurlOption.noSignal, 1)
                tern_curl_set_pointer(easy, CurlOption.errorBuffer, words.baseAddress)
                apply(&handle)
                let number = handle.firstError == 0 ? run(easy, in: multi, with: peer) : handle.firstError
                tern_curl_set_pointer(easy, CurlOption.errorBuffer, nil)
                // The handshake itself always fails: with 35, after its first message.
                if number == 35, peer.hasReceived { return nil }
                let text = words.baseAddress.map { String(cString: $0) } ?? ""
                return Failure(message: text.isEmpty ? "libcurl error \(number)" : text)
            }
        }

        // MARK: - Private

        /// - Returns: How it has ended.
        private static func run(_ easy: tern_curl_easy, in multi: tern_curl_multi, with peer: LocalPeer) -> Int32 {
            tern_curl_multi_add(multi, easy)
            defer { tern_curl_multi_remove(multi, easy) }
            // Nothing takes time. The limit is for a library that doesn't see the peer's end.
            for _ in 0..<100 {
                var running: Int32 = 0
                tern_curl_multi_perform(multi, &running)
                if let message = tern_curl_multi_info_read(multi) { return message.pointee.data.result }
                peer.takeConnection()
                tern_curl_multi_poll(multi, 10)
            }
            return 35
        }

        private static var outOfResources: TernError {
            TernError(.transportFailed, reason: "The TLS certificates can't be checked: out of memory or descriptors.")
        }
    }
#endif
