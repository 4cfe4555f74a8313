/// The progress of a call: body bytes sent and received.
///
/// The numbers of sent and received bytes never decrease. An expected number is `nil` if the length of that body isn't
/// known.
public struct TransferProgress: Hashable, Sendable {
    /// Receives progress updates: bytes sent and received. Updates arrive one after another, before the call ends. A
    /// handler that is slower than the network misses some updates, but never the last one.
    public typealias Handler = @Sendable (TransferProgress) -> Void

    /// The bytes of the request's body that were sent.
    public var sentBytes: Int64
    /// The length of the request's body.
    public var expectedSentBytes: Int64?

    /// The received bytes of the response's body. For a download that continues a partial file, they include the bytes
    /// of that file: ``resumedBytes``.
    public var receivedBytes: Int64

    /// The length of the response's body. For a download that continues a partial file, the length of the whole file.
    public var expectedReceivedBytes: Int64?

    /// The part of ``receivedBytes`` that was received by earlier calls: the bytes of the partial file that a download
    /// continues. `receivedBytes - resumedBytes` is what this call has received. 0 for every other call.
    public var resumedBytes: Int64

    /// Creates an update, for the test of a progress handler. Each parameter sets the property of the same name.
    public init(
        sentBytes: Int64 = 0,
        expectedSentBytes: Int64? = nil,
        receivedBytes: Int64 = 0,
        expectedReceivedBytes: Int64? = nil,
        resumedBytes: Int64 = 0
    ) {
        self.sentBytes = sentBytes
        self.expectedSentBytes = expectedSentBytes
        self.receivedBytes = receivedBytes
        self.expectedReceivedBytes = expectedReceivedBytes
        self.resumedBytes = resumedBytes
    }

    /// The sent fraction of the request's body, from 0 to 1. `nil` if the length of that body isn't known.
    public var fractionSent: Double? { expectedSentBytes.map { Self.fraction(of: sentBytes, in: $0) } }

    /// The received fraction of the response's body, from 0 to 1. `nil` if the length of that body isn't known.
    public var fractionReceived: Double? {
        expectedReceivedBytes.map { Self.fraction(of: receivedBytes, in: $0) }
    }

    /// ``fractionSent`` for a request with a body, and otherwise ``fractionReceived``: so a bar doesn't begin again
    /// when the response follows.
    public var fractionCompleted: Double? {
        sentBytes > 0 || expectedSentBytes ?? 0 > 0 ? fractionSent : fractionReceived
    }

    private static func fraction(of done: Int64, in whole: Int64) -> Double {
        whole > 0 ? min(1, Double(done) / Double(whole)) : 1
    }
}
