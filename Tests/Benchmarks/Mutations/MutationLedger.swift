import Tern

/// What must not happen.
enum MutationFault: String, CaseIterable {
    case foreignResponse = "a response, or a field of one, that the server sent to another request"
    case disturbedConnection = "a request on a connection after bytes that are no response, or an end"
    case changedResponse = "a valid response that reached the caller as another"
    case validResponseRefused = "a valid response that failed as malformed"
    case garbledRequest = "bytes that are no request where one should begin"
    case repeatedRequest = "a request that isn't idempotent, sent more than once"
    case growth = "growth, or descriptors or threads that are left"
}

/// What the server knows about each call, and what was wrong.
final class MutationLedger: Sendable {
    struct Entry: Sendable {
        /// How often the request has reached the server.
        var sendings = 0
        /// What happened on the connections on which it came.
        var history: [String] = []
        /// Whether the request crossed bytes on their way to the client, which no client can tell from its response.
        var isExcused = false
    }

    struct Counts: Sendable {
        var connections = 0
        var openConnections = 0
        var sendings = 0
        var excused = 0
        /// Bytes, or an end, on connections that were idle.
        var unasked = 0
        /// Requests on connections after bytes that came with a head without content.
        var discarded = 0
    }

    private struct State {
        var entries: [Int: Entry] = [:]
        var counts = Counts()
        var violations: [MutationFault: [String]] = [:]
    }

    private let state = Locked(State())

    var counts: Counts { state.withLock { $0.counts } }

    var violations: [MutationFault: [String]] { state.withLock { $0.violations } }

    func count(_ change: @Sendable (inout Counts) -> Void) {
        state.withLock { change(&$0.counts) }
    }

    func violate(_ fault: MutationFault, _ text: String) {
        state.withLock { $0.violations[fault, default: []].append(text) }
    }

    func begin(_ number: Int) {
        state.withLock { $0.entries[number] = Entry() }
    }

    func entry(_ number: Int) -> Entry {
        state.withLock { $0.entries[number] ?? Entry() }
    }

    func end(_ number: Int) {
        state.withLock { $0.entries[number] = nil }
    }

    /// - Returns: How often the request has arrived now. 1 for one whose call is over.
    func arrive(_ number: Int, after history: String) -> Int {
        state.withLock { state in
            state.counts.sendings += 1
            state.entries[number]?.history.append(history)
            state.entries[number]?.sendings += 1
            return state.entries[number]?.sendings ?? 1
        }
    }

    func excuse(_ number: Int) {
        state.withLock { state in
            state.counts.excused += 1
            state.entries[number]?.isExcused = true
        }
    }
}
