/// A fault in a response. See `SampleResponse.failing(_:)`.
///
/// ```swift
/// .json(user).failing(.close(at: .beforeHead))            // the connection is closed without a response
/// .json(user).failing(.reset(at: .afterHead))             // the connection is reset after the head
/// .json(user).failing(.stall(at: .afterBodyBytes(10)))    // ten bytes of the body, then nothing
/// .json(user).failing(.garbageStatusLine)                 // not HTTP
/// .json(user).failing(.wrongLength(9_000))                // a Content-Length other than the size of the body
/// .json(user).failing(.oneByteAtATime)                    // complete and correct, but byte by byte
/// .json(user).failing(.throttled(bytesPerSecond: 100, clock: clock))
/// ```
///
/// To refuse a connection, use a ``ClosedLoopbackPort``.
public struct LoopbackFault: Sendable, Equatable {
    /// The position in a response at which a fault occurs.
    ///
    /// The client never receives a complete response: if nothing of the response follows the position, it is sent
    /// without its end, as with `SampleResponse.stalling()`.
    @nonexhaustive
    public enum Phase: Sendable, Hashable {
        /// Before any bytes, including those of informational responses.
        case beforeHead
        /// After the complete head.
        case afterHead
        /// After this number of body bytes, not counting the bytes of the transfer coding. If the body is shorter,
        /// after the whole body.
        case afterBodyBytes(Int)
    }

    enum End: Sendable, Equatable {
        case close, reset, stall
    }

    enum Kind: Sendable, Equatable {
        case end(End, at: Phase)
        case garbageStatusLine
        case wrongLength(Int)
        case oneByteAtATime
        case throttled(Pace)
    }

    /// The rate at which a body is sent. Equality compares only the rate, because clocks can't be compared.
    struct Pace: Sendable, Equatable {
        let bytesPerSecond: Int
        let clock: any Clock<Duration>

        static func == (lhs: Pace, rhs: Pace) -> Bool { lhs.bytesPerSecond == rhs.bytesPerSecond }
    }

    let kind: Kind

    /// Closes the connection.
    public static func close(at phase: Phase) -> LoopbackFault { LoopbackFault(kind: .end(.close, at: phase)) }

    /// Resets the connection (RST).
    public static func reset(at phase: Phase) -> LoopbackFault { LoopbackFault(kind: .end(.reset, at: phase)) }

    /// Stops sending, and keeps the connection open until the client closes it.
    public static func stall(at phase: Phase) -> LoopbackFault { LoopbackFault(kind: .end(.stall, at: phase)) }

    /// Sends bytes of another protocol instead of the status line. The rest of the response follows, and then the
    /// connection is closed.
    public static let garbageStatusLine = LoopbackFault(kind: .garbageStatusLine)

    /// Sends this number as `Content-Length`, and the body unchanged. If the body has another size, the connection is
    /// closed after it.
    public static func wrongLength(_ bytes: Int) -> LoopbackFault { LoopbackFault(kind: .wrongLength(bytes)) }

    /// Sends the head and the body byte by byte.
    public static let oneByteAtATime = LoopbackFault(kind: .oneByteAtATime)

    /// Sends the head immediately and the body at this rate, in ten pieces per second or byte by byte.
    ///
    /// - Parameters:
    ///   - bytesPerSecond: The rate, at least 1.
    ///   - clock: The clock on which the server waits before each piece. Real time by default; tests pass their own
    ///     clock.
    public static func throttled(
        bytesPerSecond: Int,
        clock: any Clock<Duration> = ContinuousClock()
    ) -> LoopbackFault {
        LoopbackFault(kind: .throttled(Pace(bytesPerSecond: max(1, bytesPerSecond), clock: clock)))
    }
}

extension LoopbackFault: CustomStringConvertible {
    /// For example `close(at: afterHead)`.
    public var description: String {
        switch kind {
        case .end(let end, let phase): "\(end)(at: \(phase))"
        case .garbageStatusLine: "garbageStatusLine"
        case .wrongLength(let bytes): "wrongLength(\(bytes))"
        case .oneByteAtATime: "oneByteAtATime"
        case .throttled(let pace): "throttled(bytesPerSecond: \(pace.bytesPerSecond))"
        }
    }
}
