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
    public var code: Code { contents.value.code }

    /// What happened, for developers: expected, actual, place. May quote an excerpt of a body, without its secrets.
    public var reason: String { contents.value.reason }

    /// What to do next, for developers.
    public var advice: String { contents.value.advice }

    /// The case, with its arguments, whose request failed.
    public var target: (any TargetType)? { contents.value.target }

    /// The request as it was last sent, or as far as it was built.
    public var request: Request? { contents.value.request }

    /// The response, with its body, if there was one: always for `.unacceptableStatus`, `.unacceptableMediaType`
    /// and `.decodingFailed`; for `.proxyFailed` the proxy's response with status 407 to an http request.
    public var response: Response? { contents.value.response }

    /// The number of times that the request was given to the transport. 0 if the call failed before that.
    public var attempts: Int { contents.value.attempts }

    /// The error that the transport, a plugin, an encoder or a decoder threw.
    public var underlying: (any Error)? { contents.value.underlying }

    private struct Contents {
        let code: Code
        let reason: String
        let advice: String
        var target: (any TargetType)?
        var request: Request?
        var response: Response?
        var attempts: Int
        let underlying: (any Error)?
    }

    private let contents: Box<Contents>

    /// An error of your own transport or plugin. The pipeline adds the values that are left out.
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
        contents = Box(
            Contents(
                code: code,
                reason: reason ?? code.guidance.explanation,
                advice: advice ?? code.guidance.advice,
                target: target,
                request: request,
                response: response,
                attempts: attempts,
                underlying: underlying
            )
        )
    }

    /// Copies an error, and adds the values that it doesn't have yet.
    ///
    /// - Parameter attempts: The smallest number of attempts of the new error.
    init(
        _ error: TernError,
        target: (any TargetType)? = nil,
        request: Request? = nil,
        response: Response? = nil,
        attempts: Int = 0
    ) {
        var contents = error.contents.value
        contents.target = contents.target ?? target
        contents.request = contents.request ?? request
        contents.response = contents.response ?? response
        contents.attempts = max(contents.attempts, attempts)
        self.contents = Box(contents)
    }
}
