/// One sending of a request: the values that a transport needs besides the request.
public struct Hop: Sendable {
    /// Whether the request must be sent on a new connection, not on one that an earlier exchange used. `true` when Tern
    /// sends the request again after a ``ConnectionLoss``, since other idle connections to the server may be lost as
    /// well.
    public package(set) var needsNewConnection: Bool {
        get { flags.contains(.needsNewConnection) }
        set { flags.set(.needsNewConnection, newValue) }
    }

    /// Whether Tern follows a redirect. Its body is then discarded, and may be longer than ``Request/bodyLimit``.
    public package(set) var followsRedirects: Bool {
        get { flags.contains(.followsRedirects) }
        set { flags.set(.followsRedirects, newValue) }
    }

    /// Receives progress updates, one after another, before the transport returns or throws. `nil` if the call has no
    /// progress handler.
    public var progress: TransferProgress.Handler? { sink?.report }

    package var sink: ProgressSink?
    private var flags: Flags

    /// Whether Tern has made the hop for a request of a call, so that the call counts it. `false` for a request that a
    /// ``TransportLayer`` sends by itself.
    package var isOfCall: Bool { flags.contains(.isOfCall) }

    /// Creates a hop, for the test of a transport, and for a request that a ``TransportLayer`` sends by itself. In a
    /// call, Tern creates it.
    public init(
        needsNewConnection: Bool = false,
        followsRedirects: Bool = true,
        progress: TransferProgress.Handler? = nil
    ) {
        sink = progress.map { ProgressSink($0) }
        flags = []
        self.needsNewConnection = needsNewConnection
        self.followsRedirects = followsRedirects
    }

    /// Creates the hop for a request of a call.
    package init(_ sink: ProgressSink?) {
        self.sink = sink
        flags = [.isOfCall, .followsRedirects]
    }

    /// In one field, since the compiler copies a value of more than six fields by a slower function.
    private struct Flags: OptionSet {
        let rawValue: UInt8

        static let needsNewConnection = Flags(rawValue: 1)
        static let followsRedirects = Flags(rawValue: 2)
        static let isOfCall = Flags(rawValue: 4)

        mutating func set(_ flag: Flags, _ isSet: Bool) {
            if isSet { insert(flag) } else { remove(flag) }
        }
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
