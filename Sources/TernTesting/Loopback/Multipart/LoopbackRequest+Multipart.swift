import Foundation
import Tern

extension LoopbackRequest {
    /// One part of a form (RFC 7578).
    public struct Part: Sendable, Equatable {
        /// The field's name. In it and in `filename`, `%22`, `%0D` and `%0A` are what browsers make of a quote, CR and LF,
        /// and stand for these.
        public var name: String

        /// `nil` if the part isn't a file.
        public var filename: String?

        /// All fields of the part.
        public var headers: HTTPHeaders

        public var data: Data

        public init(name: String, filename: String? = nil, headers: HTTPHeaders = [:], data: Data) {
            self.name = name
            self.filename = filename
            self.headers = headers
            self.data = data
        }

        /// The part's media type; `nil` if it says none, which means `text/plain`.
        public var contentType: String? { headers["Content-Type"] }

        /// The data as text in UTF-8.
        public var text: String { String(decoding: data, as: UTF8.self) }
    }

    /// Why a body isn't a form.
    public struct MultipartError: Error, Sendable, Equatable, CustomStringConvertible {
        /// What was expected.
        public let reason: String

        /// Which part it is about, counted from 1; `nil` if it is about none.
        public let part: Int?

        public var description: String {
            "Not a form of multipart/form-data: \(part.map { "part \($0): " } ?? "")\(reason)"
        }
    }

    /// The parts of a `multipart/form-data` body, in their order.
    ///
    /// ```swift
    /// let parts = try server.requests[0].multipart()
    /// parts[0].name           // "avatar"
    /// parts[0].filename       // "cat.png"
    /// parts[0].contentType    // "image/png"
    /// ```
    ///
    /// It is as strict as the server: CRLF at each line's end, a last delimiter, and a name for each part; 10,000 parts
    /// and 16 KiB of fields for each part at most.
    public func multipart() throws(MultipartError) -> [Part] {
        let types = headers.values(for: "Content-Type")
        guard types.count == 1, let type = types.first else {
            throw MultipartError(reason: "there must be one Content-Type, but there are \(types.count).", part: nil)
        }
        return try MultipartParser(boundary: MultipartParser.boundary(of: type)).parse(body)
    }
}
