extension Journal {
    /// A problem that should fail the test, even if the code under test ignores errors.
    public struct Finding: Sendable, Hashable {
        /// The kinds of findings. ``Journal/findings(ignoring:)`` can ignore a kind.
        @nonexhaustive
        public enum Kind: Sendable, Hashable, CaseIterable {
            /// A request that matched no stub, rule or route.
            case unmatchedRequest
            /// A stub, or a response of a sequence (`inOrder`), that was never requested. Not a rule or a recorded exchange
            /// that a request missed by its body alone: the finding about the request names it.
            case unusedStub
            /// A call that is still running at the end of the test, or whose client still waits when its server is
            /// stopped.
            case inFlight
            /// A request that arrived after the end of the test that owns the double.
            case lateRequest
            /// A double that is set up wrongly: for example two rules for one case, or a double that was made in
            /// another test.
            case misuse
            /// A request that a transport sent to a server other than the test's own, while the test was running.
            case liveRequest
            /// A response of a server whose shape isn't that of its recording. Only a ``Cassette`` that compares finds it.
            case changedServer
        }

        /// The kind of the problem.
        public let kind: Kind
        /// The problem, and the next step.
        public let message: String
        /// The place where the double or its rule was created.
        public let source: SourcePosition

        package init(_ kind: Kind, _ message: String, at source: SourcePosition) {
            self.kind = kind
            self.message = message
            self.source = source
        }
    }
}

extension Journal.Finding: CustomStringConvertible {
    public var description: String { "\(source): \(message)" }
}

extension Journal.Finding {
    private static let gateAdvice = "If a gate holds its response, release the gate."

    init(unused stub: Journal.Stub) {
        let message =
            stub.uses == 0
            ? "\(stub.name) was never requested. Remove it, or make the call that requests it."
            : "\(stub.name) was requested \(stub.uses) times, expected \(stub.expectedUses) times."
        self.init(.unusedStub, message, at: stub.source)
    }

    init(inFlight call: Journal.OpenCall) {
        let message =
            "\(call.name) is still running at the end of the test. Wait for it, or cancel it. \(Self.gateAdvice)"
        self.init(.inFlight, message, at: call.source)
    }

    init(interrupted call: Journal.OpenCall) {
        let message = """
            \(call.name) was running when the test was cancelled. \(Self.gateAdvice)
            """
        self.init(.inFlight, message, at: call.source)
    }

    init(stoppedUnder name: String, at source: SourcePosition) {
        let message = """
            \(name) was running when the server was stopped. Before you stop the server, wait for its client or cancel \
            it. To simulate a server that goes down, respond with a fault.
            """
        self.init(.inFlight, message, at: source)
    }

    /// A handler that threw an error. The error isn't in the text, because it may contain secrets.
    ///
    /// - Parameter handler: For example `handler of GET /users`.
    init(thrown error: any Error, by handler: String, at source: SourcePosition) {
        let message = """
            The \(handler) threw an error of type \(type(of: error)). To fail a request, return .networkError(…).
            """
        self.init(.misuse, message, at: source)
    }

    /// A stub that is never used, because an earlier one is for the same requests.
    ///
    /// - Parameters:
    ///   - text: The requests of the stub: those of a route or of a case.
    ///   - first: The requests of the earlier stub, and its place.
    init(duplicate text: String, of first: (text: String, source: SourcePosition), at source: SourcePosition) {
        let message = """
            Two stubs are for the same requests, `\(first.text)` at \(first.source) and `\(text)` at \(source). Only the \
            first one is used. Remove one of them, or give one of them a sequence of responses, .inOrder(…), or a closure \
            that reads the request.
            """
        self.init(.misuse, message, at: source)
    }

    /// - Parameter line: The method and the URL of a request.
    init(live line: String, at source: SourcePosition) {
        let message = """
            \(line) was sent over the network. Use a stub, a cassette with .played(), or a LoopbackServer of this test. \
            To allow live requests, ignore the kind .liveRequest.
            """
        self.init(.liveRequest, message, at: source)
    }

    init(late name: String, testName: String, at source: SourcePosition) {
        let test = testName.isEmpty ? "its test" : "the test \(testName)"
        let message = "\(name) came after the end of \(test). Wait for or cancel the task that sends it."
        self.init(.lateRequest, message, at: source)
    }
}
