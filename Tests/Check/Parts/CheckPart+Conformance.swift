import Tern
import TernConformance
import TestDoubles

extension CheckPart {
    /// The cases that every transport must pass, on the engine of this platform.
    static var conformance: CheckPart {
        CheckPart(
            name: "Conformance",
            width: 4,
            limit: .seconds(40),
            cases: TransportConformance.cases.map { item in
                CheckCase(item.name, skipped: reasonToSkip(item)) {
                    do throws(ConformanceFailure) {
                        // Less than the limit of the part, since this failure has what was seen until then.
                        try await item.run(within: .seconds(30)) { try .platform($0) }
                    } catch {
                        throw CheckFailure(error.violations.joined(separator: "\n"))
                    }
                }
            }
        )
    }

    #if os(Linux)
        private static let missing: Set<TransportConformance.Feature> = []
        private static let exceptions = EngineExceptions.curl
    #else
        /// Apple's session always negotiates the version of HTTP, and has no Unix domain sockets and no trailers.
        private static let missing: Set<TransportConformance.Feature> = [.http2, .unixSockets, .trailers]
        private static let exceptions = EngineExceptions.appleURLSession
    #endif

    private static func reasonToSkip(_ item: TransportConformance.Case) -> String? {
        let missing = item.features.intersection(missing).map { "\($0)" }.sorted()
        if !missing.isEmpty { return "The engine doesn't offer \(missing.joined(separator: ", "))." }
        return switch exceptions[item.name] {
        case .fails(let reason), .failsAtTimes(let reason), .isNotRun(let reason): reason
        case nil: nil
        }
    }
}
