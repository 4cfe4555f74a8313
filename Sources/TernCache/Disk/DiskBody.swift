import Foundation

/// A part of the body of an entry, in pieces of at most 64 KiB, each of which is verified before it is delivered.
///
/// A damaged block ends it with an error: a body that ends without one is whole.
struct DiskBody: AsyncSequence, Sendable {
    struct Damaged: Error {}

    struct Iterator: AsyncIteratorProtocol {
        fileprivate let entry: DiskEntry
        fileprivate var rest: Range<Int>

        mutating func next() async throws -> Data? {
            guard !rest.isEmpty else { return nil }
            let (index, skipped) = rest.lowerBound.quotientAndRemainder(dividingBy: DiskFooter.blockBytes)
            guard let block = await entry.block(index) else { throw Damaged() }
            let piece = block.dropFirst(skipped).prefix(rest.count)
            rest = rest.lowerBound + piece.count..<rest.upperBound
            return piece.count == block.count ? block : Data(piece)
        }
    }

    fileprivate let entry: DiskEntry
    fileprivate let range: Range<Int>

    func makeAsyncIterator() -> Iterator { Iterator(entry: entry, rest: range) }
}

extension DiskEntry {
    /// - Parameter range: Within the body.
    func blocks(_ range: Range<Int>) -> DiskBody { DiskBody(entry: self, range: range) }
}
