import Foundation
import Tern
import TernTesting
import Testing

/// Sends pictures after a time on a clock, and watches which downloads run at the same time.
final class WatchedDownloads: Transport {
    private struct State {
        var running: [Int: (path: String, isCancelled: Bool)] = [:]
        var last = 0
        var completed: [String: Int] = [:]
        var most = 0
    }

    private let clock: any Clock<Duration>
    private let state = Locked(State())

    init(clock: any Clock<Duration>) {
        self.clock = clock
    }

    /// The most downloads at the same time.
    var most: Int { state.withLock(\.most) }
    /// The number of complete downloads of each path.
    var completed: [String: Int] { state.withLock(\.completed) }
    var runningCount: Int { state.withLock(\.running.count) }

    func send(_ request: Request, hop: Hop) async throws -> Response {
        let path = request.url.path
        let (id, isAlone) = state.withLock { state in
            let isAlone = state.running.values.allSatisfy { $0.path != path || $0.isCancelled }
            state.last += 1
            state.running[state.last] = (path, false)
            state.most = max(state.most, state.running.count)
            return (state.last, isAlone)
        }
        #expect(isAlone, "Two downloads of \(path) run at the same time.")
        return try await withTaskCancellationHandler {
            // A cancelled download takes a while to end, as a connection does.
            let result: Result<Void, any Error>
            do { result = .success(try await clock.sleep(for: .seconds(id % 3))) } catch { result = .failure(error) }
            await Task.yield()
            state.withLock { state in
                state.running[id] = nil
                if case .success = result { state.completed[path, default: 0] += 1 }
            }
            try result.get()
            return Response(statusCode: 200, data: Pictures.png(path.utf8.count, 1))
        } onCancel: {
            state.withLock { $0.running[id]?.isCancelled = true }
        }
    }
}
