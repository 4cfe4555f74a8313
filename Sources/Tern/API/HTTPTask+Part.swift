import Foundation

extension HTTPTask {
    /// A part of a multipart form (RFC 7578): a name, a value, and optionally a file name and a media type.
    ///
    /// ```swift
    /// .multipart([
    ///     .text("Holidays", name: "title"),
    ///     .json(["visible": true], name: "options"),
    ///     .file(photo, name: "photo"),                         // file name and media type from the URL
    ///     .data(thumbnail, name: "thumbnail", filename: "small.png", contentType: "image/png"),
    /// ])
    /// ```
    ///
    /// ``unnamed(_:)`` is a part of another multipart type, such as `multipart/related`.
    public struct Part: Sendable {
        indirect enum Value: Sendable {
            case data(Data)
            case json(any Encodable & Sendable, encoder: JSONEncoder?)
            case file(URL)
            case body(RequestBody)
            case task(HTTPTask)
        }

        let name: String?
        let value: Value
        let filename: String?
        let contentType: String?
        private(set) var headers: HTTPHeaders = [:]

        /// Text in UTF-8, without a media type, as browsers send it: each line ends with CRLF. Other bytes are sent
        /// unchanged by ``data(_:name:filename:)``.
        public static func text(_ text: String, name: String) -> Part {
            Part(name: name, value: .data(Data(text.withNetworkNewlines.utf8)), filename: nil, contentType: nil)
        }

        /// Bytes in memory.
        ///
        /// - Parameters:
        ///   - data: The content of the part.
        ///   - name: The name of the field.
        ///   - filename: The name of the file. `nil`, the default, for a part that isn't a file.
        ///   - contentType: The media type. `nil` for none.
        public static func data(
            _ data: Data,
            name: String,
            filename: String? = nil,
            contentType: String?
        ) -> Part {
            Part(name: name, value: .data(data), filename: filename, contentType: contentType)
        }

        /// Bytes in memory. The media type of a file is that of its name's extension, or else
        /// `application/octet-stream`. A part without a file name has none (RFC 7578, section 4.4).
        public static func data(_ data: Data, name: String, filename: String? = nil) -> Part {
            self.data(data, name: name, filename: filename, contentType: mediaType(of: filename))
        }

        /// A value as JSON, with the media type `application/json`. A `String` or `Data` is raw JSON and is sent
        /// unchanged.
        ///
        /// - Parameters:
        ///   - value: The value to encode.
        ///   - name: The name of the field.
        ///   - encoder: `nil` for that of the endpoint or the provider, see ``ProviderConfiguration/encoder``.
        @_disfavoredOverload
        public static func json(
            _ value: some Encodable & Sendable,
            name: String,
            encoder: JSONEncoder? = nil
        ) -> Part {
            Part(name: name, value: .json(value, encoder: encoder), filename: nil, contentType: "application/json")
        }

        /// A literal of mixed values as JSON, with the media type `application/json`.
        ///
        /// - Parameters:
        ///   - literal: The literal to encode.
        ///   - name: The name of the field.
        ///   - encoder: `nil` for that of the endpoint or the provider, see ``ProviderConfiguration/encoder``.
        public static func json(_ literal: JSONLiteral, name: String, encoder: JSONEncoder? = nil) -> Part {
            Part(name: name, value: .json(literal, encoder: encoder), filename: nil, contentType: "application/json")
        }

        /// A file, which is read while it is sent.
        ///
        /// The call fails with `TernError.Code.encodingFailed` if the file can't be read, or if its size changes after
        /// the request is built.
        ///
        /// - Parameters:
        ///   - url: The URL of the file.
        ///   - name: The name of the field.
        ///   - filename: The name of the file for the server. The last component of the URL by default.
        ///   - contentType: The media type. `nil` for none.
        public static func file(_ url: URL, name: String, filename: String? = nil, contentType: String?) -> Part {
            Part(name: name, value: .file(url), filename: filename ?? url.lastPathComponent, contentType: contentType)
        }

        /// A file, which is read while it is sent. Its media type is that of its name's extension, or else
        /// `application/octet-stream`.
        public static func file(_ url: URL, name: String, filename: String? = nil) -> Part {
            let filename = filename ?? url.lastPathComponent
            return file(url, name: name, filename: filename, contentType: mediaType(of: filename))
        }

        /// A body of any kind, such as a `RequestBody.stream`. The media type is its ``RequestBody/contentType``. Else
        /// a part with a file name has the media type of its extension or `application/octet-stream`, and another part
        /// has none.
        ///
        /// If the body's ``RequestBody/length`` isn't known, the length of the form isn't known either. If the body is
        /// one-shot, the form is one-shot, too.
        public static func body(_ body: RequestBody, name: String, filename: String? = nil) -> Part {
            Part(
                name: name,
                value: .body(body),
                filename: filename,
                contentType: body.contentType ?? mediaType(of: filename)
            )
        }

        /// The body of a task, as a part without a name, for a multipart type that isn't a form. The query of the task
        /// isn't sent.
        ///
        /// ```swift
        /// .multipart(
        ///     [.unnamed(.json(metadata)), .unnamed(.file(photo)).adding(headers: ["Content-ID": "<photo>"])],
        ///     contentType: "multipart/related; type=\"application/json\""
        /// )
        /// ```
        public static func unnamed(_ task: HTTPTask) -> Part {
            Part(name: nil, value: .task(task), filename: nil, contentType: nil)
        }

        /// The part with more header fields, such as `Content-ID`. A field replaces one with the same name, also
        /// `Content-Type` and `Content-Disposition`.
        ///
        /// The call fails with `TernError.Code.invalidField` if a part can't hold a field.
        public func adding(headers: HTTPHeaders) -> Part {
            var part = self
            part.headers = self.headers.merging(headers)
            return part
        }

        private static func mediaType(of filename: String?) -> String? {
            filename.map { MediaType(filename: $0)?.text ?? MediaType.unknown }
        }
    }
}

extension String {
    /// The text with CRLF in place of each CR, LF and CRLF (HTML standard, "multipart/form-data encoding algorithm").
    var withNetworkNewlines: String {
        guard hasAny(ByteSet("\r\n")) else { return self }
        var text = String.UnicodeScalarView()
        var last: Unicode.Scalar?
        for scalar in unicodeScalars {
            switch scalar {
            case "\n" where last == "\r": break
            case "\n", "\r": text.append(contentsOf: "\r\n".unicodeScalars)
            default: text.append(scalar)
            }
            last = scalar
        }
        return String(text)
    }
}

extension HTTPTask.Part: CustomStringConvertible, TextReflectable {
    /// The kind of the value, without the value.
    public var description: String {
        switch value {
        case .data(let data): "part of \(data.count) bytes"
        case .json: "json part"
        case .file: "file part"
        case .body: "body part"
        case .task(let task): "part with \(task)"
        }
    }
}
