/// The conformance cases that an engine fails, by name, each with a reason.
package struct EngineExceptions: Sendable, CustomStringConvertible {
    package enum Exception: Sendable {
        case fails(String)
        /// The case fails or passes, depending on a race.
        case failsAtTimes(String)
        /// The case isn't run with this engine.
        case isNotRun(String)
    }

    package let description: String
    private let exceptions: [String: Exception]

    package init(_ description: String, _ groups: [(Exception, [String])]) {
        self.description = description
        let pairs = groups.flatMap { exception, names in names.map { ($0, exception) } }
        exceptions = Dictionary(pairs) { first, _ in first }
    }

    package var names: Set<String> { Set(exceptions.keys) }

    package subscript(name: String) -> Exception? { exceptions[name] }
}
