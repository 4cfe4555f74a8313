nonisolated extension AsyncSequence where Self: Sendable, Element: Sendable {
    /// Transforms each element into a value. Only the call for the latest element is kept: when the next element
    /// arrives, the running call is cancelled, and the next call starts after the running call has ended.
    ///
    /// - Parameter transform: Returns the value for an element. `nil` produces no value.
    /// - Returns: A stream for one reader. It ends after the last value. If the reader ends first, the work is
    ///   cancelled.
    func mapLatest<Value: Sendable>(_ transform: @escaping @Sendable (Element) async -> Value?) -> AsyncStream<Value> {
        AsyncStream { values in
            // The stream continues while its reader does other work, so it needs an unstructured task.
            let task = Task {
                var elements = makeAsyncIterator()
                var element = try? await elements.next()
                while let latest = element {
                    // At the end of this scope, when the next element has arrived, the call is cancelled and awaited.
                    async let response: Void = {
                        // A transformation may return its value although it was cancelled.
                        if let value = await transform(latest), !Task.isCancelled { values.yield(value) }
                    }()
                    element = try? await elements.next()
                    if element == nil { await response }
                }
                values.finish()
            }
            values.onTermination = { _ in task.cancel() }
        }
    }
}
