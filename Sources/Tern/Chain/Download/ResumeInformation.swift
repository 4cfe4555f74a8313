import Foundation

/// The information that a later download needs to continue a partial file.
struct ResumeInformation: Codable, Equatable {
    /// The format of the file.
    private var version = Self.currentVersion
    /// Identifies the URL. The URL itself isn't stored, since it may contain secrets.
    ///
    /// SHA-256, because a validator is only unique for its URL, and can be copied. If a server could choose a URL with
    /// the same digest as another server's URL, it could leave a partial file with its own bytes and the other server's
    /// validator. The next download from the other server would then continue that file.
    let urlDigest: String
    let validator: StrongValidator
    /// The length of the complete body. `nil` if the server didn't announce it.
    let totalBytes: Int64?
    /// Fields of the first response that a later response with a part may lack (RFC 9110, section 15.3.7).
    let fields: [String: String]

    private static let currentVersion = 1
    private static let fieldNames = ["Content-Disposition", "Content-Type", "ETag", "Last-Modified"]

    /// `nil` if the download of this response can't be continued: it isn't a complete representation, its validator is
    /// weak, its bytes are decoded, or the server doesn't support range requests.
    init?(of response: Response, to request: Request, totalBytes: Int64?) {
        guard Self.isResumable(request), response.statusCode == 200, response.hasIdentityCoding,
            response.headers["Accept-Ranges"]?.isEqualIgnoringASCIICase(to: "none") != true,
            let validator = StrongValidator(of: response.headers)
        else { return nil }
        urlDigest = ByteDigest.text(of: request.url.absoluteString)
        self.validator = validator
        self.totalBytes = totalBytes
        fields = Self.fieldNames.reduce(into: [:]) { $0[$1] = response.headers[$1] }
    }

    /// Reads the information from a file. `nil` if it is damaged, or if it belongs to another request.
    init?(_ data: Data, for request: Request) {
        guard Self.isResumable(request), let read = try? JSONReader.decode(Self.self, from: data),
            read.version == Self.currentVersion, read.urlDigest == ByteDigest.text(of: request.url.absoluteString)
        else { return nil }
        self = read
    }

    var data: Data? {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return try? encoder.encode(self)
    }

    /// The number of bytes of a partial file to keep. `nil` if it can't be continued.
    ///
    /// For a complete file, the last byte is requested again, since a range must not be empty.
    func keptBytes(of count: Int64) -> Int64? {
        guard let totalBytes else { return count > 0 ? count : nil }
        guard count > 0, count <= totalBytes else { return nil }
        let kept = min(count, totalBytes - 1)
        return kept > 0 ? kept : nil
    }

    /// The validator that differs in the fields of a part, for example `another ETag`. `nil` if none differs: a part has
    /// the `ETag` of the whole file, but may lack `Last-Modified` (RFC 9110, section 15.3.7).
    ///
    /// Both are compared. Some servers ignore `If-Range`, and some of those keep an old tag for a new file.
    func difference(from headers: HTTPHeaders) -> String? {
        if fields["ETag"] != headers["ETag"] { return headers.contains("ETag") ? "another ETag" : "no ETag" }
        guard let received = headers["Last-Modified"], received != fields["Last-Modified"] else { return nil }
        return "another Last-Modified"
    }

    /// Whether the request is a GET request without its own conditions and range.
    private static func isResumable(_ request: Request) -> Bool {
        request.method == .get && request.body == nil
            && !["Range", "If-Range", "If-Match", "If-None-Match", "If-Modified-Since", "If-Unmodified-Since"]
                .contains { request.headers.contains($0) }
    }
}

/// A strong validator of a representation: equal validators mean equal bytes (RFC 9110, section 8.8.1).
struct StrongValidator: Equatable, Sendable, Codable {
    /// `ETag` or `Last-Modified`.
    let name: String
    let value: String

    /// The minimum time between `Last-Modified` and `Date` for which `Last-Modified` is a strong validator (RFC 9110,
    /// section 8.8.2.2).
    private static let secondsOfStrongDate = 60

    /// The validator of a response. `nil` if it has no strong validator.
    ///
    /// `Last-Modified` counts only without an entity tag (RFC 9110, section 13.1.5).
    init?(of headers: HTTPHeaders) {
        if let tag = headers["ETag"] {
            // A weak tag begins with `W/`.
            var reader = FieldReader(tag)
            guard reader.take("\""), let content = reader.text(through: "\""), reader.isAtEnd,
                !content.hasAny(ByteSet.controls.union(ByteSet("\t ")))
            else { return nil }
            (name, value) = ("ETag", tag)
            return
        }
        guard let modified = headers["Last-Modified"], let date = headers["Date"],
            let modifiedDate = HTTPDate(modified), let sent = HTTPDate(date),
            sent.seconds - modifiedDate.seconds >= Self.secondsOfStrongDate
        else { return nil }
        (name, value) = ("Last-Modified", modified)
    }

    /// Whether these fields have the validator.
    func isEqual(to headers: HTTPHeaders) -> Bool { headers[name] == value }
}
