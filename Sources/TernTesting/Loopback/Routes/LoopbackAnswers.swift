/// The responses of a route of a ``LoopbackServer``, in order.
///
/// ```swift
/// let server = try LoopbackServer(scripts: [
///     "GET /me": [.status(401), .json(#"{"login":"octocat"}"#)],
///     "GET /jobs/1": .inTurn(.status(202), .status(202)).thenForever(.json(#"{"state":"done"}"#)),
/// ])
/// ```
///
/// To a request after the last response, the server responds with status 501. In a test with the trait `.network`, this
/// fails the test, and so does a response that is never requested. A response that is repeated forever need not be
/// requested if there are others before it.
public struct LoopbackAnswers: Sendable, Equatable, ExpressibleByArrayLiteral {
    let first: [LoopbackResponse]
    let last: LoopbackResponse?

    /// One response for each request, in this order.
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

    /// One response for each request, in this order.
    public static func inTurn(_ answers: LoopbackResponse...) -> LoopbackAnswers {
        LoopbackAnswers(answers)
    }

    /// The same response to every request.
    public static func forever(_ answer: LoopbackResponse) -> LoopbackAnswers {
        LoopbackAnswers(last: answer)
    }

    /// These responses in order, and then the same response to every further request.
    public func thenForever(_ answer: LoopbackResponse) -> LoopbackAnswers {
        LoopbackAnswers(first: first, last: answer)
    }

    /// The response to the request after `count` earlier requests. `nil` after the end of the list.
    func answer(after count: Int) -> LoopbackResponse? {
        count < first.count ? first[count] : last
    }

    /// The minimum number of requests, so that no response is unused.
    var expectedUses: Int { max(1, first.count) }
}
