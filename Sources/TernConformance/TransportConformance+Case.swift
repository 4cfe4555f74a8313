import Foundation
import Tern
import TernTesting

extension TransportConformance {
    /// Creates the transport under test. Each case calls it at least once.
    public typealias MakeTransport = @Sendable (TransportConfiguration) throws -> any Transport

    /// A check of one behavior.
    public struct Case: Sendable {
        /// The behavior as a sentence without its subject, the transport: "follows a relative Location".
        public let name: String

        /// The optional features that a transport needs for this case. Empty if every transport has to pass it.
        public let features: Set<Feature>

        private let body: @Sendable (Trial) async throws -> Void

        init(
            _ name: String,
            needs features: Set<Feature> = [],
            _ body: @escaping @Sendable (Trial) async throws -> Void
        ) {
            self.name = name
            self.features = features
            self.body = body
        }

        /// A copy of this case that needs further features.
        func needing(_ features: Feature...) -> Case {
            Case(name, needs: self.features.union(features), body)
        }

        /// Runs the case.
        ///
        /// - Parameters:
        ///   - limit: The time after which a running case has failed. One minute by default.
        ///   - makeTransport: Creates a transport with the given configuration.
        /// - Throws: ``ConformanceFailure``.
        public func run(
            within limit: Duration = .seconds(60),
            _ makeTransport: @escaping MakeTransport
        ) async throws(ConformanceFailure) {
            let trial = Trial(makeTransport)
            let end = await TimeLimit.run(within: limit) { [body] in
                // The journal of the caller's test must not record the requests to the servers of a case.
                try await Journal.$current.withValue(nil) { try await body(trial) }
            }
            switch end {
            case .success: break
            case .failure(let error): trial.violate("The case ended with \(Trial.text(of: error)).")
            case nil: trial.violate("The case did not end within \(limit).")
            }
            let violations = trial.violations
            if !violations.isEmpty { throw ConformanceFailure(name: name, violations: violations) }
        }
    }
}

extension TransportConformance.Case: CustomStringConvertible {
    public var description: String { name }
}

/// The differences between a transport's behavior and the behavior that a case expects.
public struct ConformanceFailure: Error, Equatable {
    /// The name of the case.
    public let name: String

    /// One sentence for each difference.
    public let violations: [String]
}

extension ConformanceFailure: CustomStringConvertible {
    public var description: String {
        "The transport doesn't conform: \"\(name)\".\n" + violations.map { "- \($0)" }.joined(separator: "\n")
    }
}

extension ConformanceFailure: LocalizedError, CustomNSError {
    /// `Tern.ConformanceFailure`. It never changes.
    public static var errorDomain: String { "Tern.ConformanceFailure" }

    /// 1. It never changes.
    public var errorCode: Int { 1 }

    public var errorUserInfo: [String: Any] {
        BridgedError.userInfo(sentence, description: description)
    }

    /// One short sentence. ``description`` lists the differences.
    public var errorDescription: String? { sentence }

    private var sentence: String { "The transport does not behave as expected." }
}
