/// Holds stubbed responses until a test releases them.
///
/// ```swift
/// let gate = SampleGate()
/// let provider = Provider<GitHub>(
///     endpointClosure: { Endpoint($0).responding(.json(octocat).held(by: gate)) },
///     stubClosure: Provider.immediatelyStub)
///
/// async let user = provider.value(.user("octocat"))
/// await gate.waitForArrivals(atLeast: 1)      // the request has reached the stub
/// gate.release()                       // the stub responds
/// ```
///
/// A released gate stays open. A call that is cancelled while its response is held ends at once.
public final class SampleGate: Sendable {
    /// A held response.
    private struct Held {
        let id: Int
        let continuation: CheckedContinuation<Void, any Error>
        /// Ends the suspension of virtual time's external waits, before the continuation is resumed.
        let endHold: (@Sendable () -> Void)?

        func resume(with result: Result<Void, any Error>) {
            endHold?()
            continuation.resume(with: result)
        }
    }

    private struct State {
        var isOpen = false
        var arrivals = 0
        var nextID = 0
        /// In the order of arrival.
        var held: [Held] = []
        var watchers: [(id: Int, count: Int, continuation: CheckedContinuation<Void, Never>)] = []

        mutating func takeID() -> Int {
            nextID += 1
            return nextID
        }
    }

    private let state = Locked(State())

    /// Creates a closed gate.
    public init() {}

    /// Releases all held responses in the order of arrival, and opens the gate for later ones.
    public func release() {
        let held = state.withLock { state in
            state.isOpen = true
            defer { state.held = [] }
            return state.held
        }
        for response in held { response.resume(with: .success(())) }
    }

    /// Returns when this many requests have reached the gate since it was made, or when the task is cancelled.
    public func waitForArrivals(atLeast count: Int) async {
        let id = state.withLock { $0.takeID() }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isDone = state.withLock { state in
                    if state.arrivals >= count || Task.isCancelled { return true }
                    state.watchers.append((id, count, continuation))
                    return false
                }
                if isDone { continuation.resume() }
            }
        } onCancel: {
            let watcher = state.withLock { state in
                state.watchers.firstIndex { $0.id == id }.map { state.watchers.remove(at: $0).continuation }
            }
            watcher?.resume()
        }
    }

    /// Waits until the gate is released. The call counts as an arrival. Stubs call this method automatically. In the
    /// handler of a server, call it yourself.
    ///
    /// - Throws: `CancellationError` as soon as the task is cancelled.
    public func pass() async throws {
        let (id, watchers) = state.withLock { state in
            state.arrivals += 1
            let arrivals = state.arrivals
            let ready = state.watchers.filter { $0.count <= arrivals }
            state.watchers.removeAll { $0.count <= arrivals }
            return (state.takeID(), ready.map(\.continuation))
        }
        for continuation in watchers { continuation.resume() }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let isOpen = state.withLock { state -> Bool? in
                    if state.isOpen { return true }
                    if Task.isCancelled { return false }
                    // Under the lock, because time may pass from now on, and the test may release the gate.
                    state.held.append(Held(id: id, continuation: continuation, endHold: ExternalWait.hold()))
                    return nil
                }
                switch isOpen {
                case true?: continuation.resume()
                case false?: continuation.resume(throwing: CancellationError())
                case nil: break
                }
            }
        } onCancel: {
            let held = state.withLock { state in
                state.held.firstIndex { $0.id == id }.map { state.held.remove(at: $0) }
            }
            held?.resume(with: .failure(CancellationError()))
        }
    }
}
