#if os(Linux)
    import CTern
    import Foundation
    import Tern

    /// The bare loop on a separate thread, which completes calls. It shows only the cost of waiting for another thread.
    ///
    /// One lock, one wake-up for any number of calls, one continuation for each call. It supports no fields, errors,
    /// deadlines or cancellation. Its thread starts with the first call, and ends with the process.
    final class BareCurlThread: Sendable {
        private struct Call {
            let url: String
            let continuation: UnsafeContinuation<Data, any Error>
        }

        private struct State {
            var calls: [Call] = []
            var isAsleep = false
            var hasStarted = false
        }

        /// Unsafe only by its type: other threads use it only to wake its thread.
        nonisolated(unsafe) private let handles: BareCurlHandles
        private let wake: @convention(c) (tern_curl_multi) -> Int32
        private let state = Locked(State())

        /// - Parameters:
        ///   - width: The largest number of concurrent calls.
        init(width: Int) throws {
            handles = try BareCurlHandles(width: width, bodies: .kept)
            guard let symbol = dlsym(dlopen("libcurl.so.4", RTLD_NOW), "curl_multi_wakeup") else {
                throw BareCurlError(number: 2)
            }
            wake = unsafeBitCast(symbol, to: (@convention(c) (tern_curl_multi) -> Int32).self)
        }

        func get(_ url: String) async throws -> Data {
            try await withUnsafeThrowingContinuation { continuation in
                let (isFirst, wasAsleep) = state.withLock { state in
                    state.calls.append(Call(url: url, continuation: continuation))
                    defer { (state.hasStarted, state.isAsleep) = (true, false) }
                    return (!state.hasStarted, state.isAsleep)
                }
                if isFirst { Thread.detachNewThread { self.run() } }
                if wasAsleep { _ = wake(handles.multi) }
            }
        }

        // MARK: - Private

        private func run() {
            let multi = handles.multi
            var idle = handles.easies
            var waiting: [tern_curl_easy: UnsafeContinuation<Data, any Error>] = [:]
            while true {
                for call in takeCalls() {
                    guard let easy = idle.popLast() else {
                        call.continuation.resume(throwing: BareCurlError(number: 2))
                        continue
                    }
                    waiting[easy] = call.continuation
                    tern_curl_set_string(easy, BareCurlOption.url, call.url)
                    _ = tern_curl_multi_add(multi, easy)
                }
                var running: Int32 = 0
                _ = tern_curl_multi_perform(multi, &running)
                var responses: [(UnsafeContinuation<Data, any Error>, Data)] = []
                while let easy = tern_curl_multi_info_read(multi)?.pointee.easy {
                    _ = tern_curl_multi_remove(multi, easy)
                    idle.append(easy)
                    guard let continuation = waiting.removeValue(forKey: easy) else { continue }
                    responses.append((continuation, takeBody(of: easy)))
                }
                for (continuation, body) in responses { continuation.resume(returning: body) }
                if fallsAsleep() { _ = tern_curl_multi_poll(multi, 60_000) }
            }
        }

        private func takeBody(of easy: tern_curl_easy) -> Data {
            guard let response = BareCurlHandles.response(of: easy), let bytes = response.body.pointee.bytes else {
                return Data()
            }
            defer { response.clear() }
            return Data(bytes: bytes, count: response.body.pointee.count)
        }

        private func takeCalls() -> [Call] {
            state.withLock { state in
                state.isAsleep = false
                defer { state.calls = [] }
                return state.calls
            }
        }

        private func fallsAsleep() -> Bool {
            state.withLock { state in
                state.isAsleep = state.calls.isEmpty
                return state.isAsleep
            }
        }
    }
#endif
