#if os(Linux)
    import CTern
    import Glibc

    /// One multi handle and its easy handles, which are set up once and reused.
    final class BareCurlHandles {
        let multi: tern_curl_multi
        let easies: [tern_curl_easy]
        /// The response of each easy handle, at the same index.
        private let responses: [BareCurlResponse]

        /// `CURL_GLOBAL_ALL`, once in the process.
        private static let isAvailable = tern_curl_load() && tern_curl_global_init(3) == 0

        init(width: Int, bodies: BareCurl.Bodies) throws {
            // 2 is CURLE_FAILED_INIT.
            guard Self.isAvailable, let multi = tern_curl_multi_init() else { throw BareCurlError(number: 2) }
            self.multi = multi
            easies = (0..<width).compactMap { _ in tern_curl_easy_init() }
            responses = easies.map { _ in BareCurlResponse() }
            for (easy, response) in zip(easies, responses) {
                tern_curl_set_long(easy, BareCurlOption.noSignal, 1)
                tern_curl_set_string(easy, BareCurlOption.userAgent, "C")
                tern_curl_set_string(easy, BareCurlOption.acceptEncoding, "")
                tern_curl_set_bytes_callback(easy, BareCurlOption.headerFunction, takeBytes)
                tern_curl_set_pointer(easy, BareCurlOption.headerData, response.head)
                let (take, count, write):
                    (tern_curl_bytes_callback, tern_curl_bytes_callback, tern_curl_bytes_callback) =
                        (takeBytes, countBytes, writeBytes)
                switch bodies {
                case .kept: tern_curl_set_bytes_callback(easy, BareCurlOption.writeFunction, take)
                case .counted: tern_curl_set_bytes_callback(easy, BareCurlOption.writeFunction, count)
                case .written(let descriptor):
                    response.body.pointee.descriptor = descriptor
                    tern_curl_set_bytes_callback(easy, BareCurlOption.writeFunction, write)
                }
                tern_curl_set_pointer(easy, BareCurlOption.writeData, response.body)
                tern_curl_set_pointer(
                    easy,
                    BareCurlOption.privatePointer,
                    Unmanaged.passUnretained(response).toOpaque()
                )
            }
        }

        deinit {
            for easy in easies {
                _ = tern_curl_multi_remove(multi, easy)
                tern_curl_easy_cleanup(easy)
            }
            _ = tern_curl_multi_cleanup(multi)
        }

        /// The received bytes of a handle. The buffer is reused with the handle.
        static func response(of easy: tern_curl_easy) -> BareCurlResponse? {
            var response: UnsafePointer<CChar>?
            tern_curl_get_string(easy, BareCurlInfo.privatePointer, &response)
            return response.map { Unmanaged<BareCurlResponse>.fromOpaque(UnsafeRawPointer($0)).takeUnretainedValue() }
        }
    }

    /// The head and the body of one response, in buffers that only grow, as in C programs.
    final class BareCurlResponse {
        struct Buffer {
            var bytes: UnsafeMutableRawPointer?
            var count = 0
            var capacity = 0
            var descriptor: Int32 = -1
        }

        let head = UnsafeMutablePointer<Buffer>.allocate(capacity: 1)
        let body = UnsafeMutablePointer<Buffer>.allocate(capacity: 1)

        init() {
            head.initialize(to: Buffer())
            body.initialize(to: Buffer())
        }

        deinit {
            for buffer in [head, body] {
                free(buffer.pointee.bytes)
                buffer.deallocate()
            }
        }

        func clear() {
            head.pointee.count = 0
            body.pointee.count = 0
        }
    }

    /// Numbers of libcurl's stable interface.
    enum BareCurlOption {
        static let writeData: Int32 = 10_001
        static let url: Int32 = 10_002
        static let userAgent: Int32 = 10_018
        static let headerData: Int32 = 10_029
        static let acceptEncoding: Int32 = 10_102
        static let privatePointer: Int32 = 10_103
        static let writeFunction: Int32 = 20_011
        static let headerFunction: Int32 = 20_079
        static let noSignal: Int32 = 99
    }

    enum BareCurlInfo {
        static let privatePointer: Int32 = 0x100_015
        static let statusCode: Int32 = 0x200_002
    }

    private func countBytes(
        _ bytes: UnsafeMutablePointer<CChar>?,
        _ size: Int,
        _ count: Int,
        _ context: UnsafeMutableRawPointer?
    ) -> Int {
        context?.assumingMemoryBound(to: BareCurlResponse.Buffer.self).pointee.count += count
        return count
    }

    private func writeBytes(
        _ bytes: UnsafeMutablePointer<CChar>?,
        _ size: Int,
        _ count: Int,
        _ context: UnsafeMutableRawPointer?
    ) -> Int {
        guard let buffer = context?.assumingMemoryBound(to: BareCurlResponse.Buffer.self) else { return 0 }
        buffer.pointee.count += count
        return write(buffer.pointee.descriptor, bytes, count)
    }

    private func takeBytes(
        _ bytes: UnsafeMutablePointer<CChar>?,
        _ size: Int,
        _ count: Int,
        _ context: UnsafeMutableRawPointer?
    ) -> Int {
        guard let bytes, let buffer = context?.assumingMemoryBound(to: BareCurlResponse.Buffer.self) else { return 0 }
        let needed = buffer.pointee.count + count
        if needed > buffer.pointee.capacity {
            buffer.pointee.capacity = needed * 2
            buffer.pointee.bytes = realloc(buffer.pointee.bytes, buffer.pointee.capacity)
        }
        buffer.pointee.bytes?.advanced(by: buffer.pointee.count).copyMemory(from: bytes, byteCount: count)
        buffer.pointee.count = needed
        return count
    }
#endif
