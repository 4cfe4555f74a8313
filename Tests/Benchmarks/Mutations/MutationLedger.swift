import Tern

/// A violation of the rules.
enum MutationFault: String, CaseIterable {
    case foreignResponse = "a response, or a field of one, that the server sent to another request"
    case disturbedConnection = "a request on a connection after bytes that are no response, or an end"
    case changedResponse = "a valid response that reached the caller as another"
    case validResponseRefused = "a valid response that failed as malformed"
    case garbledRequest = "bytes that are no request where one should begin"
    case repeatedRequest = "a request that isn't idempotent, sent more than once"
    case growth = "growth, or descriptors or threads that are left"
}

/// The server's record of each call, and the violations.
final class MutationLedger: Sendable {
    struct Entry: Sendable {
        /// The number of times that the request has reached the server.
        var sendings = 0
        /// The events on the connections on which the request arrived.
        var history: [String] = []
        /// Whether the request was sent while bytes were on their way to the client, which can't distinguish them from
        /// its response.
        var isExcused = false
    }

    struct Counts: Sendable {
        var connections = 0
        var openConnections = 0
        var sendings = 0
        var excused = 0
        /// The number of idle connections that received bytes or ended.
        var unasked = 0
        /// The number of requests on connections after bytes that arrived with a head without content.
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

    /// - Returns: The number of times that the request has arrived. 1 if its call has ended.
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
