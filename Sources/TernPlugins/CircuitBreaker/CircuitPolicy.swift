import Tern

/// The rules by which the circuit of a host opens and closes. See ``CircuitBreakerPlugin``.
public struct CircuitPolicy: Sendable {
    /// The classification of a response or an error by a circuit.
    public struct Outcome: Sendable, Hashable {
        private enum Kind { case success, failure, ignored }

        private let kind: Kind

        /// The host works as expected.
        public static let success = Outcome(kind: .success)

        /// The host has failed.
        public static let failure = Outcome(kind: .failure)

        /// The result doesn't count: the call was cancelled, the request was never sent, or the host didn't cause the
        /// failure.
        public static let ignored = Outcome(kind: .ignored)
    }

    /// The number of most recent outcomes that count. 10 by default. Values below 1 mean 1.
    public var window: Int

    /// The minimum number of outcomes before the circuit can open. 5 by default.
    public var minimumOutcomes: Int

    /// The minimum share of failures among the outcomes that opens the circuit, from 0 to 1. 0.5 by default. At least
    /// one failure is always needed.
    public var failureRatio: Double

    /// The time for which an open circuit sends no request, on the provider's clock. 30 s by default. When test requests
    /// have had no outcome for as long, at least 1 s, one more is sent.
    public var openDuration: Duration

    /// The number of test requests that can run at the same time after ``openDuration``. 1 by default.
    public var maximumProbes: Int

    /// The number of successful test requests that close the circuit. 1 by default.
    public var successesToClose: Int

    /// Classifies the result of a request. ``defaultOutcome(of:)`` by default. For a test request, it first classifies the
    /// head of the response, with an empty body: a success counts, and any other outcome is that of the whole response.
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

    /// The default classification. Failures are the statuses 500, 502, 503 and 504, and the codes `connectionLost`,
    /// `connectionRefused`, `hostNotFound`, `malformedResponse`, `timedOut` and `tlsFailed`. Every other response is a
    /// success, including responses with status 404 or 429. Every other error is ignored, such as `cancelled` and
    /// `notConnected`, which give no information about the host. A `timedOut` whose request was never sent, with 0
    /// `TernError.attempts`, is ignored, too, and so is a stored response of a cache.
    @Sendable public static func defaultOutcome(of result: Result<Response, TernError>) -> Outcome {
        switch result {
        case .success(let response): return response.isStored ? .ignored : outcome(ofStatus: response.statusCode)
        case .failure(let error) where error.response?.isStored == true: return .ignored
        case .failure(let error):
            switch error.code {
            case .timedOut where error.attempts == 0: return .ignored
            case .cancelled: return .ignored
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
