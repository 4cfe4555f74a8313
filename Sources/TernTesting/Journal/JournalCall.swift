import Tern

/// A request that a session or a server has received, in a journal. Its events are recorded until it ends.
final class JournalCall: Sendable {
    let name: String
    private let journal: Journal
    private let number: Int
    private let isOpen = Locked(true)

    /// Records that a request has arrived, or its head.
    ///
    /// - Parameter source: The place of the double.
    init(_ request: RecordedRequest, in journal: Journal, at source: SourcePosition) {
        name = "\(request)"
        self.journal = journal
        number = journal.begin(name, at: source, endsLate: true)
        record(.began(target: request.target))
    }

    /// Records an event, unless the call has ended.
    func record(_ kind: Journal.Event.Kind) {
        if isOpen.withLock(\.self) { journal.record(kind, call: number) }
    }

    /// Records the end of a response.
    func end(with status: Int) {
        end([.ended(.response(status: status))])
    }

    /// Records that there is no response, or that it isn't complete.
    func fail(_ code: TernError.Code) {
        end([.failed(code), .ended(.failure(code))])
    }

    /// Records that the client has disconnected.
    func abandon() {
        end([.ended(.failure(.cancelled))])
    }

    // MARK: - Private

    private func end(_ kinds: [Journal.Event.Kind]) {
        let wasOpen = isOpen.withLock { isOpen in
            defer { isOpen = false }
            return isOpen
        }
        guard wasOpen else { return }
        for kind in kinds { journal.record(kind, call: number) }
        journal.end(number)
    }
}
