import Tern

/// A failure as a person reads it: what happened, and what to do next.
nonisolated struct TaskFailure: Error, Equatable {
    let message: String
    var nextStep: String?
    /// Whether the server can't be reached, so that the cache can help.
    var isOffline = false

    static let interrupted = TaskFailure("Interrupted.")

    var text: String { [message, nextStep].compactMap { $0 }.joined(separator: " ") }

    init(_ message: String, nextStep: String? = nil) {
        self.message = message
        self.nextStep = nextStep
    }

    init(_ error: TernError) {
        let title = error.body(as: ProblemDetails.self)?.title?.printable
        switch error.code {
        case .cancelled: self = .interrupted
        case .missingCredentials:
            self.init("You aren't logged in.", nextStep: "Run `tasks login`.")
        case .notConnected, .connectionRefused, .hostNotFound, .timedOut, .connectionLost:
            self.init(error.localizedDescription, nextStep: "Try again when the server can be reached.")
            isOffline = true
        case .credentialsNotStored:
            // The file of the session names what to do.
            self.init((error.underlying as? TaskFailure) ?? error.sentence)
        case .refreshFailed:
            // The cause says more: the server can't be reached, or fails.
            self.init((error.underlying as? TernError).map(TaskFailure.init) ?? error.sentence)
        case .unacceptableStatus where error.attempts == 0:
            self.init("The list isn't stored here.", nextStep: "Try again when the server can be reached.")
        case .unacceptableStatus where error.response?.statusCode == 401:
            self.init(title ?? "The server doesn't accept the login.", nextStep: "Run `tasks login`.")
        case .unacceptableStatus where error.response?.statusCode == 404:
            self.init(title ?? "There is no such task.", nextStep: "Run `tasks list` to see the numbers.")
        default:
            self.init(error.sentence)
            if let title { self.init(title, nextStep: error.recoverySuggestion) }
        }
    }

    private init(_ other: TaskFailure) { self = other }
}

nonisolated extension TernError {
    fileprivate var sentence: TaskFailure { TaskFailure(localizedDescription, nextStep: recoverySuggestion) }
}
