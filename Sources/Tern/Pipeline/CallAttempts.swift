/// The attempts of one call, and what its plugins remember from one attempt to the next.
struct CallAttempts: Sendable {
    /// The highest attempt number so far.
    private var last: Int
    /// The number of times that a request was sent.
    var sent = 0
    /// By plugin, the session whose credentials the call has received.
    private var sessions: [ObjectIdentifier: Int] = [:]

    /// By plugin, the number of times that it has sent the call again because of its credentials.
    private var resends: [ObjectIdentifier: Int] = [:]

    /// The `Authorization` fields that plugins have set.
    private(set) var authorizations: [OriginBoundAuthorization] = []

    /// The number of the first attempt.
    private let first: Int
    /// The plugins that have called `next` in the first attempt, as one bit for each index below 64. Most calls have no
    /// other attempt.
    private var begunFirst: UInt64 = 0
    /// The other plugins that have called `next`, with the attempt in which they did.
    private var begun: [(index: Int, attempt: Int)] = []

    init(first: Int) {
        self.first = first
        last = first
    }

    /// Returns the attempt number for a call of `next`. A further call by the same plugin gets a new number.
    mutating func begin(_ attempt: Int, of index: Int) -> Int {
        if isFirst(attempt, of: index) { return attempt }
        last += 1
        return last
    }

    /// The session whose credentials an attempt has received from this plugin; `nil` if none has.
    func session(of plugin: AnyObject) -> Int? { sessions[ObjectIdentifier(plugin)] }

    /// Notes the session of the call, unless another attempt has.
    ///
    /// - Returns: The session of the call. It differs if an attempt at the same time has noted another one.
    mutating func enter(session: Int, of plugin: AnyObject) -> Int {
        let entered = sessions[ObjectIdentifier(plugin)] ?? session
        sessions[ObjectIdentifier(plugin)] = entered
        return entered
    }

    /// Counts a request that this plugin sends again because of its credentials.
    ///
    /// - Returns: `false` if the plugin has sent the call again as often as it may.
    mutating func takeResend(of plugin: AnyObject, maximum: Int) -> Bool {
        let count = resends[ObjectIdentifier(plugin)] ?? 0
        guard count < maximum else { return false }
        resends[ObjectIdentifier(plugin)] = count + 1
        return true
    }

    mutating func bind(_ field: OriginBoundAuthorization) {
        if !authorizations.contains(field) { authorizations.append(field) }
    }

    // MARK: - Private

    private mutating func isFirst(_ attempt: Int, of index: Int) -> Bool {
        if attempt == first, index < 64 {
            let bit: UInt64 = 1 << UInt64(index)
            defer { begunFirst |= bit }
            return begunFirst & bit == 0
        }
        if begun.contains(where: { $0.index == index && $0.attempt == attempt }) { return false }
        begun.append((index, attempt))
        return true
    }
}
