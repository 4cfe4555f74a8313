import Foundation

/// The body of an entry in blocks of 64 KiB, each of which is verified before it is delivered.
///
/// A damaged block ends it with an error: a body that ends without one is whole.
struct DiskBody: AsyncSequence, Sendable {
    struct Damaged: Error {}

    struct Iterator: AsyncIteratorProtocol {
        fileprivate let entry: DiskEntry
        fileprivate var index = 0

        mutating func next() async throws -> Data? {
            guard index < entry.blockCount else { return nil }
            guard let block = await entry.block(index) else { throw Damaged() }
            index += 1
            return block
        }
    }

    fileprivate let entry: DiskEntry

    func makeAsyncIterator() -> Iterator { Iterator(entry: entry) }
}

extension DiskEntry {
    var blocks: DiskBody { DiskBody(entry: self) }
}
