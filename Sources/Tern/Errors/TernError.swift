import Foundation

/// The error of every request: what failed, where, and what to do next.
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
/// | Text | For | What it says |
/// | --- | --- | --- |
/// | `localizedDescription` | the person who uses the app | One English sentence for each code. |
/// | ``recoverySuggestion`` | the person who uses the app | What to do next, if there is anything. |
/// | ``description`` | developers | What failed, where, and what to do next, on one line. |
/// | ``debugDescription`` | developers | The same, and request, response, attempts and underlying error. |
///
/// Every text form, `userInfo` of the bridged `NSError` included, leaves out secrets in fields, URLs, bodies and coding
/// paths. The values themselves stay readable in ``request`` and ``response``.
public struct TernError: Error, Sendable {
    /// What kind of failure this is.
    public let code: Code

    /// What happened, for developers: expected, actual, place. May quote an excerpt of a body, without its secrets.
    public let reason: String

    /// What to do next, for developers.
    public let advice: String

    /// The case, with its arguments, whose request failed.
    public internal(set) var target: (any TargetType)?

    /// The request as it was last sent, or as far as it was built.
    public internal(set) var request: Request?

    /// The response, body included, when there was one: always for `.unacceptableStatus`, `.unacceptableMediaType`
    /// and `.decodingFailed`; a proxy's for `.proxyFailed` after 407 to http.
    public internal(set) var response: Response?

    /// How often the request was given to the transport; 0 if it failed before that.
    public internal(set) var attempts: Int

    /// What the transport, a plugin, an encoder or a decoder threw.
    public let underlying: (any Error)?

    /// An error of your own transport or plugin, in Tern's terms. The pipeline fills in what is left out.
    ///
    /// - Parameters:
    ///   - reason: What happened, for developers and without secrets. The code's own explanation by default.
    ///   - advice: What to do next, for developers. The code's own advice by default.
    ///   - underlying: The error that caused this one.
    public init(
        _ code: Code,
        reason: String? = nil,
        advice: String? = nil,
        target: (any TargetType)? = nil,
        request: Request? = nil,
        response: Response? = nil,
        attempts: Int = 0,
        underlying: (any Error)? = nil
    ) {
        self.code = code
        self.reason = reason ?? code.guidance.explanation
        self.advice = advice ?? code.guidance.advice
        self.target = target
        self.request = request
        self.response = response
        self.attempts = attempts
        self.underlying = underlying
    }
}
