/// The request that a call would send, and all steps that lead to it.
///
/// ```swift
/// print(await github.explain(.user(login: "octocat")))
/// ```
///
/// Secrets are redacted in the description. ``endpoint``, ``request`` and ``sample`` contain the actual values.
public struct CallExplanation: Sendable {
    /// A plugin, and its changes of the request.
    public struct Step: Sendable {
        /// The name of the plugin's type.
        public let plugin: String

        /// One line for each change, without secrets, such as `sets User-Agent: Example/1.0`. Empty if the plugin
        /// leaves the request unchanged.
        public let changes: [String]
    }

    /// The source of the response.
    @nonexhaustive
    public enum Source: Sendable, Hashable {
        /// The transport sends the request.
        case transport
        /// A stub responds after a delay.
        case stub(delay: Duration)
        /// A plugin responds itself, or fails.
        case plugin
    }

    /// The limits of each attempt.
    public struct Limits: Sendable, Hashable {
        /// The longest time until the response is complete. `nil` for no limit.
        public let timeout: Duration?
        /// The longest time without a sent or received byte. `nil` for the limit of the transport.
        public let idleTimeout: Duration?
        /// The largest body in memory, in bytes. `nil` for a body that isn't collected in memory.
        public let maximumBodyBytes: Int?
    }

    /// The target, with its arguments.
    public let target: any TargetType

    /// The endpoint of the target, with the fields of the call's options.
    public let endpoint: Endpoint

    /// The URL of the endpoint, with its query, that ``CallOptions/url`` replaces. `nil` if the options have no URL.
    public let replacedURL: String?

    /// Whether the query of ``replacedURL`` is added to the URL of the options, see ``CallOptions/keepsQuery``.
    let keepsQuery: Bool

    /// The plugins that the request passes, in their order. If a plugin doesn't pass the request on, later plugins
    /// aren't included.
    public let steps: [Step]

    /// The request that the transport or the stub would receive. `nil` if ``error`` or a plugin ends the call earlier.
    public let request: Request?

    /// The source of the response, if no layer of the transport responds.
    public let source: Source

    /// The response of the endpoint's sample, even if the call isn't stubbed. `nil` if the sample is missing or is an
    /// error.
    public let sample: Response?

    /// The error of the sample. `nil` if the sample has a response.
    public let sampleError: TernError?

    /// Why the request has no credentials, if its origin isn't trusted.
    let untrustedOriginText: String?

    /// The limits of the request.
    public let limits: Limits

    /// The responses that the call accepts.
    public let validation: Validation

    /// The error with which the call would fail before the request is sent. `nil` if the request would be sent.
    public let error: TernError?

    /// The request as a curl command without secrets. `nil` without a request.
    public var curl: String? { request?.curl() }
}

extension CallExplanation: CustomStringConvertible, TextReflectable {
    /// Several lines without secrets: the endpoint, the URL that the options replace, the plugins, the request as a curl
    /// command, the source of the response, the sample if the call is stubbed, and the limits.
    public var description: String {
        var lines = ["\(targetName(of: target)): \(endpoint)"]
        if let replacedURL {
            let query = keepsQuery ? "adds the query of" : "replaces"
            lines.append("URL of the options: \(query) \(rules.text(ofURL: replacedURL))")
        }
        for step in steps {
            let changes = step.changes.joined(separator: "; ")
            lines.append("\(step.plugin): \(changes.isEmpty ? "changes nothing" : changes)")
        }
        if let untrustedOriginText { lines.append(untrustedOriginText) }
        if let curl { lines.append(curl) }
        if let error { lines.append("fails before it is sent: \(error)") }
        if error == nil { lines.append("response: \(source)") }
        // A call that isn't stubbed needs no sample.
        if source != .transport { lines.append("sample: \(sampleText)") }
        lines.append("accepts: \(validation)")
        lines.append("limits: \(limits)")
        return Redaction.printable(rules.scrub(lines.joined(separator: "\n"), request: request), keepsLines: true)
    }

    private var rules: Redaction { request?.redaction ?? endpoint.redaction }

    private var sampleText: String {
        guard let sample else {
            return sampleError.map { "\($0.code): \(rules.text(ofReason: $0.reason, about: request))" } ?? "none"
        }
        let fields = sample.headers.map { "\($0.name): \(rules.text(ofField: $0.name, value: $0.value))" }
        let body =
            "\(sample.data.count) bytes \(rules.excerpt(of: sample.data, contentType: sample.headers["Content-Type"]))"
        return (["status \(sample.statusCode)"] + fields + [sample.data.isEmpty ? "no body" : body]).joined(
            separator: ", "
        )
    }
}

extension CallExplanation.Source: CustomStringConvertible {
    public var description: String {
        switch self {
        case .transport: "from the transport"
        case .stub(.zero): "from a stub, immediately"
        case .stub(let delay): "from a stub, after \(delay)"
        case .plugin: "from a plugin"
        }
    }
}

extension CallExplanation.Limits: CustomStringConvertible {
    public var description: String {
        let timeout = timeout.map { "timeout \($0)" } ?? "no timeout"
        let idleTimeout = idleTimeout.map { "idle timeout \($0)" } ?? "idle timeout of the transport"
        let body = maximumBodyBytes.map { "body of at most \($0) bytes" } ?? "body of any size"
        return [timeout, idleTimeout, body].joined(separator: ", ")
    }
}
