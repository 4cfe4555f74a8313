import Tern

/// The hop of the request that a double's closure receives.
enum CurrentHop {
    @TaskLocal static var value = Hop()
}

extension Request {
    /// Of the current hop.
    var progress: ProgressHandler? { CurrentHop.value.progress }
}
