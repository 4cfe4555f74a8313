extension Journal {
    /// Something that a test should fail by, even if the code under test swallows errors.
    public struct Finding: Sendable, Hashable {
        public enum Kind: Sendable, Hashable, CaseIterable {
            /// A request that no stub, rule or route is there for.
            case unmatchedRequest
            /// A stub, or an answer of a script, that nobody asked for.
            case unusedStub
            /// A call that hasn't ended when the test has, or that somebody waited for when its server was stopped.
            case inFlight
            /// A request that came after the end of the test whose double it is.
            case lateRequest
            /// A double that can't be meant as it is written: two rules for one case, say, or one that was made in
            /// another test.
            case misuse
        }

        public let kind: Kind
        /// What happened, and what to do.
        public let message: String
        /// Where the double was made, or its rule.
        public let source: SourcePlace

        public init(_ kind: Kind, _ message: String, at source: SourcePlace) {
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
    init(unused stub: Journal.Stub) {
        let message =
            stub.uses == 0
            ? "\(stub.name) was never asked for. Remove it, or call what should ask."
            : "\(stub.name) was asked for \(stub.uses) times, not \(stub.expectedUses)."
        self.init(.unusedStub, message, at: stub.source)
    }

    init(inFlight call: Journal.OpenCall) {
        let message = "\(call.name) is still under way at the end of the test. Wait for it, or cancel it."
        self.init(.inFlight, message, at: call.source)
    }

    init(interrupted call: Journal.OpenCall) {
        let message = "\(call.name) was under way when the test was cancelled. Is its answer held, and never released?"
        self.init(.inFlight, message, at: call.source)
    }

    init(stoppedUnder name: String, at source: SourcePlace) {
        let message = """
            \(name) was under way when the server was stopped. Wait for its client, or cancel it, before the server stops; \
            to play a server that goes down, answer with a fault.
            """
        self.init(.inFlight, message, at: source)
    }

    init(late name: String, testName: String, at source: SourcePlace) {
        let test = testName.isEmpty ? "its test" : "the test \(testName)"
        self.init(.lateRequest, "\(name) came after the end of \(test). Something outlives it.", at: source)
    }
}
