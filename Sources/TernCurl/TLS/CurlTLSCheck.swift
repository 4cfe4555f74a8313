#if os(Linux)
    import TernHTTP
    import CTern
    import Foundation

    /// Checks whether libcurl's TLS library accepts certificates and keys, without a network.
    ///
    /// The library loads them in the first step of a handshake. The check starts one with a peer in this process, which
    /// closes its direction at once.
    enum CurlTLSCheck {
        struct Failure: CustomStringConvertible {
            /// The part of a client identity that failed, if known.
            enum Part {
                case certificate
                case pair
            }

            let message: String

            /// libcurl has one error number for all parts, so this compares the messages of its OpenSSL backend.
            var part: Part? {
                if message.hasPrefix("could not load PEM client certificate") { return .certificate }
                return message.hasPrefix("Private key does not match") ? .pair : nil
            }

            /// The TLS library's error in parentheses, or empty. libcurl's message is omitted, since it contains the
            /// path of a memory file.
            var description: String {
                message.firstMatch(of: #/error:[0-9A-Fa-f]+:[^,()]*/#).map { " (\($0.0))" } ?? ""
            }
        }

        /// - Parameter apply: Sets the options that are checked.
        /// - Returns: `nil` if the library accepted all options, or if this libcurl can't connect to the peer.
        /// - Throws: `TernError` with code `.transportFailed` if the process lacks memory or a file descriptor.
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
                // The handshake always fails. Error 35 after its first message means that the library accepted all
                // options.
                if number == 35, peer.hasReceived { return nil }
                // Without a connection, nothing was checked: some builds don't connect to such a socket.
                if number == 7 { return nil }
                let text = words.baseAddress.map { String(cString: $0) } ?? ""
                return Failure(message: text.isEmpty ? "libcurl error \(number)" : text)
            }
        }

        // MARK: - Private

        /// - Returns: The transfer's `CURLcode`.
        private static func run(_ easy: tern_curl_easy, in multi: tern_curl_multi, with peer: LocalPeer) -> Int32 {
            tern_curl_multi_add(multi, easy)
            defer { tern_curl_multi_remove(multi, easy) }
            // The steps don't wait. The limit ends the loop if the library doesn't notice that the peer has closed the
            // connection.
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
            TernError(
                .transportFailed,
                reason: "The TLS certificates can't be checked: the process has no free memory or file descriptor."
            )
        }
    }
#endif
