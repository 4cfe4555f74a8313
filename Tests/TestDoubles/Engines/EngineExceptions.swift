import Foundation

/// The conformance cases that an engine fails, by name, each with a reason. A `*` in a name stands for any text. If
/// several names fit a case, the first one counts.
package struct EngineExceptions: Sendable, CustomStringConvertible {
    package enum Exception: Sendable {
        case fails(String)
        /// The case fails or passes, depending on a race.
        case failsAtTimes(String)
        /// The case isn't run with this engine.
        case isNotRun(String)
    }

    package let description: String
    private let exceptions: [(name: String, exception: Exception)]

    package init(_ description: String, _ groups: [(Exception, [String])]) {
        self.description = description
        exceptions = groups.flatMap { exception, names in names.map { ($0, exception) } }
    }

    package subscript(name: String) -> Exception? {
        exceptions.first { Self.fits($0.name, name) }?.exception
    }

    /// The names in the list that fit none of these names.
    package func unknownNames(among names: [String]) -> [String] {
        exceptions.map(\.name).filter { pattern in !names.contains { Self.fits(pattern, $0) } }
    }

    private static func fits(_ pattern: String, _ name: String) -> Bool {
        let parts = pattern.components(separatedBy: "*")
        guard let last = parts.last, parts.count > 1 else { return pattern == name }
        guard name.hasPrefix(parts[0]) else { return false }
        var rest = name.dropFirst(parts[0].count)
        for part in parts.dropFirst().dropLast() {
            guard let range = rest.range(of: part) else { return false }
            rest = rest[range.upperBound...]
        }
        return rest.hasSuffix(last)
    }
}
