import Tern

/// The request line and the header fields of one request, with the framing that they define.
///
/// The parser is strict if tolerance could make two parties disagree about the end of a request (RFC 9112, section
/// 11.2).
struct RequestHead {
    enum Framing: Equatable {
        case none
        case length(Int)
        case chunked
    }

    let method: HTTPMethod
    let target: String
    let isVersion10: Bool
    private(set) var headers = HTTPHeaders()
    private(set) var framing = Framing.none

    /// - Parameter line: A request line without its CRLF.
    init(line: ArraySlice<UInt8>) throws(RequestParseError) {
        let parts = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
        guard parts.count == 3 else {
            throw .malformed("The request line must be `METHOD TARGET VERSION`, with single spaces.")
        }
        guard !parts[0].isEmpty, parts[0].allSatisfy(ByteSet.token.contains) else {
            throw .malformed("The method is not a token.")
        }
        method = HTTPMethod(rawValue: String(decoding: parts[0], as: UTF8.self))
        isVersion10 = try Self.isVersion10(parts[2])
        target = String(decoding: parts[1], as: UTF8.self)
        guard Self.isTarget(parts[1], of: method) else {
            throw .malformed(
                "The request target must be a path from `/`, an absolute URL, `*`, or an authority for CONNECT, without a "
                    + "fragment."
            )
        }
    }

    /// Whether the connection may carry another request after this one (RFC 9112, section 9.3).
    var keepsAlive: Bool {
        let options = headers.list(for: "Connection").map { $0.lowercased() }
        return !options.contains("close") && (!isVersion10 || options.contains("keep-alive"))
    }

    /// Whether the client waits for status 100 before it sends the body. HTTP/1.0 doesn't define this expectation.
    var expectsContinue: Bool {
        guard !isVersion10, headers["Expect"]?.lowercased() == "100-continue" else { return false }
        switch framing {
        case .none: return false
        case .length(let length): return length > 0
        case .chunked: return true
        }
    }

    /// - Parameter line: A field line without its CRLF.
    mutating func addField(line: ArraySlice<UInt8>) throws(RequestParseError) {
        do throws(FieldLine.Fault) {
            let field = try FieldLine.field(line, isStrict: true)
            headers.add(field.value, for: field.name)
        } catch {
            throw .malformed(error)
        }
    }

    /// Checks the fields that determine the host and the end of the body.
    mutating func finish() throws(RequestParseError) {
        let hosts = headers.values(for: "Host")
        guard hosts.count < 2 else { throw .malformed("There is more than one Host field.") }
        guard hosts.count == 1 || isVersion10 else { throw .malformed("HTTP/1.1 requires a Host field.") }
        guard hosts.allSatisfy({ $0.utf8.allSatisfy(Self.hostBytes.contains) }) else {
            throw .malformed("Host is not a host and a port.")
        }
        let (lengths, codings) = (headers.values(for: "Content-Length"), headers.values(for: "Transfer-Encoding"))
        guard lengths.count + codings.count < 2 else {
            throw .malformed("The end of the body is given twice, by Content-Length or Transfer-Encoding.")
        }
        if let length = lengths.first {
            guard let number = FieldLine.number(length) else {
                throw .malformed("Content-Length must be one decimal number.")
            }
            framing = .length(number)
        }
        if let coding = codings.first {
            guard !isVersion10 else { throw .malformed("HTTP/1.0 has no Transfer-Encoding.") }
            guard coding.lowercased() == "chunked" else { throw rejectionOfCodings() }
            framing = .chunked
        }
    }

    // MARK: - Private

    private static func isVersion10(_ version: ArraySlice<UInt8>) throws(RequestParseError) -> Bool {
        if version.elementsEqual("HTTP/1.1".utf8) { return false }
        if version.elementsEqual("HTTP/1.0".utf8) { return true }
        let digits = [version.startIndex + 5, version.startIndex + 7]
        guard version.count == 8, version.starts(with: "HTTP/".utf8), digits.allSatisfy({ version[$0].isDigit }),
            version[version.startIndex + 6] == UInt8(ascii: ".")
        else {
            throw .malformed("The version must be HTTP/1.1 or HTTP/1.0.")
        }
        throw RequestParseError(status: 505, reason: "The version must be HTTP/1.1 or HTTP/1.0.")
    }

    private static func isTarget(_ target: ArraySlice<UInt8>, of method: HTTPMethod) -> Bool {
        guard let first = target.first else { return false }
        guard target.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "#") }) else { return false }
        if first == UInt8(ascii: "/") || method == .connect { return true }
        if target.count == 1 { return first == UInt8(ascii: "*") }
        let scheme = target.prefix { $0 != UInt8(ascii: ":") }
        return target.dropFirst(scheme.count).starts(with: "://".utf8)
    }

    /// The error for an unsupported coding. Status 501 for a coding that isn't implemented, if `chunked` is the last
    /// coding. With any other coding, the end of the body is unknown (RFC 9112, section 6).
    private func rejectionOfCodings() -> RequestParseError {
        let codings = headers.list(for: "Transfer-Encoding").map { $0.lowercased() }
        guard codings.last == "chunked", !codings.dropLast().contains("chunked") else {
            return .malformed("Transfer-Encoding must end with `chunked`, once.")
        }
        return RequestParseError(status: 501, reason: "The only Transfer-Encoding that is supported is `chunked`.")
    }

    /// The bytes of a host and a port (RFC 3986, section 3.2), without user info.
    private static let hostBytes = ByteSet.unreserved.union(ByteSet("!$%&'()*+,;=:[]"))
}
