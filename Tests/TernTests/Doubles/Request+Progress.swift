import Tern

/// The hop of the request that a double's closure receives.
enum CurrentHop {
    @TaskLocal static var value = Hop()
}

extension Request {
    /// Of the current hop, if the double's closure reads it on its own thread.
    var progress: ProgressHandler? { CurrentHop.value.progress }
}
