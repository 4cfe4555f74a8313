import Tern

/// The slots of the attempts that download the picture of a job.
///
/// A call may have a slot when it begins. Its first attempt uses this slot; each further attempt waits for another one.
struct DownloadSlot: Sendable {
    /// Waits until an attempt may send its request.
    ///
    /// - Throws: `TernError` with code `.cancelled` at once when the task is cancelled.
    let enter: @Sendable () async throws(TernError) -> Void
    /// Handles the end of an attempt that has entered. Its body has been received.
    let leave: @Sendable () -> Void

    init<Value>(of job: ImageJob<Value>.ID, in pipeline: ImagePipeline<Value>) {
        enter = { () async throws(TernError) in
            guard await pipeline.enterDownload(of: job) else { throw TernError(.cancelled) }
        }
        leave = { pipeline.leaveDownload() }
    }
}

/// Waits for the slot of each attempt. It stands after all other plugins, so that the wait isn't a part of the attempt's
/// timeout, and a slot isn't held while another plugin waits.
struct DownloadSlotPlugin: Plugin {
    /// The attribute of a call's options.
    enum Slot: RequestAttributeKey {
        static var defaultValue: DownloadSlot? { nil }
    }

    func intercept(_ request: Request, context: RequestContext, next: Next) async throws -> Response {
        guard let slot = context[Slot.self] else { return try await next(request) }
        try await slot.enter()
        defer { slot.leave() }
        return try await next(request)
    }
}
