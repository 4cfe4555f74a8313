import Foundation

/// Writes the command of one request.
struct CurlCommandWriter {
    /// The largest body that is an argument, in bytes. Linux limits an argument to 128 KiB. `printf` is built into
    /// shells, and has no limit.
    private static let maximumArgumentBytes = 64 * 1024

    private static let byteOrderMark: Unicode.Scalar = "\u{FEFF}"

    private enum Body {
        case argument(String)
        case printed(Data)
        case file(String)
        case standardInput
    }

    private let request: Request
    private let rules: Redaction
    private let maximumBodyBytes: Int

    init(_ request: Request, _ rules: Redaction, maximumBodyBytes: Int) {
        self.request = request
        self.rules = rules
        self.maximumBodyBytes = maximumBodyBytes
    }

    var text: String {
        // Otherwise, curl resolves dot segments.
        let keepsPath = URLReference.hasDotSegments(request.url) ? " --path-as-is" : ""
        var lines = ["\(method) --globoff\(keepsPath)"]
        lines += fields.map { "-H \(Self.quoted($0))" }
        var input = ""
        switch body {
        case nil: break
        case .argument(let text): lines.append("--data-raw \(Self.quoted(text))")
        case .printed(let data):
            input = "printf \(Self.quoted(Self.format(of: data))) | "
            lines.append("--data-binary @-")
        case .file(let path): lines.append("--data-binary \(Self.quoted("@\(path)"))")
        case .standardInput: lines.append("--data-binary @-")
        }
        lines.append("--url \(Self.quoted(url))")
        return input + lines.joined(separator: " \\\n  ")
    }

    // MARK: - Private

    /// After `-X HEAD`, curl would wait for a body. So HEAD needs a separate option.
    private var method: String {
        switch request.method {
        case .head: "curl --head"
        case .get where request.body == nil: "curl"
        default: "curl -X \(Self.quoted(String(describing: request.method)))"
        }
    }

    private var url: String { rules.scrub(rules.text(ofURL: request.url.absoluteString), request: request) }

    private var fields: [String] {
        var headers = request.headers
        if request.method != .head, let type = request.body?.contentType, !headers.contains("Content-Type") {
            headers.add(type, for: "Content-Type")
        }
        let sent = headers.fields.filter { field in
            HTTPField.isToken(field.name) && HTTPField.isValid(value: field.value)
                // curl computes it.
                && !field.name.isEqualIgnoringASCIICase(to: "Content-Length")
        }
        var lines = sent.filter { !$0.isCookie }.map { CurlField.line(name: $0.name, value: text(of: $0)) }
        if let cookies = CurlField.cookies(sent.filter(\.isCookie).map(text)) { lines.append("Cookie: \(cookies)") }
        // curl adds `Accept: */*`, as the engines do.
        let agent = headers.contains("User-Agent") ? [] : ["User-Agent: Tern"]
        let unwanted = body == nil ? [] : ["Content-Type", "Expect"].filter { !headers.contains($0) }
        return lines + agent + unwanted.map { "\($0):" }
    }

    private func text(of field: HTTPHeaders.Field) -> String {
        rules.scrub(rules.text(ofField: field.name, value: field.value), request: request)
    }

    private var body: Body? {
        guard request.method != .head else { return nil }
        guard let body = request.body else {
            // Other methods have no `Content-Length` without a body (RFC 9110, section 8.6).
            return [.post, .put, .patch, .query].contains(request.method) ? .argument("") : nil
        }
        if let file = body.fileURL { return .file(rules.text(ofSentence: file.path)) }
        guard let data = body.data, data.count <= maximumBodyBytes else { return .standardInput }
        if rules.hidesNothing { return Self.body(data) }
        let type = request.headers["Content-Type"] ?? body.contentType
        guard let text = rules.text(ofWholeBody: data, contentType: type) else { return .standardInput }
        return Self.body(Data(rules.scrub(text, request: request).utf8))
    }

    private static func body(_ data: Data) -> Body {
        guard data.count <= maximumArgumentBytes, case let text = String(decoding: data, as: UTF8.self),
            text.utf8.elementsEqual(data), !text.unicodeScalars.contains(where: isControl),
            // Invisible, so that it would be lost with the next copy of the command.
            text.unicodeScalars.first != byteOrderMark
        else {
            return .printed(data)
        }
        return .argument(text)
    }

    /// Whether a scalar could change the state of a terminal that shows it, such as ESC, DEL and U+009B.
    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.generalCategory == .control && scalar != "\n" && scalar != "\t"
    }

    /// A quoted word for a POSIX shell. Single quotes preserve the literal value of each character (XCU, section
    /// 2.2.2). A text with control characters is the output of `printf`.
    private static func quoted(_ text: String) -> String {
        if text.unicodeScalars.contains(where: isControl) {
            // The shell removes line breaks at the end of the output (XCU, section 2.6.3).
            var (printed, end) = (Data(text.utf8), "")
            while printed.last == 0x0A {
                printed.removeLast()
                end += "\n"
            }
            return "\"$(printf \(quoted(format(of: printed))))\"" + (end.isEmpty ? "" : quoted(end))
        }
        // The text is split by bytes: a quote with a combining mark is another `Character`, but the shell treats it as a
        // quote.
        let parts = text.parts(at: "'", omitsEmpty: false)
        return "'\(parts.joined(separator: #"'\''"#))'"
    }

    /// A format of `printf` (XCU, section `printf`) that prints these bytes.
    private static func format(of data: Data) -> String {
        var text = ""
        for byte in data {
            switch byte {
            case UInt8(ascii: "%"): text += "%%"
            // Shells treat a format that begins with `-` as an option.
            case UInt8(ascii: "-") where text.isEmpty: text += #"\055"#
            case 0x20..<0x7F where byte != UInt8(ascii: "\\"): text.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                let digits = String(byte, radix: 8)
                text += "\\" + String(repeating: "0", count: 3 - digits.count) + digits
            }
        }
        return text
    }
}
