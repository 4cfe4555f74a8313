/// How far a call is, in bytes of body each way.
///
/// The numbers never fall. What the server doesn't announce is `nil`.
public struct TransferProgress: Hashable, Sendable {
    public var sentBytes: Int64
    public var expectedSentBytes: Int64?
    public var receivedBytes: Int64
    public var expectedReceivedBytes: Int64?

    public init(
        sentBytes: Int64 = 0,
        expectedSentBytes: Int64? = nil,
        receivedBytes: Int64 = 0,
        expectedReceivedBytes: Int64? = nil
    ) {
        self.sentBytes = sentBytes
        self.expectedSentBytes = expectedSentBytes
        self.receivedBytes = receivedBytes
        self.expectedReceivedBytes = expectedReceivedBytes
    }

    /// The part that is done, from 0 to 1: of the body received once there is some, of the body sent before.
    /// `nil` where the whole is not known.
    public var fractionCompleted: Double? {
        if receivedBytes > 0 {
            return expectedReceivedBytes.map { Self.fraction(of: receivedBytes, in: $0) }
        }
        return expectedSentBytes.map { Self.fraction(of: sentBytes, in: $0) }
    }

    private static func fraction(of done: Int64, in whole: Int64) -> Double {
        whole > 0 ? min(1, Double(done) / Double(whole)) : 1
    }
}

/// Is told how far a call is. Calls come one after another, before the call ends. A handler that is slower than the
/// network misses some, but never the last.
public typealias ProgressHandler = @Sendable (TransferProgress) -> Void
