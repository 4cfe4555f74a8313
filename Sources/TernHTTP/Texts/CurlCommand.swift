import Foundation

/// A request as a curl command that a POSIX shell runs as printed.
///
/// ```swift
/// let request = try Endpoint(GitHub.zen).request()
/// print(CurlCommand(request))                        // secrets are redacted
/// print(CurlCommand(exposingSecretsOf: request))     // sends the same request
/// ```
///
/// The command sends one request with the same method, URL, fields and body, and otherwise with the fields that
/// `CurlTransport` adds by default. It doesn't follow redirects, and asks for no content coding. It needs curl 7.43 or
/// later.
///
/// - A body that isn't text in UTF-8, and other values with control characters, are written with `printf`. A file is read from its path. A stream, a multipart form
///   and a body above the limit are read from standard input.
/// - Redacting replaces secrets, and reformats JSON with a secret. A body that can't be searched for secrets, because
///   it is neither JSON nor a form, or is above 256 KiB, is read from standard input.
/// - Fields that can't be sent, such as one with a line break, and the body of a HEAD request are omitted.
public struct CurlCommand: Hashable, Sendable {
    /// The command, on several lines.
    public let text: String

    /// The command with secrets redacted, by the rules of ``Request/redaction``.
    ///
    /// - Parameters:
    ///   - request: The request to write.
    ///   - maximumBodyBytes: The largest body to include. No limit by default.
    public init(_ request: Request, maximumBodyBytes: Int = .max) {
        text = CurlCommandWriter(request, request.redaction, maximumBodyBytes: maximumBodyBytes).text
    }

    /// The command with all secrets, such as tokens and passwords. Don't store or send its text.
    ///
    /// - Parameters:
    ///   - request: The request to write.
    ///   - maximumBodyBytes: The largest body to include. No limit by default.
    public init(exposingSecretsOf request: Request, maximumBodyBytes: Int = .max) {
        text = CurlCommandWriter(request, .nothing, maximumBodyBytes: maximumBodyBytes).text
    }
}

extension CurlCommand: CustomStringConvertible {
    /// The command.
    public var description: String { text }
}
