import Foundation
import TernHTTP

/// Measures from the beginning of a transaction.
struct TransactionClock {
    let start: Date

    /// - Returns: `nil` if the session hasn't measured the time. Zero if the event was before the transaction: the session
    ///   may send a request on a connection that it began to open for an earlier request.
    func duration(to date: Date?) -> Duration? {
        date.map { .seconds(max(0, $0.timeIntervalSince(start))) }
    }
}

#if !canImport(FoundationNetworking)
    extension Response.Metrics {
        /// The metrics of the session's last transaction. `nil` if there was none.
        init?(_ metrics: URLSessionTaskMetrics) {
            guard let last = metrics.transactionMetrics.last, let start = last.fetchStartDate else { return nil }
            let clock = TransactionClock(start: start)
            // The other transactions are cached responses and attempts to connect.
            let sendings = metrics.transactionMetrics.filter {
                $0.resourceFetchType == .networkLoad && $0.requestStartDate != nil
            }
            let isReused = last.isReusedConnection
            self.init(
                nameLookup: isReused ? nil : clock.duration(to: last.domainLookupEndDate),
                connect: isReused ? nil : clock.duration(to: last.secureConnectionStartDate ?? last.connectEndDate),
                tls: isReused ? nil : clock.duration(to: last.secureConnectionEndDate),
                firstByte: clock.duration(to: last.responseStartDate),
                total: clock.duration(to: last.responseEndDate) ?? .seconds(metrics.taskInterval.duration),
                sentBodyBytes: last.countOfRequestBodyBytesSent,
                receivedBodyBytes: last.countOfResponseBodyBytesReceived,
                protocolName: last.networkProtocolName,
                remoteAddress: last.remoteAddress,
                remotePort: last.remotePort,
                isConnectionReused: isReused,
                sentRequests: max(1, sendings.count)
            )
        }
    }
#endif
