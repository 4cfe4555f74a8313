import Foundation

/// The error of a failed call: its cause, its place and the next step.
///
/// The same failure has the same shape whether the response came from a stub or over the network. Switch on ``code``,
/// with a `default`, since more codes may be added:
///
/// ```swift
/// do {
///     let user = try await github.value(.user("octocat"))
/// } catch {                                   // `error` is a TernError: no cast
///     switch error.code {
///     case .notConnected, .timedOut: showRetry()
///     case .unacceptableStatus where error.response?.statusCode == 404: showNotFound()
///     default: show(error.localizedDescription)
///     }
/// }
/// ```
///
/// | Text | For | Content |
/// | --- | --- | --- |
/// | `localizedDescription` | the person who uses the app | One English sentence for each code. |
/// | ``recoverySuggestion`` | the person who uses the app | The next step, `nil` if there is none. |
/// | ``description`` | developers | The failure, its place and the next step, on one line. |
/// | ``debugDescription`` | developers | The same, with request, response, attempts and underlying error. |
///
/// Every text form, including `userInfo` of the bridged `NSError`, shows only values that are known to be harmless: see
/// ``Redaction``. ``request`` and ``response`` contain the values themselves.
public struct TernError: Error, Sendable {
    /// The kind of failure.
    public var code: Code { contents.value.code }

    /// The cause, for developers: the expected and actual values, and the place. May have the outline of a JSON body.
    public var reason: String { contents.value.reason }

    /// The next step, for developers.
    public var advice: String { contents.value.advice }

    /// The target of the failed call, with its arguments: `error.target as? GitHub`.
    public var target: (any Sendable)? { contents.value.target }

    /// The request that was sent last. If none was sent, the request that was built before the failure.
    public var request: Request? { contents.value.request }

    /// The response and its body. `nil` if the call failed before a response arrived. Never `nil` for
    /// `.unacceptableStatus`, `.unacceptableMediaType` and `.decodingFailed`. For `.proxyFailed`, the proxy's response
    /// with status 407 to an http request.
    ///
    /// If a body that is collected in memory breaks off, times out or is cancelled, the response has the bytes that
    /// arrived. `nil` for `.bodyTooLarge`, and for a call that leaves a request that it shares.
    public var response: Response? { contents.value.response }

    /// The number of times that the request was given to the transport. 0 if the call failed before that, or if a
    /// ``TransportLayer`` such as a cache has responded itself.
    public var attempts: Int { contents.value.attempts }

    /// The errors of the call's earlier attempts, in order, if a `RetryPlugin` repeated them. At most the last 10,
    /// with at most 64 KiB of each response's body.
    public var earlierFailures: [TernError] { contents.value.earlierFailures }

    /// The time after which a plugin sends further requests, counted from this error, for `.overloaded`. `nil` if it
    /// isn't known. The `Retry-After` of a response is in ``response``.
    public var retryAfter: Duration? { contents.value.retryAfter }

    /// The error that the transport, a plugin, an encoder or a decoder threw.
    public var underlying: (any Error)? { contents.value.underlying }

    private struct Contents {
        let code: Code
        var reason: String
        let advice: String
        var target: (any Sendable)?
        var request: Request?
        var response: Response?
        var attempts: Int
        let underlying: (any Error)?
        let retryAfter: Duration?
        var earlierFailures: [TernError] = []
        /// Whether descriptions have only the type and the code of the underlying error.
        var hidesUnderlyingText = false
        /// The rules of a call that failed before it had a request.
        var redaction: Redaction?
        /// Texts that no description may contain, in addition to the secrets of the request.
        var secrets: [String] = []
        /// The decoder of the provider. `nil` for an error from elsewhere.
        var decoder: JSONDecoder?
    }

    private var contents: CopyOnWrite<Contents>

    /// Creates an error in your own transport or plugin. The pipeline adds the omitted values.
    ///
    /// - Parameters:
    ///   - code: The kind of failure.
    ///   - reason: The cause, for developers and without secrets. A general text for the code by default.
    ///   - advice: The next step, for developers. A general text for the code by default.
    ///   - target: The target of the call.
    ///   - request: The request as sent.
    ///   - response: The response, for an error after its head.
    ///   - attempts: The number of times that the request was sent. 0 by default.
    ///   - underlying: The error that caused this one.
    ///   - retryAfter: The time after which a further call may succeed, if it is known.
    public init(
        _ code: Code,
        reason: String? = nil,
        advice: String? = nil,
        target: (any Sendable)? = nil,
        request: Request? = nil,
        response: Response? = nil,
        attempts: Int = 0,
        underlying: (any Error)? = nil,
        retryAfter: Duration? = nil
    ) {
        contents = CopyOnWrite(
            Contents(
                code: code,
                reason: reason ?? code.guidance.explanation,
                advice: advice ?? code.guidance.advice,
                target: target,
                request: request,
                response: response,
                attempts: attempts,
                underlying: underlying,
                retryAfter: retryAfter
            )
        )
    }

