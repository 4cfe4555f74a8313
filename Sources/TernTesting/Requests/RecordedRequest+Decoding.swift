import Foundation
import Tern

extension RecordedRequest {
    /// The default limit for a decoded body: 64 MiB.
    public static let decodedBodyLimit = 64 * 1024 * 1024

    /// The body without its content codings (RFC 9110, section 8.4), as ``text``, ``json(as:using:)``, ``form`` and
    /// ``multipart()`` read it.
    ///
    /// The codings of the `Content-Encoding` field can be gzip, deflate, and br if its library is installed.
    ///
    /// - Parameter limit: The largest result in bytes, because a few compressed bytes can expand to a very large body.
    /// - Throws: `TestKitError` with code `.undecodableBody` if the body doesn't have these codings, is truncated, or
    ///   exceeds the limit.
    public func decodedBody(limit: Int = decodedBodyLimit) throws(TestKitError) -> Data {
        let codings = headers.values(for: "Content-Encoding")
        guard !codings.isEmpty else { return body }
        let subject = "The body with `Content-Encoding: \(codings.joined(separator: ", "))` can't be decoded"
        do throws(TernError) {
            if let data = try ContentDecoder.decode(body, contentEncoding: codings, limit: limit) { return data }
        } catch {
            throw TestKitError(.undecodableBody, "\(subject): \(error.reason)", underlying: error)
        }
        throw TestKitError(.undecodableBody, "\(subject): the coding isn't known. `body` contains the bytes as sent.")
    }

    /// The body without its content codings, or the bytes as sent if they can't be decoded.
    private var readableBody: Data { (try? decodedBody()) ?? body }

    /// The body as text in UTF-8, without content codings such as gzip. If they can't be decoded, the text of the bytes
    /// as sent.
    public var text: String { String(decoding: readableBody, as: UTF8.self) }

    /// Decodes the body from JSON, after its content codings such as gzip.
    ///
    /// - Parameters:
    ///   - type: The type of the value. Inferred by default.
    ///   - decoder: A plain decoder by default. It must not set `allowsJSON5` or `assumesTopLevelDictionary`.
    /// - Throws: `DecodingError`; `TestKitError` with code `.undecodableBody` if the content codings can't be decoded.
    public func json<Value: Decodable>(
        as type: Value.Type = Value.self,
        using decoder: JSONDecoder = JSONDecoder()
    ) throws -> Value {
        try JSONReader.decode(type, from: decodedBody(), using: decoder)
    }

    /// The items of an `application/x-www-form-urlencoded` body in their order, decoded. Text that isn't valid
    /// percent-encoding is kept as it is. Empty if the body is empty.
    public var form: [URLQueryItem] { URLQueryItem.items(in: text, decodesPlus: true) }
}
