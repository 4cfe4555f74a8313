extension ProviderType {
    /// The value of a call, or an error of your own.
    ///
    /// ```swift
    /// enum LibraryFailure: Error {
    ///     case refused(ProblemDetails)
    ///     case unavailable(TernError)
    ///
    ///     init(_ error: TernError) {
    ///         self = error.body(as: ProblemDetails.self).map { .refused($0) } ?? .unavailable(error)
    ///     }
    /// }
    ///
    /// func album(_ id: Int) async throws(LibraryFailure) -> Album {
    ///     try await music.value(.album(id), failingWith: LibraryFailure.init)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - call: The call to make.
    ///   - options: The options of the call. None by default.
    ///   - failure: Makes the error from that of the call, on the caller's actor.
    /// - Throws: The error that `failure` makes.
    public func value<Value: Decodable, Failure: Error>(
        _ call: Call<Target, Value>,
        options: CallOptions = CallOptions(),
        failingWith failure: (TernError) -> Failure
    ) async throws(Failure) -> Value {
        do throws(TernError) {
            return try await value(call, options: options)
        } catch {
            throw failure(error)
        }
    }

    /// The value of a call that creates its value with a closure, or an error of your own.
    public func value<Value, Failure: Error>(
        _ call: Call<Target, Value>,
        options: CallOptions = CallOptions(),
        failingWith failure: (TernError) -> Failure
    ) async throws(Failure) -> Value {
        do throws(TernError) {
            return try await value(call, options: options)
        } catch {
            throw failure(error)
        }
    }

    /// Makes a call and ignores the body of the response, or throws an error of your own. The result is discardable.
    @discardableResult
    public func value<Failure: Error>(
        _ call: Call<Target, NoContent>,
        options: CallOptions = CallOptions(),
        failingWith failure: (TernError) -> Failure
    ) async throws(Failure) -> NoContent {
        do throws(TernError) {
            return try await value(call, options: options)
        } catch {
            throw failure(error)
        }
    }
}
