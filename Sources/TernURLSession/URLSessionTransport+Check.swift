import Foundation
import TernHTTP

extension URLSessionTransport {
    /// Checks a given configuration.
    ///
    /// - Throws: `TernError` with code `.unsupportedConfiguration`.
    static func check(_ configuration: URLSessionConfiguration) throws(TernError) {
        let refuse = TransportConfiguration.refuse
        // A background session takes no data tasks, and its transfers outlive the process (documentation of
        // URLSessionConfiguration.background(withIdentifier:)).
        try refuse(
            configuration.identifier != nil,
            "a background session only downloads and uploads files, and can complete them after the process has ended. "
                + "Use a separate URLSession for such transfers"
        )
        // Other sessions ignore it (documentation of isDiscretionary).
        try refuse(configuration.isDiscretionary, "isDiscretionary applies to background sessions only")
        // Sorted, so that the error always names the same field.
        let fields = (configuration.httpAdditionalHeaders ?? [:]).map { ("\($0.key)", "\($0.value)") }
        for (name, value) in fields.sorted(by: { $0.0 < $1.0 }) { try check(field: name, value) }
    }

    // MARK: - Private

    /// The fields that the URL loading system sets itself (documentation of httpAdditionalHeaders), and the fields with
    /// secrets. A redirect would send these secrets to another origin, and Tern couldn't remove them.
    private static let refusedFields = [
        "Authorization", "Connection", "Content-Length", "Cookie", "Host", "Proxy-Authenticate",
        "Proxy-Authorization", "Transfer-Encoding", "WWW-Authenticate",
    ]

    private static func check(field name: String, _ value: String) throws(TernError) {
        let refuse = TransportConfiguration.refuse
        let isRefused = refusedFields.contains { $0.isEqualIgnoringASCIICase(to: name) }
        try refuse(isRefused, "httpAdditionalHeaders has \(name), which belongs to the request of a call")
        let isValid = !name.isEmpty && name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: ":") }
        try refuse(!isValid, "httpAdditionalHeaders has a field with an invalid name")
        let isSafe = !value.utf8.contains { $0 == 0 || $0 == 0x0A || $0 == 0x0D }
        try refuse(!isSafe, "httpAdditionalHeaders has a line break or NUL in the value of \(name)")
    }
}
