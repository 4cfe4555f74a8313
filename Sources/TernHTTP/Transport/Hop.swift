/// One sending of a request: what a transport has to know besides the request.
public struct Hop: Sendable {
    /// Whether the request must be sent on a new connection, not on one that an earlier exchange used. `true` when Tern
    /// sends the request again after a ``ConnectionLoss``, since other idle connections to the server may be lost as
    /// well.
    public let needsNewConnection: Bool

    /// Whether Tern follows a redirect. Its body is then discarded, and may be longer than ``Request/bodyLimit``.
    public let followsRedirects: Bool

    /// Receives progress updates, one after another, before the transport returns or throws. `nil` if the call has no progress handler.
    public var progress: TransferProgress.Handler? { sink?.report }

    package let sink: ProgressSink?
    /// Whether Tern has made the hop for a request of a call, so that the call counts it. `false` for a request that a
    /// ``TransportLayer`` sends by itself.
    package let isOfCall: Bool

    /// Creates a hop, for the test of a transport, and for a request that a ``TransportLayer`` sends by itself. In a
    /// call, Tern creates it.
    public init(
        needsNewConnection: Bool = false,
        followsRedirects: Bool = true,
        progress: TransferProgress.Handler? = nil
    ) {
        self.init(
            progress.map { ProgressSink($0) },
            needsNewConnection: needsNewConnection,
            followsRedirects: followsRedirects,
            isOfCall: false
        )
    }

    package init(
        _ sink: ProgressSink?,
        needsNewConnection: Bool = false,
        followsRedirects: Bool = true,
        isOfCall: Bool = true
    ) {
        self.sink = sink
        self.isOfCall = isOfCall
        self.needsNewConnection = needsNewConnection
        self.followsRedirects = followsRedirects
    }
}

/// Receives the progress of one exchange.
package final class ProgressSink: Sendable {
    package let report: TransferProgress.Handler
    /// Stores an update if no call currently has a progress handler. Returns whether it stored the update.
    ///
    /// If the update was stored, an engine needn't call ``report`` on a queue. After the first update that wasn't
    /// stored, no later update is stored, so that the updates on the queue stay in order. `nil` if every update goes to
    /// ``report``.
    let record: (@Sendable (TransferProgress) -> Bool)?

    package init(_ report: @escaping TransferProgress.Handler, record: (@Sendable (TransferProgress) -> Bool)? = nil) {
        self.report = report
        self.record = record
    }
}
