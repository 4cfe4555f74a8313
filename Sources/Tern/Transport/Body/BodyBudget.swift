/// Bounds what all streamed bodies of one transport hold in memory while their readers are behind.
///
/// A stream may always hold ``minimumBytes``, so that each goes on at its reader's speed however many there are.
final class BodyBudget: Sendable {
    /// For one stream, while there is room for all.
    static let maximumBytes = 512 * 1024
    /// For one stream, where the streams together hold ``totalBytes``.
    static let minimumBytes = 64 * 1024
    /// For all streams: 32 MiB.
    static let totalBytes = 32 * 1024 * 1024

    private let usedBytes = Locked(0)

    /// How much one stream may hold at present.
    var bytesPerStream: Int {
        usedBytes.withLock(\.self) < Self.totalBytes ? Self.maximumBytes : Self.minimumBytes
    }

    func use(_ bytes: Int) {
        usedBytes.withLock { $0 += bytes }
    }

    func release(_ bytes: Int) {
        usedBytes.withLock { $0 -= bytes }
    }
}
