#if os(Linux)
    import CTernCurl
    import Foundation
    import Tern

    /// The bare loop on a thread of its own, which answers calls: what it costs that others wait for it, and nothing else.
    ///
    /// One lock, one wake-up for any number of calls, one continuation for each. It reads no fields, and knows no errors,
    /// no deadlines and nobody who cancels. Its thread starts with the first call, and ends with the process.
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

        /// Unsafe only by its type: no other thread than its own touches it, but to wake it.
        nonisolated(unsafe) private let handles: BareCurlHandles
        private let wake: @convention(c) (tern_curl_multi) -> Int32
        private let state = Locked(State())

        /// - Parameters:
        ///   - width: How many calls there are at a time, at most.
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
                var answers: [(UnsafeContinuation<Data, any Error>, Data)] = []
                while let easy = tern_curl_multi_info_read(multi)?.pointee.easy {
                    _ = tern_curl_multi_remove(multi, easy)
                    idle.append(easy)
                    guard let continuation = waiting.removeValue(forKey: easy) else { continue }
                    answers.append((continuation, takeBody(of: easy)))
                }
                for (continuation, body) in answers { continuation.resume(returning: body) }
                if fallsAsleep() { _ = tern_curl_multi_poll(multi, 60_000) }
            }
        }

        private func takeBody(of easy: tern_curl_easy) -> Data {
            guard let answer = BareCurlHandles.answer(of: easy), let bytes = answer.body.pointee.bytes else {
                return Data()
            }
            defer { answer.clear() }
            return Data(bytes: bytes, count: answer.body.pointee.count)
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
