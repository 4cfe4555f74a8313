import Tern

/// The position of a request in a distributed trace (W3C Trace Context): the trace, the span, and the state of vendors.
///
/// A server continues the trace of the request that it handles:
///
/// ```swift
/// let parent = TraceContext(traceparent: headers["traceparent"] ?? "", tracestate: headers.values(for: "tracestate"))
/// try await TraceContext.$current.withValue(parent) { try await github.value(.user("octocat")) }
/// ```
public struct TraceContext: Sendable, Hashable {
    /// The parent of the spans of the current task's calls. `nil`, the default, for no parent. ``TraceParent`` in the
    /// options of a call overrides this value.
    @TaskLocal public static var current: TraceContext?

    let traceHigh: UInt64
    let traceLow: UInt64
    let span: UInt64

    /// Whether the trace is recorded (flag `sampled`, section 3.2.2.5.1).
    public let isSampled: Bool

    /// The members of `tracestate`, such as `"vendor=value,other=x"`. Empty if there are none.
    public let state: String

    /// - Parameter state: A valid `tracestate`.
    init(traceHigh: UInt64, traceLow: UInt64, span: UInt64, isSampled: Bool, state: String) {
        self.traceHigh = traceHigh
        self.traceLow = traceLow
        self.span = span
        self.isSampled = isSampled
        self.state = state
    }

    /// Creates a context from received fields. Returns `nil` if `traceparent` isn't valid: then a new trace begins, and
    /// `tracestate` is ignored (section 3.3). A `tracestate` is passed on as it was received, unless it has characters
    /// that no field can have.
    ///
    /// If the version is above 00, only the fields of version 00 are read. Only the flag `sampled` is kept.
    ///
    /// - Parameters:
    ///   - traceparent: The value of the `traceparent` field.
    ///   - tracestate: The values of all `tracestate` fields, in order. Empty by default.
    public init?(traceparent: String, tracestate: [String] = []) {
        guard let parsed = TraceContextParser.parse(traceparent) else { return nil }
        let state = tracestate.joined(separator: ",")
        self.init(
            traceHigh: parsed.high,
            traceLow: parsed.low,
            span: parsed.span,
            isSampled: parsed.flags & 1 == 1,
            state: HTTPField.isValid(value: state) ? state : ""
        )
    }

    /// The id of the trace: 32 lower-case hexadecimal digits.
    public var traceID: String { Hex.text { Hex.append(traceLow, to: Hex.append(traceHigh, to: $0)) } }

    /// The id of the span: 16 lower-case hexadecimal digits.
    public var spanID: String { Hex.text { Hex.append(span, to: $0) } }

    /// The value of the field `traceparent`, in version 00.
    public var traceparent: String {
        Hex.text { start in
            var place = Hex.append(ascii: "00-", to: start)
            place = Hex.append(traceLow, to: Hex.append(traceHigh, to: place))
            place = Hex.append(span, to: Hex.append(ascii: "-", to: place))
            return Hex.append(ascii: isSampled ? "-01" : "-00", to: place)
        }
    }

    /// A span of this trace, with this span as its parent.
    func child(_ span: UInt64) -> TraceContext {
        TraceContext(traceHigh: traceHigh, traceLow: traceLow, span: span, isSampled: isSampled, state: state)
    }
}

extension TraceContext: CustomStringConvertible, TextReflectable {
    /// The `traceparent`, without the state, which may be private to a vendor.
    public var description: String { traceparent }
}

/// The attribute with the parent of a call's spans:
///
/// ```swift
/// var options = CallOptions()
/// options.attributes[TraceParent.self] = parent
/// ```
public enum TraceParent: RequestAttributeKey {
    /// `nil`. The parent is then ``TraceContext/current``.
    public static let defaultValue: TraceContext? = nil
}

/// Writes hexadecimal digits.
enum Hex {
    typealias Place = UnsafeMutablePointer<UInt8>

    /// A text of at most 55 bytes of ASCII.
    static func text(_ write: (Place) -> Place) -> String {
        String(unsafeUninitializedCapacity: 55) { buffer in
            guard let start = buffer.baseAddress else { return 0 }
            return write(start) - start
        }
    }

    static func append(_ number: UInt64, to place: Place) -> Place {
        for digit in 0..<16 {
            let value = UInt8(truncatingIfNeeded: number >> UInt64(60 - 4 * digit)) & 15
            place[digit] = value < 10 ? value + UInt8(ascii: "0") : value - 10 + UInt8(ascii: "a")
        }
        return place + 16
    }

    static func append(ascii text: StaticString, to place: Place) -> Place {
        place.update(from: text.utf8Start, count: text.utf8CodeUnitCount)
        return place + text.utf8CodeUnitCount
    }
}
