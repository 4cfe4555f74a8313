/// What an engine can't do, by the names of the conformance cases.
struct EngineExceptions: Sendable, CustomStringConvertible {
    enum Exception: Sendable {
        case fails(String)
        /// It depends on who is first.
        case failsAtTimes(String)
        /// It can't be run in this process.
        case endsTheProcess(String)
    }

    let description: String
    private let exceptions: [String: Exception]

    init(_ description: String, _ groups: [(Exception, [String])]) {
        self.description = description
        let pairs = groups.flatMap { exception, names in names.map { ($0, exception) } }
        exceptions = Dictionary(pairs) { first, _ in first }
    }

    var names: Set<String> { Set(exceptions.keys) }

    subscript(name: String) -> Exception? { exceptions[name] }
}
