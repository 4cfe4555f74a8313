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

    private var hasHost = false
    private var requestsClose = false
    private var requestsKeepAlive = false
    private var requestsContinue = false

    /// - Parameter line: A request line without its CRLF.
    init(line: ArraySlice<UInt8>) throws(RequestParseError) {
        let parts = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
        guard parts.count == 3 else {
            throw .malformed("The request line must be `METHOD TARGET VERSION`, with single spaces.")
        }
        guard !parts[0].isEmpty, parts[0].allSatisfy(\.isTokenByte) else {
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
        !requestsClose && (!isVersion10 || requestsKeepAlive)
    }

    /// Whether the client waits for status 100 before it sends the body. HTTP/1.0 doesn't define this expectation.
    var expectsContinue: Bool {
        guard requestsContinue, !isVersion10 else { return false }
        switch framing {
        case .none: return false
        case .length(let length): return length > 0
        case .chunked: return true
        }
    }

    /// - Parameter line: A field line without its CRLF.
    mutating func addField(line: ArraySlice<UInt8>) throws(RequestParseError) {
        let (name, value) = try FieldLine.parse(line)
        switch name.count {
        case 4 where name.isEqualIgnoringCase(to: "host"):
            guard !hasHost else { throw .malformed("There is more than one Host field.") }
            guard value.allSatisfy(\.isHostByte) else { throw .malformed("Host is not a host and a port.") }
            hasHost = true
        case 6 where name.isEqualIgnoringCase(to: "expect"):
            requestsContinue = value.isEqualIgnoringCase(to: "100-continue")
        case 10 where name.isEqualIgnoringCase(to: "connection"):
            for option in value.split(separator: UInt8(ascii: ",")) {
                let option = option.trimmingBlanks()
                requestsClose = requestsClose || option.isEqualIgnoringCase(to: "close")
                requestsKeepAlive = requestsKeepAlive || option.isEqualIgnoringCase(to: "keep-alive")
            }
        case 14 where name.isEqualIgnoringCase(to: "content-length"):
            guard framing == .none else {
                throw .malformed("Content-Length is given twice, or together with Transfer-Encoding.")
            }
            framing = .length(try Self.length(value))
        case 17 where name.isEqualIgnoringCase(to: "transfer-encoding"):
            guard framing == .none else {
                throw .malformed("Transfer-Encoding is given twice, or together with Content-Length.")
            }
            guard !isVersion10, value.isEqualIgnoringCase(to: "chunked") else {
                throw isVersion10 ? .malformed("HTTP/1.0 has no Transfer-Encoding.") : Self.rejection(ofCoding: value)
            }
            framing = .chunked
        default:
            break
        }
        headers.add(String(decoding: value, as: UTF8.self), for: String(decoding: name, as: UTF8.self))
    }

    /// Checks the requirements that need all fields.
    func validate() throws(RequestParseError) {
        guard hasHost || isVersion10 else { throw .malformed("HTTP/1.1 requires a Host field.") }
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
    private static func rejection(ofCoding value: ArraySlice<UInt8>) -> RequestParseError {
        let codings = value.split(separator: UInt8(ascii: ",")).map { $0.trimmingBlanks() }
        let chunked = codings.count { $0.isEqualIgnoringCase(to: "chunked") }
        guard chunked == 1, let last = codings.last, last.isEqualIgnoringCase(to: "chunked") else {
            return .malformed("Transfer-Encoding must end with `chunked`, once.")
        }
        return RequestParseError(status: 501, reason: "The only Transfer-Encoding that is supported is `chunked`.")
    }

    private static func length(_ digits: ArraySlice<UInt8>) throws(RequestParseError) -> Int {
        var length = 0
        for digit in digits {
            let (shifted, overflowed) = length.multipliedReportingOverflow(by: 10)
            let (sum, overflowedToo) = shifted.addingReportingOverflow(Int(digit) - 0x30)
            guard digit.isDigit, !overflowed, !overflowedToo else {
                throw .malformed("Content-Length must be one decimal number.")
            }
            length = sum
        }
        guard !digits.isEmpty else { throw .malformed("Content-Length is empty.") }
        return length
    }
}
