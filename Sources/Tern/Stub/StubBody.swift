import Foundation

/// The body of a stubbed response. Each chunk arrives when the reader has requested it and its delays have passed.
final class StubBody: BodySequence {
    private struct State {
        var steps: ArraySlice<SampleResponse.Parts.Step>
        var progress: TransferProgress
        /// The error that the next call of `next()` throws.
        var error: TernError?
        var isReading = false
        var isOver = false
        /// Whether the reader has received the whole body.
        var isComplete = false
    }

    private let request: Request
    private let hop: Hop
    private let transport: StubTransport
    private let connection: (any StubConnection)?
    private let messageTrailers: HTTPHeaders
    private let state: Locked<State>

    /// - Parameters:
    ///   - progress: The progress before the first chunk.
    ///   - connection: Closed at the end of the body.
    init(
        _ message: SampleResponse,
        _ progress: TransferProgress,
        of request: Request,
        _ hop: Hop,
        from transport: StubTransport,
        over connection: (any StubConnection)?
    ) {
        state = Locked(State(steps: message.parts.steps[...], progress: progress))
        self.request = request
        self.hop = hop
        self.transport = transport
        self.connection = connection
        messageTrailers = message.parts.trailers
    }

    deinit {
        close(isReusable: false)
    }

    /// Empty before the end of the body.
    var trailers: HTTPHeaders { state.withLock(\.isComplete) ? messageTrailers : [:] }
    var metrics: Response.Metrics? { nil }

    func next() async throws -> Data? {
        try begin()
        do {
            while let step = try nextStep() {
                switch step {
                case .chunk(let chunk):
                    try await connection?.receiveBody(chunk.count)
                    let progress = state.withLock { state in
                        state.isReading = false
                        state.progress.receivedBytes += Int64(chunk.count)
                        return state.progress
                    }
                    hop.progress?(progress)
                    return chunk
                case .hold(let gate): try await transport.wait(for: gate, as: request)
                case .pause(let interval): try await transport.wait(for: interval, as: request)
                case .loss(let error): throw error
                }
            }
            state.withLock { $0.isComplete = $0.steps.isEmpty }
            close(isReusable: true)
            return nil
        } catch {
            close(isReusable: false)
            if error is CancellationError { throw error }
            throw TernError.wrapping(error, thrownBy: .transport)
        }
    }

    func end(with error: TernError) {
        let wasOver = state.withLock { state in
            defer { state.isOver = true }
            if !state.isOver { state.error = error }
            return state.isOver
        }
        if !wasOver { connection?.close(isReusable: false) }
    }

    func abandon(with error: TernError) {
        end(with: error)
        state.withLock { $0.error = error }
    }

    // MARK: - Private

    private func begin() throws {
        try state.withLock { state in
            if let error = state.error {
                state.error = nil
                throw error
            }
            if state.isReading {
                throw TernError(
                    .transportFailed,
                    reason: "Two tasks read the body at the same time. Read it in one task."
                )
            }
            state.isReading = !state.isOver
        }
    }

    private func nextStep() throws -> SampleResponse.Parts.Step? {
        guard !state.withLock(\.isOver) else { return nil }
        try Task.checkCancellation()
        return state.withLock { $0.steps.popFirst() }
    }

    private func close(isReusable: Bool) {
        let wasOver = state.withLock { state in
            defer { (state.isOver, state.isReading) = (true, false) }
            return state.isOver
        }
        if !wasOver { connection?.close(isReusable: isReusable) }
    }
}
