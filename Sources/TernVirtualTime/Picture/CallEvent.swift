/// An event of a call that a test double records, for the picture of a run and for the texts of waits.
package enum CallEvent: Sendable {
    /// A request was sent. Its text must have no secrets. It is made only when it is shown.
    case sent(any CustomStringConvertible & Sendable)
    case responded
    case failed
    /// The call ended with this outcome.
    case ended(any CustomStringConvertible & Sendable)
    /// Another event, such as the beginning of the call.
    case other
}

/// A call of one of the journals that are used in a run.
package struct CallID: Sendable, Hashable {
    private let journal: ObjectIdentifier
    private let number: Int

    package init(journal: ObjectIdentifier, number: Int) {
        self.journal = journal
        self.number = number
    }
}
