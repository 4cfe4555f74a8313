/// What goes wrong with an answer, and where; see ``LoopbackResponse/failing(_:)``.
///
/// ```swift
/// .json(user).failing(.close(at: .beforeHead))            // the connection ends without an answer
/// .json(user).failing(.reset(at: .afterHead))             // it is reset once the head is there
/// .json(user).failing(.stall(at: .afterBodyBytes(10)))    // ten bytes of the body, then silence
/// .json(user).failing(.garbageStatusLine)                 // no HTTP
/// .json(user).failing(.wrongLength(9_000))                // a Content-Length that isn't the body's
/// .json(user).failing(.oneByteAtATime)                    // whole and right, but in the smallest pieces
/// .json(user).failing(.throttled(bytesPerSecond: 100, clock: clock))
/// ```
///
/// A connection that is refused has no answer to put a fault into: that is a ``ClosedLoopbackPort``.
public struct LoopbackFault: Sendable, Equatable {
    /// How far an answer gets.
    public enum Phase: Sendable, Hashable {
        /// Nothing is sent, informational answers neither.
        case beforeHead
        /// The head is sent whole.
        case afterHead
        /// So many bytes of the body are sent, its transfer coding not counted. All of them if it has fewer; a chunked
        /// body is without its last chunk even then.
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

    /// How fast a body is sent. Equal by the rate, since clocks can't be compared.
    struct Pace: Sendable, Equatable {
        let bytesPerSecond: Int
        let clock: any Clock<Duration>

        static func == (lhs: Pace, rhs: Pace) -> Bool { lhs.bytesPerSecond == rhs.bytesPerSecond }
    }

    let kind: Kind

    /// The connection is closed.
    public static func close(at phase: Phase) -> LoopbackFault { LoopbackFault(kind: .end(.close, at: phase)) }

    /// The connection is reset (RST).
    public static func reset(at phase: Phase) -> LoopbackFault { LoopbackFault(kind: .end(.reset, at: phase)) }

    /// Nothing more is sent, and the connection stays open until the client closes it.
    public static func stall(at phase: Phase) -> LoopbackFault { LoopbackFault(kind: .end(.stall, at: phase)) }

    /// Another protocol's bytes stand where the status line should; the rest of the answer follows. The connection is
    /// closed after it.
    public static let garbageStatusLine = LoopbackFault(kind: .garbageStatusLine)

    /// `Content-Length` is this; the body is sent as it is, and the connection closed after it if that isn't its size.
    public static func wrongLength(_ bytes: Int) -> LoopbackFault { LoopbackFault(kind: .wrongLength(bytes)) }

    /// Head and body are handed to the network byte by byte.
    public static let oneByteAtATime = LoopbackFault(kind: .oneByteAtATime)

    /// The head is sent at once, the body at this rate, in ten pieces a second or byte by byte.
    ///
    /// - Parameters:
    ///   - bytesPerSecond: At least 1.
    ///   - clock: What the server waits on before each piece. Real time by default; a test passes its own.
    public static func throttled(
        bytesPerSecond: Int,
        clock: any Clock<Duration> = ContinuousClock()
    ) -> LoopbackFault {
        LoopbackFault(kind: .throttled(Pace(bytesPerSecond: max(1, bytesPerSecond), clock: clock)))
    }
}

extension LoopbackFault: CustomStringConvertible {
    /// `close(at: afterHead)`.
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
