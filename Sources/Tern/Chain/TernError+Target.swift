extension TernError {
    /// This error with the target, request and attempts, if it doesn't have them yet. For a `MultiTarget`, the wrapped
    /// target is used.
    package func about(target: any TargetType, request: Request? = nil, attempts: Int = 0) -> TernError {
        TernError(self, target: target.innermost, request: request, attempts: attempts)
    }
}
