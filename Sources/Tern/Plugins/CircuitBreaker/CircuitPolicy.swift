/// When the circuit of a host opens and closes. See ``CircuitBreakerPlugin``.
public struct CircuitPolicy: Sendable {
    /// What a response or an error says about the host.
    public struct Outcome: Sendable, Hashable {
        private enum Kind { case success, failure, ignored }

        private let kind: Kind

        /// The host works.
        public static let success = Outcome(kind: .success)

        /// The host doesn't work.
        public static let failure = Outcome(kind: .failure)

        /// Nothing: the call was cancelled, the request was never sent, or the failure isn't the host's.
        public static let ignored = Outcome(kind: .ignored)
    }

    /// The number of last outcomes that count. 10 by default. Values below 1 mean 1.
    public var window: Int

    /// The number of outcomes from which on the circuit can open. 5 by default.
    public var minimumOutcomes: Int

    /// The part of failures among the outcomes with which the circuit opens, from 0 to 1. 0.5 by default. One failure
    /// is always needed.
    public var failureRatio: Double

    /// The time for which an open circuit sends no request, on the provider's clock. 30 s by default.
    public var openDuration: Duration

    /// The number of requests that are sent at the same time after that, to test the host. 1 by default.
    public var maximumProbes: Int

    /// The number of successful test requests that close the circuit. 1 by default.
    public var successesToClose: Int

    /// The outcome of a request. ``defaultOutcome(of:)`` by default.
    public var outcome: @Sendable (Result<Response, TernError>) -> Outcome = Self.defaultOutcome

    /// Creates a policy. Each parameter sets the property of the same name; ``outcome`` keeps its default.
    public init(
        window: Int = 10,
        minimumOutcomes: Int = 5,
        failureRatio: Double = 0.5,
        openDuration: Duration = .seconds(30),
        maximumProbes: Int = 1,
        successesToClose: Int = 1
    ) {
        self.window = window
        self.minimumOutcomes = minimumOutcomes
        self.failureRatio = failureRatio
        self.openDuration = openDuration
        self.maximumProbes = maximumProbes
        self.successesToClose = successesToClose
    }

    /// Failures are the statuses 500, 502, 503 and 504, and the codes `connectionLost`, `connectionRefused`,
    /// `hostNotFound`, `malformedResponse`, `timedOut` and `tlsFailed`. Every other response is a success, also one
    /// with status 404 or 429. Every other error is ignored, such as `cancelled`, and `notConnected`, which says
    /// nothing about the host.
    @Sendable public static func defaultOutcome(of result: Result<Response, TernError>) -> Outcome {
        switch result {
        case .success(let response): return outcome(ofStatus: response.statusCode)
        case .failure(let error):
            switch error.code {
            case .connectionLost, .connectionRefused, .hostNotFound, .malformedResponse, .timedOut, .tlsFailed:
                return .failure
            default:
                return error.response.map { outcome(ofStatus: $0.statusCode) } ?? .ignored
            }
        }
    }

    private static func outcome(ofStatus status: Int) -> Outcome {
        [500, 502, 503, 504].contains(status) ? .failure : .success
    }
}
