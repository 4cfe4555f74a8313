/// What a download does with the response to a request for the rest of its partial file.
enum Continuation: Equatable {
    /// The body continues the partial file.
    ///
    /// - Parameters:
    ///   - end: The number of bytes in the file after this body.
    ///   - total: The number of bytes in the complete file.
    case rest(end: Int64, total: Int64)
    /// The body is a complete file, or that of an error.
    case complete
    /// The body doesn't continue the partial file, and isn't complete. The whole file has to be requested.
    ///
    /// - Parameter cause: Names the part of the response, for example `another ETag`.
    case refused(cause: String)

    /// - Parameters:
    ///   - response: The response to the request for the rest.
    ///   - request: The request of the call.
    ///   - offset: The number of bytes in the partial file.
    ///   - information: The stored information of the partial file.
    init(_ response: Response, to request: Request, after offset: Int64, of information: ResumeInformation) {
        switch response.statusCode {
        case 206: self.init(part: response, to: request, after: offset, of: information)
        case 412, 416: self = .refused(cause: "status \(response.statusCode)")
        case 200:
            let range = response.headers["Content-Range"]
            if let coding = Self.coding(of: response) {
                self = .refused(cause: coding)
            } else if let range, ContentRange(range)?.isComplete != true {
                self = .refused(cause: "status 200 with Content-Range: \(Redaction.excerpt(ofText: range))")
            } else if let total = information.totalBytes, let announced = response.announcedBytes(for: request),
                announced != total, information.validator.isEqual(to: response.headers)
            {
                // A strong validator identifies the bytes, and so their number.
                self = .refused(cause: "status 200 with Content-Length: \(announced) instead of \(total)")
            } else {
                self = .complete
            }
        default: self = .complete
        }
    }

    // MARK: - Private

    private init(
        part response: Response,
        to request: Request,
        after offset: Int64,
        of information: ResumeInformation
    ) {
        let field = response.headers["Content-Range"]
        let type = response.headers["Content-Type"]?.lowercased()
        guard type?.hasPrefix("multipart/byteranges") != true else {
            self = .refused(cause: "several parts")
            return
        }
        let range = field.flatMap(ContentRange.init)
        let total = information.totalBytes ?? range?.total
        guard let range, let total, range.first == offset, range.total ?? total == total, range.last < total else {
            let text = field.map { "Content-Range: \(Redaction.excerpt(ofText: $0))" } ?? "no Content-Range"
            self = .refused(cause: "\(text), instead of bytes \(offset)-…/\(total.map { "\($0)" } ?? "*")")
            return
        }
        // Both numbers have at most 18 digits.
        let length = range.last - range.first + 1
        if let coding = Self.coding(of: response) {
            self = .refused(cause: coding)
        } else if let difference = information.difference(from: response.headers) {
            self = .refused(cause: difference)
        } else if let announced = response.announcedBytes(for: request), announced != length {
            self = .refused(cause: "Content-Length: \(announced) for \(length) bytes")
        } else {
            self = .rest(end: range.last + 1, total: total)
        }
    }

    /// A coding, for the text of a cause. `nil` for the identity coding.
    private static func coding(of response: Response) -> String? {
        guard !response.hasIdentityCoding, let coding = response.headers["Content-Encoding"] else { return nil }
        return "Content-Encoding: \(Redaction.excerpt(ofText: coding))"
    }
}
