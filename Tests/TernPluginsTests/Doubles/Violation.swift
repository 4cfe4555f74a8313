/// A broken rule in a run of an exploration, which sees only thrown errors.
struct Violation: Error, CustomStringConvertible {
    let description: String

    /// Throws unless the rule holds.
    static func unless(_ holds: Bool, _ description: @autoclosure () -> String) throws {
        if !holds { throw Violation(description: description()) }
    }
}
