import Foundation

/// The bodies of one stubbed exchange, with their progress.
struct StubBodies {
    private(set) var received = Data()
    private var progress = TransferProgress()
    private let report: TransferProgress.Handler?
    private var expectedBytes = 0

    init(of request: Request, _ hop: Hop) {
        report = hop.progress
        if let length = request.body?.length, length > 0 { progress.expectedSentBytes = length }
    }

    /// The number of bytes of the request's body that remain to be sent.
    var unsentBytes: Int { Int(clamping: (progress.expectedSentBytes ?? 0) - progress.sentBytes) }

    mutating func send(_ bytes: Int) {
        guard bytes > 0 else { return }
        report?(addSent(bytes))
    }

    /// Counts further sent bytes without reporting them.
    ///
    /// - Returns: The progress to report.
    mutating func addSent(_ bytes: Int) -> TransferProgress {
        progress.sentBytes += Int64(bytes)
        return progress
    }

    /// - Throws: `TernError` with code `.bodyTooLarge` if the chunks exceed the limit.
    mutating func expect(_ chunks: [Data], limit: Int, status: Int) throws {
        expectedBytes = chunks.reduce(0) { $0 + $1.count }
        progress.expectedReceivedBytes = Int64(expectedBytes)
        guard expectedBytes == 0 || expectedBytes <= limit else {
            throw TernError.bodyTooLarge(limit: limit, status: status)
        }
        if chunks.count > 1 { received.reserveCapacity(expectedBytes) }
    }

    /// Announces a body that isn't collected.
    mutating func expectStream(of chunks: [Data]) {
        progress.expectedReceivedBytes = chunks.reduce(0) { $0 + Int64($1.count) }
    }

    mutating func receive(_ chunk: Data) {
        guard !chunk.isEmpty else { return }
        if chunk.count == expectedBytes { received = chunk } else { received.append(chunk) }
        report?(addReceived(chunk.count))
    }

    /// Counts further received bytes without reporting them.
    ///
    /// - Returns: The progress to report.
    mutating func addReceived(_ bytes: Int) -> TransferProgress {
        progress.receivedBytes += Int64(bytes)
        return progress
    }
}