    // Most errors have only texts. Each call of the public initializer passes all its parameters.

    package init(_ code: Code, reason: String) {
        self.init(code, reason: reason, advice: nil)
    }

    package init(_ code: Code, reason: String, advice: String) {
        self.init(code, reason: reason, advice: advice, underlying: nil)
    }

    /// Copies an error, and adds the values that it doesn't have yet.
    ///
    /// - Parameter attempts: The smallest number of attempts of the new error.
    package init(
        _ error: TernError,
        target: (any Sendable)? = nil,
        request: Request? = nil,
        response: Response? = nil,
        attempts: Int = 0
    ) {
        var contents = error.contents.value
        contents.target = contents.target ?? target
        contents.request = contents.request ?? request
        contents.response = contents.response ?? response
        contents.attempts = max(contents.attempts, attempts)
        self.contents = CopyOnWrite(contents)
    }

    /// This error with the errors of earlier attempts before its own ``earlierFailures``. For your own plugin that
    /// retries.
    public func adding(earlierFailures: [TernError]) -> TernError {
        guard !earlierFailures.isEmpty else { return self }
        var error = self
        error.contents.value.earlierFailures = Self.bounded(
            earlierFailures.flatMap(\.asEarlierFailures) + self.earlierFailures
        )
        return error
    }

    /// This error, with another sentence at the end of its ``reason``.
    package func adding(toReason sentence: String) -> TernError {
        var error = self
        error.contents.value.reason += " " + sentence
        return error
    }

    /// The texts that descriptions of this error don't contain, in addition to the secrets of its request.
    package var secrets: [String] { contents.value.secrets }

    /// The rules for the descriptions of this error.
    package var redaction: Redaction {
        contents.value.redaction ?? request?.redaction ?? response?.redaction ?? .default
    }

    /// This error, with descriptions under these rules.
    package func shown(by redaction: Redaction) -> TernError {
        guard redaction != .default else { return self }
        var error = self
        error.contents.value.redaction = redaction
        return error
    }

    /// This error, with descriptions that don't contain these texts, such as a token that a server may quote.
    public func hiding(_ secrets: [String]) -> TernError {
        var error = self
        error.contents.value.secrets += secrets
        return error
    }

    /// The decoder of ``body(as:at:using:)`` without a decoder.
    var decoder: JSONDecoder? { contents.value.decoder }

    /// This error of a provider with this decoder.
    package func decoding(with decoder: JSONDecoder?) -> TernError {
        var error = self
        error.contents.value.decoder = decoder
        return error
    }

    /// Whether descriptions have only the type and the code of the underlying error.
    var hidesUnderlyingText: Bool { contents.value.hidesUnderlyingText }

    /// This error, with descriptions that contain neither these texts nor the text of ``underlying``. A plugin uses it
    /// for an error of a source of credentials, which may quote them.
    ///
    /// - Parameter secrets: The texts to hide. None by default.
    public func fromCredentials(_ secrets: [String] = []) -> TernError {
        var error = self
        error.contents.value.secrets += secrets
        error.contents.value.hidesUnderlyingText = true
        return error
    }

    /// This error and its earlier failures, as the earlier failures of a later error.
    private var asEarlierFailures: [TernError] {
        var error = self
        error.contents.value.earlierFailures = []
        if let data = response?.data, data.count > Self.maximumEarlierBodyBytes {
            error.contents.value.response?.body = .data(Data(data.prefix(Self.maximumEarlierBodyBytes)))
        }
        return Self.bounded(earlierFailures + [error])
    }

    // MARK: - Private

    private static let maximumEarlierFailures = 10
    private static let maximumEarlierBodyBytes = 64 * 1024

    private static func bounded(_ failures: [TernError]) -> [TernError] {
        Array(failures.suffix(maximumEarlierFailures))
    }
}
