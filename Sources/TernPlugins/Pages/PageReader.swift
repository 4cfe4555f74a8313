import Tern

/// Makes the calls of one loop over the pages of a list.
final class PageReader<Value> {
    private let pages: Pages<Value>
    /// The cursor of the next page, `nil` for the first page of the list, or the error if that page can't be requested.
    /// `nil` if no page follows.
    private var following: Result<PageCursor?, TernError>?
    /// The next page, if it is requested ahead.
    private var ahead: (step: Pages<Value>.Step, response: Prefetch)?
    /// The cursors of all pages so far, to which no later page may lead.
    private var used: Set<PageCursor> = []
    private var count = 0

    init(_ pages: Pages<Value>) {
        self.pages = pages
        if pages.limit ?? 1 > 0 { following = .success(pages.start) }
        if let start = pages.start { used.insert(start) }
    }

    /// The next page. `nil` after the last page, and in every later call.
    func next() async throws(TernError) -> Page<Value>? {
        guard let following else { return nil }
        let ahead = ahead
        // An error leaves the sequence without a next page.
        (self.following, self.ahead) = (nil, nil)
        let cursor = try following.get()
        let step: Pages<Value>.Step
        if let ahead { step = ahead.step } else { step = try pages.step(cursor) }
        // After a cancellation, a prefetched page isn't used either.
        if Task.isCancelled { throw TernError(.cancelled).about(target: step.target) }
        let response: Response
        if let ahead { response = try await ahead.response.response() } else { response = try await step.request() }
        let value = try step.value(response)
        let next = Result { () throws(TernError) in try pages.next(value, response, cursor) }
            .mapError { TernError($0, request: response.request, response: response).about(target: step.target) }
        count += 1
        used.formUnion(pages.aliases(response))
        self.following = self.following(after: response, next, of: step.target)
        // An error of this step is thrown after the current page, when the step is created again.
        if pages.prefetches, case .success(let cursor) = self.following, let step = try? pages.step(cursor) {
            self.ahead = (step, Prefetch(step.request))
        }
        return Page(
            value: value,
            response: response,
            number: count,
            cursor: cursor,
            nextCursor: (try? next.get()) ?? nil
        )
    }

    private func following(
        after response: Response,
        _ next: Result<PageCursor?, TernError>,
        of target: any TargetType
    ) -> Result<PageCursor?, TernError>? {
        if let limit = pages.limit, count >= limit { return nil }
        guard case .success(let cursor) = next else { return next }
        guard let cursor else { return nil }
        if pages.repetition == .continues || used.insert(cursor).inserted { return next }
        if pages.repetition == .ends { return nil }
        let error = TernError(
            .invalidNextPage,
            reason: "Page \(count) leads to itself or to an earlier page, so the list would never end.",
            advice: "Check the link or cursor of error.response.",
            request: response.request,
            response: response,
            attempts: response.attempts
        )
        return .failure(error.about(target: target))
    }
}

/// A response that is requested before it is needed. Releasing the value cancels the request.
final class Prefetch: Sendable {
    private let task: Task<Result<Response, TernError>, Never>

    /// Begins the request.
    init(_ request: @escaping @Sendable () async throws(TernError) -> Response) {
        // The task is unstructured, since the iterator returns between two pages.
        task = Task { @concurrent in
            do throws(TernError) {
                return .success(try await request())
            } catch {
                return .failure(error)
            }
        }
    }

    deinit { task.cancel() }

    /// The response. Cancelling the current task cancels the request.
    func response() async throws(TernError) -> Response {
        let result = await withTaskCancellationHandler {
            await task.value
        } onCancel: { [task] in
            task.cancel()
        }
        return try result.get()
    }
}
