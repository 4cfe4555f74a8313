nonisolated extension AsyncSequence where Self: Sendable, Element: Sendable {
    /// What `transform` makes of each element, unless the next element comes first: then it is cancelled, and the next
    /// one begins when it has ended.
    ///
    /// - Parameter transform: Returns `nil` for nothing.
    /// - Returns: A stream for one reader. It ends after the last value, and everything ends when its reader does.
    func mapLatest<Value: Sendable>(_ transform: @escaping @Sendable (Element) async -> Value?) -> AsyncStream<Value> {
        AsyncStream { values in
            // A stream goes on while its reader does something else, so it needs a task. All the rest is structure.
            let task = Task {
                var elements = makeAsyncIterator()
                var element = try? await elements.next()
                while let latest = element {
                    // Cancelled and waited for where its scope ends, which is when the next element has come.
                    async let answer: Void = {
                        if let value = await transform(latest) { values.yield(value) }
                    }()
                    element = try? await elements.next()
                    if element == nil { await answer }
                }
                values.finish()
            }
            values.onTermination = { _ in task.cancel() }
        }
    }
}
