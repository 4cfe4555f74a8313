/// One stream of a scripted server: its request, and the steps that remain to be executed.
final class HTTP2Stream {
    let id: UInt32
    var request: HTTP2Request
    var steps: [HTTP2Step] = []
    /// The number of DATA bytes that the client allows.
    var window: Int
    var isHeld = false
    /// Whether the connection's list of ready streams contains this stream.
    var isReady = false
    /// Whether the response began before the request was complete. Then the rest of the request is discarded.
    var isEarly = false
    var hasSentEnd = false
    var isReset = false

    init(id: UInt32, request: HTTP2Request, window: Int) {
        self.id = id
        self.request = request
        self.window = window
    }

    var isFinished: Bool { isReset || (hasSentEnd && request.isComplete && steps.isEmpty) }

    func canAdvance(connectionWindow: Int) -> Bool {
        guard !isHeld, let step = steps.first else { return false }
        switch step {
        case .data(let data): return data.isEmpty || min(window, connectionWindow) > 0
        case .endlessData: return min(window, connectionWindow) > 0
        default: return true
        }
    }

    /// Continues after the next `.hold`, even if the stream hasn't reached it yet.
    func release() {
        let hold = steps.firstIndex { if case .hold = $0 { true } else { false } }
        if !isHeld, let hold { steps.remove(at: hold) }
        isHeld = false
    }
}
