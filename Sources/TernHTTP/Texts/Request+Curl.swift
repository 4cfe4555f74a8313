import Foundation

extension Request {
    /// The request as a curl command that a POSIX shell runs as printed.
    ///
    /// ```swift
    /// let request = try Endpoint(GitHub.zen).request()
    /// print(request.curl())                           // secrets are redacted, by the rules of `redaction`
    /// print(request.curl(exposingSecrets: true))      // sends the same request: don't store or send this text
    /// ```
    ///
    /// The command sends one request with the same method, URL, fields and body, and otherwise with the fields that
    /// `CurlTransport` adds by default. It doesn't follow redirects, and asks for no content coding. It needs curl 7.43 or
    /// later.
    ///
    /// - A body that isn't text in UTF-8, and other values with control characters, are written with `printf`. A file is
    ///   read from its path. A stream, a multipart form and a body above the limit are read from standard input.
    /// - Redacting replaces secrets, and reformats JSON with a secret. A body that can't be searched for secrets, because
    ///   it is neither JSON nor a form, or is above 256 KiB, is read from standard input.
    /// - Fields that can't be sent, such as one with a line break, and the body of a HEAD request are omitted.
    ///
    /// - Parameters:
    ///   - exposingSecrets: Whether the command has all secrets, such as tokens and passwords. `false` by default.
    ///   - maximumBodyBytes: The largest body to include. No limit by default.
    public func curl(exposingSecrets: Bool = false, maximumBodyBytes: Int = .max) -> String {
        CurlCommandWriter(self, exposingSecrets ? .nothing : redaction, maximumBodyBytes: maximumBodyBytes).text
    }
}
