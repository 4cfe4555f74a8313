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
