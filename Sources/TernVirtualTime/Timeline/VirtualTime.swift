/// The time of an event in a timeline: a number of the scheduler's units, or an exact duration since the beginning.
///
/// ```swift
/// let scheduler = VirtualScheduler(unit: .milliseconds(10))
/// let taps = scheduler.hot([.next(2, "a"), .next(.milliseconds(25), "b"), .completed(3)])
/// ```
///
/// Two times are equal if they are the same duration since the beginning. A recorded time has the unit of its
/// scheduler, and an integer literal that is compared with it uses that unit. If neither time has a unit, the unit is a
/// second, the default of a scheduler.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
public struct VirtualTime: Sendable {
    private enum Form {
        case ticks(Int)
        case exact(Duration, unit: Duration?)
    }

    private let form: Form

    static let defaultUnit = Duration.seconds(1)

    /// A number of units. The scheduler defines the unit.
    public init(ticks: Int) {
        form = .ticks(ticks)
    }

    /// An exact duration since the beginning.
    public init(_ duration: Duration) {
        form = .exact(duration, unit: nil)
    }

    /// A time that was recorded by a scheduler with this unit.
    init(_ duration: Duration, unit: Duration) {
        form = .exact(duration, unit: unit)
    }

    /// A whole number of seconds since the beginning.
    public static func seconds(_ seconds: some BinaryInteger) -> VirtualTime { VirtualTime(.seconds(seconds)) }
    /// A number of seconds since the beginning.
    public static func seconds(_ seconds: Double) -> VirtualTime { VirtualTime(.seconds(seconds)) }
    /// A whole number of milliseconds since the beginning.
    public static func milliseconds(_ count: some BinaryInteger) -> VirtualTime { VirtualTime(.milliseconds(count)) }
    /// A number of milliseconds since the beginning.
    public static func milliseconds(_ count: Double) -> VirtualTime { VirtualTime(.milliseconds(count)) }
    /// A number of microseconds since the beginning.
    public static func microseconds(_ count: some BinaryInteger) -> VirtualTime { VirtualTime(.microseconds(count)) }
    /// A number of nanoseconds since the beginning.
    public static func nanoseconds(_ count: some BinaryInteger) -> VirtualTime { VirtualTime(.nanoseconds(count)) }

    /// The duration since the beginning.
    ///
    /// - Parameter unit: The duration of one unit.
    public func duration(unit: Duration) -> Duration {
        switch form {
        case .ticks(let ticks): unit.multipliedSaturated(by: ticks)
        case .exact(let duration, _): duration
        }
    }

    private func sharedUnit(with other: VirtualTime) -> Duration {
        unit ?? other.unit ?? Self.defaultUnit
    }

    private var unit: Duration? {
        if case .exact(_, let unit) = form { unit } else { nil }
    }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
extension VirtualTime: ExpressibleByIntegerLiteral {
    public init(integerLiteral ticks: Int) {
        self.init(ticks: ticks)
    }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
extension VirtualTime: Equatable {
    public static func == (one: VirtualTime, other: VirtualTime) -> Bool {
        if case .ticks(let one) = one.form, case .ticks(let other) = other.form { return one == other }
        let unit = one.sharedUnit(with: other)
        return one.duration(unit: unit) == other.duration(unit: unit)
    }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
extension VirtualTime: CustomStringConvertible {
    /// The number of units if it is whole and the unit is known, such as `20`. Otherwise the duration, such as
    /// `0.5 seconds`.
    public var description: String {
        switch form {
        case .ticks(let ticks): "\(ticks)"
        case .exact(let duration, let unit):
            unit.flatMap { duration.wholeCount(of: $0) }.map { "\($0)" } ?? "\(duration)"
        }
    }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
extension Duration {
    fileprivate func multipliedSaturated(by count: Int) -> Duration {
        let (product, overflow) = attoseconds.multipliedReportingOverflow(by: Int128(count))
        if overflow { return (attoseconds > 0) == (count > 0) ? .furthest : .zero - .furthest }
        return Duration(attoseconds: product)
    }

    fileprivate func wholeCount(of unit: Duration) -> Int? {
        guard unit > .zero else { return self == .zero ? 0 : nil }
        let (count, rest) = attoseconds.quotientAndRemainder(dividingBy: unit.attoseconds)
        return rest == 0 ? Int(exactly: count) : nil
    }
}
