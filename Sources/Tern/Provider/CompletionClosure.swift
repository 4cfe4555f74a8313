import Foundation

/// A completion closure that runs on its own actor, or on a queue if it has no actor.
package struct CompletionClosure<Value: SendableMetatype>: Sendable {
    package typealias Function = @Sendable @isolated(any) (Result<Value, TernError>) -> Void

    private struct IsolatedFunction {
        let call: Function
    }

    private struct PlainFunction: Sendable {
        let call: @Sendable (Result<Value, TernError>) -> Void
    }

    private let function: Function
    /// `nil` for the main actor, whose executor is the main queue.
    private let queue: DispatchQueue?

    /// - Parameter queue: `nil` for the main queue.
    package init(_ function: @escaping Function, queue: DispatchQueue?) {
        self.function = function
        self.queue = queue === DispatchQueue.main ? nil : queue
    }

    /// Runs a closure on the queue, after all earlier closures. In virtual time, no time passes until the closure has
    /// run.
    package func run(_ closure: @escaping @Sendable () -> Void) {
        guard let queue else {
            Task { @MainActor in closure() }
            return
        }
        let endWait = ExternalWait.begin("a callback on the queue \(queue.label)")
        queue.async {
            closure()
            endWait?()
        }
    }

    /// Calls the function.
    ///
    /// - Parameter result: Creates the result, on the actor or queue of the function.
    package func call(with result: @escaping @Sendable () -> sending Result<Value, TernError>) async {
        guard let actor = function.isolation else {
            // A closure without an actor may run on any thread. Its type can't express that, hence the cast. Structs
            // are cast, because the metadata of an `@isolated(any)` type needs macOS 15.
            let plain = unsafeBitCast(IsolatedFunction(call: function), to: PlainFunction.self)
            return run { plain.call(result()) }
        }
        await call(on: actor, with: result)
    }

    /// There is no suspension between the creation of the result and the call of the function. So a `cancel()` on the
    /// same actor runs before both or after both.
    private func call(
        on actor: isolated any Actor,
        with result: @Sendable () -> sending Result<Value, TernError>
    ) async {
        await function(result())
    }
}
