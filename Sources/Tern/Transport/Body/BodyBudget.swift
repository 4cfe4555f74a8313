/// Limits the memory of all streamed bodies of one transport that wait for their readers.
///
/// Each stream may always hold ``minimumBytes``, so that it continues at its reader's speed, regardless of the number
/// of streams.
final class BodyBudget: Sendable {
    /// The limit for one stream, while all streams together hold less than ``totalBytes``.
    static let maximumBytes = 512 * 1024
    /// The limit for one stream, when all streams together hold ``totalBytes``.
    static let minimumBytes = 64 * 1024
    /// The limit for all streams together: 32 MiB.
    static let totalBytes = 32 * 1024 * 1024

    private let usedBytes = Locked(0)

    /// The current limit for one stream.
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
