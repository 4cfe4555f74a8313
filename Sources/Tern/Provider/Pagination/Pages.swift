/// The pages of a list. `provider.pages(_:)` creates this sequence.
///
/// ```swift
/// for try await page in github.pages(.links(from: .issues())) { show(page.value) }
/// for try await issue in github.pages(.links(from: .issues())).items { show(issue) }
/// ```
///
/// Each loop begins with the first page, and sends no request before it waits for a page. The value of a page is
/// decoded on the loop's actor. Leaving the loop or releasing its iterator cancels the requests. Cancelling the task
/// cancels the request that the loop waits for; a prefetched request ends when the loop asks for its page.
///
/// Throws `TernError`: the errors of the calls, `.decodingFailed`, and after the page in question:
/// - `.invalidNextPage` if the cursor of the page leads to itself or to an earlier page, or can't be used,
/// - `.invalidURL` if its link leads to another origin.
///
/// After an error, the sequence has ended. ``Page/nextCursor`` of the last page continues in a new sequence.
public struct Pages<Value>: AsyncSequence {
    /// The request of a page, and the closures that read its response.
    struct Step {
        let target: any TargetType
        let request: @Sendable () async throws(TernError) -> Response
        let value: (Response) throws(TernError) -> Value
    }

    let step: (PageCursor?) throws(TernError) -> Step
    let next: (Value, Response, PageCursor?) throws(TernError) -> PageCursor?
    let aliases: (Response) -> [PageCursor]
    let endsAtRepetition: Bool
    let start: PageCursor?
    let limit: Int?
    let prefetches: Bool

    public func makeAsyncIterator() -> Iterator {
        Iterator(pages: self)
    }

    /// Makes the call of each page when the loop requests the page.
    public struct Iterator: AsyncIteratorProtocol {
        private let pages: Pages
        private var walk: PageWalk
        /// The next page, if it is requested ahead.
        private var ahead: (step: Step, response: Prefetch)?

        init(pages: Pages) {
            self.pages = pages
            walk = PageWalk(from: pages.start, limit: pages.limit)
        }

        /// The next page. `nil` after the last page, and in every later call.
        ///
        /// - Throws: `TernError`, once.
        public nonisolated(nonsending) mutating func next() async throws(TernError) -> Page<Value>? {
            guard let cursor = try walk.begin() else { return nil }
            do throws(TernError) {
                return try await page(at: cursor)
            } catch {
                walk.end()
                ahead = nil
                throw error
            }
        }

        /// The same as `next()`, on this actor.
        public mutating func next(isolation actor: isolated (any Actor)?) async throws(TernError) -> Page<Value>? {
            try await next()
        }

        // MARK: - Private

        private nonisolated(nonsending) mutating func page(
            at cursor: PageCursor?
        ) async throws(TernError) -> Page<Value> {
            let step: Step
            if let ahead { step = ahead.step } else { step = try pages.step(cursor) }
            // After a cancellation, a prefetched page isn't used either.
            if Task.isCancelled { throw TernError(.cancelled).about(target: step.target) }
            let response: Response
            if let ahead { response = try await ahead.response.response() } else { response = try await step.request() }
            ahead = nil
            let value = try step.value(response)
            let next = next(after: value, response, at: cursor, of: step.target)
            let (number, endsAtRepetition) = (walk.count + 1, pages.endsAtRepetition)
            walk.received(
                next: next,
                aliases: pages.aliases(response),
                repetition: endsAtRepetition ? nil : Self.repetition(after: response, number: number, of: step.target)
            )
            // An error of this step is thrown after the current page, when the step is created again.
            if pages.prefetches, let following = walk.following, let step = try? pages.step(following) {
                ahead = (step, Prefetch(step.request))
            }
            return Page(
                value: value,
                response: response,
                number: number,
                cursor: cursor,
                nextCursor: (try? next.get()) ?? nil
            )
        }

        private func next(
            after value: Value,
            _ response: Response,
            at cursor: PageCursor?,
            of target: any TargetType
        ) -> Result<PageCursor?, TernError> {
            do throws(TernError) {
                return .success(try pages.next(value, response, cursor))
            } catch {
                return .failure(TernError(error, request: response.request, response: response).about(target: target))
            }
        }

        private static func repetition(
            after response: Response,
            number: Int,
            of target: any TargetType
        ) -> TernError {
            TernError(
                .invalidNextPage,
                reason: "Page \(number) leads to itself or to an earlier page, so the list would never end.",
                advice: "Check the link or cursor of error.response.",
                request: response.request,
                response: response,
                attempts: response.attempts
            )
            .about(target: target)
        }
    }
}

extension Pages.Iterator: CustomReflectable {
    /// Nothing: a page that is requested ahead has its target.
    public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
}
