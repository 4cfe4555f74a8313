import Foundation
import Tern

extension RecordedRequest {
    /// One part of a form (RFC 7578), or of another multipart body.
    public struct Part: Sendable, Equatable {
        /// The name of the field. In the name and in `filename`, the escapes `%22`, `%0D` and `%0A` of browsers are
        /// decoded to a quotation mark, CR and LF. A backslash is one, unless it is before a quotation mark in the name. Empty for a part without a name, which only a form forbids.
        public var name: String

        /// The name of the file. `nil` if the part isn't a file.
        public var filename: String?

        /// All header fields of the part.
        public var headers: HTTPHeaders

        /// The content of the part.
        public var data: Data

        /// Creates a part, for a comparison with a recorded part.
        public init(name: String, filename: String? = nil, headers: HTTPHeaders = [:], data: Data) {
            self.name = name
            self.filename = filename
            self.headers = headers
            self.data = data
        }

        /// The media type of the part. `nil` if the part has no `Content-Type`, which means `text/plain`.
        public var contentType: String? { headers["Content-Type"] }

        /// The data as text in UTF-8.
        public var text: String { String(decoding: data, as: UTF8.self) }
    }

    /// The parts of a `multipart/form-data` body, or of another multipart body, in order, after its content codings such
    /// as gzip.
    ///
    /// ```swift
    /// let parts = try server.requests[0].multipart()
    /// parts[0].name           // "avatar"
    /// parts[0].filename       // "cat.png"
    /// parts[0].contentType    // "image/png"
    /// ```
    ///
    /// The parser is as strict as the server: CRLF at the end of each line, a closing delimiter, and a name for each
    /// part of a form. At most 10,000 parts, and 16 KiB of header fields for each part.
    ///
    /// - Throws: `TestKitError` with code `.malformedForm`, whose message names the rule that the body violates, or with
    ///   code `.undecodableBody` if the content codings can't be decoded.
    public func multipart() throws(TestKitError) -> [Part] {
        let types = headers.values(for: "Content-Type")
        guard types.count == 1, let type = types.first else {
            throw MultipartParser.failure("expected one Content-Type field, found \(types.count).")
        }
        return try MultipartParser(contentType: type).parse(decodedBody())
    }
}

extension RecordedRequest.Part: CustomStringConvertible, CustomReflectable {
    /// The name of the field and the number of bytes, without the bytes.
    public var description: String { "\(name), \(data.count) bytes" }

    public var customMirror: Mirror {
        Mirror(
            self,
            children: ["name": name, "filename": filename as Any, "headers": headers, "bytes": data.count],
            displayStyle: .struct
        )
    }
}
