#if !canImport(FoundationNetworking)
    import Foundation

    extension TransportMetrics {
        /// The metrics of the session's last transaction. `nil` if there was none.
        init?(_ metrics: URLSessionTaskMetrics) {
            guard let last = metrics.transactionMetrics.last, let start = last.fetchStartDate else { return nil }
            func duration(to date: Date?) -> Duration? {
                date.map { .seconds($0.timeIntervalSince(start)) }
            }
            // The other transactions are cached responses and attempts to connect.
            let sendings = metrics.transactionMetrics.filter {
                $0.resourceFetchType == .networkLoad && $0.requestStartDate != nil
            }
            let isReused = last.isReusedConnection
            self.init(
                nameLookup: isReused ? nil : duration(to: last.domainLookupEndDate),
                connect: isReused ? nil : duration(to: last.secureConnectionStartDate ?? last.connectEndDate),
                tls: isReused ? nil : duration(to: last.secureConnectionEndDate),
                firstByte: duration(to: last.responseStartDate),
                total: duration(to: last.responseEndDate) ?? .seconds(metrics.taskInterval.duration),
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
