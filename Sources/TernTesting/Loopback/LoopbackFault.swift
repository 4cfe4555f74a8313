/// A fault in a response. See `SampleResponse.failing(_:)`.
///
/// ```swift
/// .json(user).failing(.close(at: .beforeHead))            // the connection is closed without a response
/// .json(user).failing(.reset(at: .afterHead))             // the connection is reset after the head
/// .json(user).failing(.stall(at: .afterBodyBytes(10)))    // ten bytes of the body, then nothing
/// .json(user).failing(.throttled(bytesPerSecond: 100, clock: clock))
/// ```
///
/// To refuse a connection, use a ``ClosedLoopbackPort``. `SampleResponse.verbatim(_:)` sends bytes that aren't HTTP, and
/// a `Content-Length` field in the headers of a response may differ from the size of its body.
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
        case .throttled(let pace): "throttled(bytesPerSecond: \(pace.bytesPerSecond))"
        }
    }
}
