/// The attempts of one call, and the values that its plugins keep from one attempt to the next.
struct CallAttempts: Sendable {
    private struct Attempt {
        /// The depth of the last plugin that has called `next`. The plugins before it have called it, too.
        var depth = -1
        /// Whether a request was sent since the attempt's request has last reached ``Redirects``. A cache can respond with
        /// a redirect although nothing was sent.
        var hasSent = false
        /// Whether the next request follows a redirect of one that was sent.
        var isRedirect = false
    }

    /// The number of the first attempt.
    private let firstNumber: Int
    /// The highest attempt number so far.
    private var lastNumber: Int
    /// The first attempt. Most calls have no other one.
    private var first = Attempt()
    /// The further attempts, by number.
    private var others: [Int: Attempt] = [:]
    /// The number of times that a request was sent.
    var sent = 0
    /// The values that plugins have set, by key. Each is a `Locked` value.
    private var values: [ObjectIdentifier: any Sendable] = [:]

    init(first number: Int) {
        firstNumber = number
        lastNumber = number
    }

    /// Returns the attempt number for a call of `next`. A further call by the same plugin gets a new number.
    ///
    /// - Parameter depth: The depth of the plugin.
    mutating func begin(_ number: Int, at depth: Int) -> Int {
        if depth > self[number].depth {
            self[number].depth = depth
            return number
        }
        lastNumber += 1
        self[lastNumber].depth = depth
        return lastNumber
    }

    // MARK: - Sent requests

    /// Notes that the request of an attempt is sent next.
    ///
    /// - Parameter isRedirect: Whether it follows a redirect.
    mutating func pass(isRedirect: Bool, in number: Int) {
        self[number].isRedirect = isRedirect && self[number].hasSent
        if !isRedirect { self[number].hasSent = false }
    }

    /// Counts a request that an attempt sends, unless it follows a redirect of one that was counted.
    ///
    /// - Returns: Whether it was counted.
    mutating func send(in number: Int) -> Bool {
        defer { (self[number].hasSent, self[number].isRedirect) = (true, false) }
        if self[number].isRedirect { return false }
        sent += 1
        return true
    }

    // MARK: - Values

    /// The value of a key. `nil` if no plugin has set it.
    func value<Key: RequestAttributeKey>(of key: Key.Type) -> Locked<Key.Value>? {
        values[ObjectIdentifier(key)] as? Locked<Key.Value>
    }

    mutating func settableValue<Key: RequestAttributeKey>(
        of key: Key.Type,
        beginningWith first: Key.Value
    ) -> Locked<Key.Value> {
        if let value = value(of: key) { return value }
        let value = Locked(first)
        values[ObjectIdentifier(key)] = value
        return value
    }

    // MARK: - Private

    private subscript(number: Int) -> Attempt {
        get { number == firstNumber ? first : others[number] ?? Attempt() }
        set { if number == firstNumber { first = newValue } else { others[number] = newValue } }
    }
}
