/// Delivers progress updates to a handler, one after another, on the handler's actor. While an update waits for the actor
/// or a queue, later updates replace it.
struct ProgressDelivery: Sendable {
    private struct IsolatedFunction {
        let call: CallOptions.ProgressHandler
    }

    private struct PlainFunction: Sendable {
        let call: TransferProgress.Handler
    }

    private let delivery: SerialDelivery<TransferProgress?, TransferProgress>
    /// Whether the handler runs on an actor or a queue.
    private let runsElsewhere: Bool

    /// - Parameters:
    ///   - handler: Receives the updates. `nil` if there is none: `map` would need the metadata of its type.
    ///   - run: Runs a handler without an actor, for example on a queue. `nil`, the default, for the thread that reports
    ///     an update.
    ///   - isWanted: Whether the handler receives an update. All of them by default.
    init?(
        _ handler: CallOptions.ProgressHandler?,
        on run: (@Sendable (@escaping @Sendable () -> Void) -> Void)? = nil,
        while isWanted: @escaping @Sendable () -> Bool = { true }
    ) {
        guard let handler else { return nil }
        // The closure runs on the actor of the handler, or the handler has none. Its type can't express that, hence the
        // cast. Structs are cast, because the metadata of an `@isolated(any)` type needs macOS 15.
        let plain = unsafeBitCast(IsolatedFunction(call: handler), to: PlainFunction.self)
        let runOnActor = handler.isolation.map { actor in
            // A task, since a thread that reports an update can't wait for the actor.
            { @Sendable (closure: @escaping @Sendable () -> Void) in _ = Task { await Self.call(closure, on: actor) } }
        }
        let run = runOnActor ?? run
        runsElsewhere = run != nil
        delivery = SerialDelivery(
            nil,
            on: run,
            take: { $0.take() },
            deliver: { if isWanted() { plain.call($0) } }
        )
    }

    @Sendable func report(_ progress: TransferProgress) {
        delivery.update { $0 = progress }
    }

    /// Returns after the handler has received the last update. In virtual time, no time passes until then.
    func finish() async {
        let endWait = runsElsewhere ? ExternalWait.begin("the handler of a call's progress") : nil
        await delivery.finish()
        endWait?()
    }

    private static func call(_ closure: @Sendable () -> Void, on actor: isolated any Actor) async {
        closure()
    }
}
