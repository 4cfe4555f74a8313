import Foundation
import Tern

/// Writes one response for a ``DiskStore``.
final class DiskResponseWriter: CacheWriter {
    private struct State: Sendable {
        /// `nil` while a piece is being written, and after the commit.
        var writer: DiskWriter?
        var isGivenUp = false

        mutating func take() -> DiskWriter? { writer.take() }

        mutating func giveUp() {
            isGivenUp = true
            writer?.fail()
        }

        mutating func putBack(_ writer: DiskWriter) {
            self.writer = writer
            if isGivenUp { giveUp() }
        }
    }

    private let response: StoredResponse
    private let partition: Partition
    private let store: DiskStore
    private let state: Guarded<State>
    private let number: UInt64

    init(_ response: StoredResponse, _ partition: Partition, _ writer: DiskWriter, in store: DiskStore) {
        self.response = response
        self.partition = partition
        self.store = store
        let state = Guarded(State(writer: writer))
        self.state = state
        number = store.entries.begin { state.withLock { $0.giveUp() } }
    }

    deinit {
        store.entries.end(number)
    }

    func append(_ piece: Data) async {
        // Pieces come one after the other.
        guard var writer = state.withLock({ $0.take() }) else { return }
        await writer.append(piece)
        state.withLock { [writer] in $0.putBack(writer) }
        if writer.hasFailed { store.entries.end(number) } else { store.entries.add(piece.count, to: number) }
    }

    func commit(trailers: HTTPHeaders, _ fill: Fill) async {
        guard var writer = state.withLock({ $0.take() }) else { return }
        store.entries.end(number)
        let whole = StoredResponse(response, body: .data(Data()), trailers: trailers)
        await writer.commit(record: DiskRecord.encoded(whole, in: partition)) { [store] in store.isAllowed(fill) }
    }
}
