#if os(Linux)
    /// The bytes that the server sends. They are created once and never freed.
    struct ServerResponses {
        /// 1 KiB of JSON.
        let item: UnsafeRawBufferPointer
        /// The content of bodies of a given size.
        let filler: UnsafeRawBufferPointer
        let empty: UnsafeRawBufferPointer
        let proceed: UnsafeRawBufferPointer
        let notFound: UnsafeRawBufferPointer

        init() {
            let json = "{\"text\":\"\(String(repeating: "x", count: 1_013))\"}"
            item = Self.keep(Self.head("application/json", bodyBytes: json.utf8.count) + json)
            filler = Self.keep(String(repeating: "0123456789abcdef", count: 1 << 14))
            empty = Self.keep(Self.head("text/plain", bodyBytes: 0))
            proceed = Self.keep("HTTP/1.1 100 Continue\r\n\r\n")
            notFound = Self.keep("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n")
        }

        /// As many fields as common servers send.
        static func head(_ mediaType: String, bodyBytes: Int) -> String {
            """
            HTTP/1.1 200 OK\r\nServer: fixed\r\nDate: Thu, 22 Jan 2026 12:13:51 GMT\r\nContent-Type: \(mediaType)\r\n\
            Content-Length: \(bodyBytes)\r\nConnection: keep-alive\r\n\r\n
            """
        }

        private static func keep(_ text: String) -> UnsafeRawBufferPointer {
            let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: text.utf8.count, alignment: 16)
            bytes.copyBytes(from: text.utf8)
            return UnsafeRawBufferPointer(bytes)
        }
    }
#endif
