/// What a route of a ``LoopbackServer`` answers over time.
///
/// ```swift
/// let server = try LoopbackServer(scripts: [
///     "GET /me": [.status(401), .json(#"{"login":"octocat"}"#)],
///     "GET /jobs/1": .inTurn(.status(202), .status(202)).thenForever(.json(#"{"state":"done"}"#)),
/// ])
/// ```
///
/// A request after the last answer is answered with 501. In a test with the trait `.network`, that fails it, and so does an
/// answer that nobody asked for; that which goes on for ever needn't be asked for if there are others.
public struct LoopbackAnswers: Sendable, Equatable, ExpressibleByArrayLiteral {
    let first: [LoopbackResponse]
    let last: LoopbackResponse?

    /// One answer for each request, in this order.
    public init(_ answers: [LoopbackResponse]) {
        self.init(first: answers, last: nil)
    }

    public init(arrayLiteral elements: LoopbackResponse...) {
        self.init(elements)
    }

    init(first: [LoopbackResponse] = [], last: LoopbackResponse?) {
        self.first = first
        self.last = last
    }

    /// One answer for each request, in this order.
    public static func inTurn(_ answers: LoopbackResponse...) -> LoopbackAnswers {
        LoopbackAnswers(answers)
    }

    /// The same answer to every request.
    public static func forever(_ answer: LoopbackResponse) -> LoopbackAnswers {
        LoopbackAnswers(last: answer)
    }

    /// These answers, and then this one to every request.
    public func thenForever(_ answer: LoopbackResponse) -> LoopbackAnswers {
        LoopbackAnswers(first: first, last: answer)
    }

    /// The answer to the request before which there were `count`; `nil` if the answers are used up.
    func answer(after count: Int) -> LoopbackResponse? {
        count < first.count ? first[count] : last
    }

    /// How often there must be a request, so that nothing is left over.
    var expectedUses: Int { max(1, first.count) }
}
