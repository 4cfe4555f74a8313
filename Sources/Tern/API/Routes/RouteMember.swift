/// A member of a routed target whose default comes from the route.
///
/// The default of such a member evaluates the route. Swift can't tell whether a type declares a member or has the
/// default. To read the declared ones without evaluating the route again, ``declared(by:_:)`` announces the member that
/// it reads, and the default of this member then returns the value of a target that declares nothing.
///
/// The announcement is for one member of one type, so it can't reach a default that other code calls: if the type
/// declares the member, its default is never called, and otherwise the default is the only code that runs.
enum RouteMember: String, Sendable {
    case path
    case method
    case task
    case headers
    case crossOriginHeaders
    case validation
    case authorization
    case timeout
    case sampleData

    /// The path and the method of a target that declares none. No request can have them.
    static let undeclared = "\u{0}"

    private struct Reading: Sendable {
        let member: RouteMember
        let targetType: ObjectIdentifier
    }

    @TaskLocal private static var reading: Reading?

    /// The value of the member that the target declares, or that of a target that declares nothing.
    func declared<Target: RoutedTarget, Value>(by target: Target, _ read: (Target) -> Value) -> Value {
        let reading = Reading(member: self, targetType: ObjectIdentifier(Target.self))
        return Self.$reading.withValue(reading) { read(target) }
    }

    /// Whether `declared(by:_:)` reads this member of this type.
    func isRead(of type: (some RoutedTarget).Type) -> Bool {
        guard let reading = Self.reading else { return false }
        return reading.member == self && reading.targetType == ObjectIdentifier(type)
    }
}
