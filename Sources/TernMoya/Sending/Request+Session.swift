import Foundation
import Tern

extension Tern.Request {
    /// The request that is sent for a request of Moya.
    ///
    /// Fields that can't be sent safely are left out: `Content-Length` and `Transfer-Encoding`, which only the transport
    /// knows, and fields whose name is no token or whose value has a line break or another control character inside.
    /// White space around a value is removed.
    init(_ urlRequest: URLRequest, session: Session, body: () throws -> RequestBody?) throws {
        var urlRequest = urlRequest
        let stream = urlRequest.httpBodyStream
        // This would remove a body in memory, too.
        if stream != nil { urlRequest.httpBodyStream = nil }
        var fields: [String: String] = [:]
        for (name, value) in urlRequest.allHTTPHeaderFields ?? [:] {
            if let value = Self.sendable(value, ofField: name) { fields[name] = value }
        }
        urlRequest.allHTTPHeaderFields = fields
        for (name, value) in session.additionalHeaders where urlRequest.value(forHTTPHeaderField: name) == nil {
            if let value = Self.sendable(value, ofField: name) { urlRequest.setValue(value, forHTTPHeaderField: name) }
        }
        if let url = urlRequest.url, url.fragment != nil,
            var parts = URLComponents(url: url, resolvingAgainstBaseURL: false)
        {
            parts.fragment = nil
            urlRequest.url = parts.url
        }
        self = try Tern.Request(urlRequest)
        crossOriginHeaders = session.crossOriginHeaders
        if let body = try body() {
            self.body = body
        } else if let stream {
            self.body = .stream(length: nil, once: MultipartBody.chunks(of: stream))
        }
    }

    /// The value of a field without white space around it. `nil` for a field that can't be sent.
    private static func sendable(_ value: String, ofField name: String) -> String? {
        guard !["content-length", "transfer-encoding"].contains(name.lowercased()), isToken(name) else { return nil }
        let value = value.trimmingCharacters(in: .whitespacesAndNewlines)
        let isValid = value.unicodeScalars.allSatisfy { $0 == "\t" || $0.value >= 0x20 && $0.value != 0x7F }
        return isValid ? value : nil
    }

    /// Whether a name is a token (RFC 9110, section 5.6.2).
    private static func isToken(_ name: String) -> Bool {
        !name.isEmpty
            && name.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"):
                    true
                default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
                }
            }
    }
}
