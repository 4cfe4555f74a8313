/// A broken rule in a run of an exploration, which sees only thrown errors.
package struct Violation: Error, CustomStringConvertible {
    package let description: String

    package init(_ description: String) {
        self.description = description
    }

    /// Throws unless the rule holds.
    package static func unless(_ holds: Bool, _ description: @autoclosure () -> String) throws {
        if !holds { throw Violation(description()) }
    }
}
