import Foundation
import Tern

/// One exchange in a file of the format HAR 1.2.
///
/// Other programs write some members wrongly or not at all. A member of another kind is read as one that is missing. An
/// entry without a status is a failure, and one without a URL is never replayed.
struct HAREntry: Sendable {
    /// A body in the file.
    struct Text: Sendable {
        /// That of the string, with the quotation marks. `nil` without a body.
        var place: Range<Int>?
        var isBase64 = false
        var mimeType: String?
        /// What the file says. Other programs also give the length of the coded body, 0 or -1.
        var bytes = 0

        var isEmpty: Bool { place.map { $0.count <= 2 } ?? true }
    }

    /// The place of the entry in the file.
    private(set) var place: Range<Int>
    /// The exchange without the bodies that the file has as texts.
    private(set) var exchange = CassetteExchange(request: RecordedRequest(url: ""))
    private(set) var requestText = Text()
    private(set) var responseText = Text()
    private var startedAt: String?

    /// When the exchange began. `nil` if the file doesn't tell.
    var date: Date? { startedAt.flatMap { Date(recordingText: $0) } }

    /// Reads the entry at which a scanner is.
    init(_ scanner: inout JSONScanner) throws {
        let start = scanner.offset
        place = start..<start
        var (total, wait, receive) = (Duration.zero, Duration.zero, Duration.zero)
        try scanner.object { key, scanner in
            switch key {
            case "startedDateTime": startedAt = try scanner.text()
            case "request": try readRequest(&scanner)
            case "response": try readResponse(&scanner)
            case "time": total = try scanner.milliseconds()
            case "timings":
                try scanner.object { key, scanner in
                    if key == "wait" { wait = try scanner.milliseconds() }
                    if key == "receive" { receive = try scanner.milliseconds() }
                }
            case "_target": exchange.target = try scanner.text()
            case "_failure": try readFailure(&scanner)
            case "_pieces": try scanner.array { exchange.pieces.append(try CassetteExchange.Piece(&$1)) }
            default: break
            }
        }
        place = start..<scanner.offset
        // Other programs count the time of the connection apart.
        let beforeBody = max(wait, total - receive)
        exchange.head?.time = beforeBody
        exchange.duration = beforeBody + receive
        guard exchange.head == nil, exchange.failure == nil else { return }
        exchange.failure = CassetteExchange.Failure(code: .transportFailed, reason: Self.noResponse)
    }

    /// The length of the response's body, if the file tells it, but doesn't have the body.
    var lengthOfMissingBody: Int? {
        guard let head = exchange.head, responseText.isEmpty, exchange.request.method != .head else { return nil }
        let hasNone = (300..<400).contains(head.status) || head.status == 204
        let announced = responseText.place == nil ? head.headers["Content-Length"].flatMap { Int($0) } : nil
        let length = max(responseText.bytes, announced ?? 0)
        return hasNone || length <= 0 ? nil : length
    }

    // MARK: - Private

    private static let noResponse = "The recording has no response."

    private mutating func readRequest(_ scanner: inout JSONScanner) throws {
        var parameters: [(name: String, value: String)] = []
        try scanner.object { key, scanner in
            switch key {
            case "method": exchange.request.method = HTTPMethod(rawValue: try scanner.text() ?? "GET")
            case "url": exchange.request.url = try scanner.text() ?? ""
            case "headers": exchange.request.headers = try scanner.headers()
            case "postData", "_content":
                try scanner.object { key, scanner in
                    switch key {
                    case "params": parameters = try scanner.pairs()
                    case "_digest":
                        guard let digest = try scanner.text() else { break }
                        exchange.request.body = Data(digest.utf8)
                        exchange.request.isDigest = true
                    default: try requestText.read(key, &scanner)
                    }
                }
            default: break
            }
        }
        exchange.request.headers.addType(requestText.mimeType)
        guard requestText.isEmpty, !parameters.isEmpty else { return }
        // Some programs write the items of a form only as parameters.
        exchange.request.headers.addType("application/x-www-form-urlencoded")
        let encode = { PercentEncoding.encode($0, keeping: .unreserved, spacesAsPlus: true) }
        let items = parameters.map { "\(encode($0.name))=\(encode($0.value))" }
        exchange.request.body = Data(items.joined(separator: "&").utf8)
        requestText.place = nil
    }

    private mutating func readResponse(_ scanner: inout JSONScanner) throws {
        var head = CassetteExchange.Head(status: 0, headers: [:])
        var reason: String?
        try scanner.object { key, scanner in
            switch key {
            case "status": head.status = try scanner.integer() ?? 0
            case "headers": head.headers = try scanner.headers()
            case "content": try scanner.object { try responseText.read($0, &$1) }
            case "_trailers": exchange.trailers = try scanner.headers()
            // The members of Chrome and of Playwright.
            case "_error", "_failureText": reason = try scanner.text() ?? reason
            default: break
            }
        }
        head.headers.addType(responseText.mimeType)
        guard head.status < 100 || reason != nil else {
            exchange.head = head
            return
        }
        let text = Self.noResponse + (reason.map { " \($0)" } ?? "")
        exchange.failure = exchange.failure ?? CassetteExchange.Failure(code: .transportFailed, reason: text)
    }

    private mutating func readFailure(_ scanner: inout JSONScanner) throws {
        var code: String?
        var reason: String?
        try scanner.object { key, scanner in
            if key == "code" { code = try scanner.text() }
            if key == "reason" { reason = try scanner.text() }
        }
        guard let code else { return }
        exchange.failure = CassetteExchange.Failure(code: TernError.Code(rawValue: code), reason: reason ?? "")
    }
}

extension HAREntry.Text {
    /// Reads a member of `postData` or `content`.
    fileprivate mutating func read(_ key: String, _ scanner: inout JSONScanner) throws {
        switch key {
        case "text": place = scanner.isAtString() ? try scanner.string() : nil
        case "encoding", "_encoding": isBase64 = try scanner.text()?.lowercased() == "base64"
        case "mimeType": mimeType = try scanner.text()
        case "size": bytes = try scanner.integer() ?? 0
        default: break
        }
    }
}

extension CassetteExchange.Piece {
    fileprivate init(_ scanner: inout JSONScanner) throws {
        self.init(time: .zero, bytes: 0)
        try scanner.object { key, scanner in
            if key == "time" { time = try scanner.milliseconds() }
            if key == "bytes" { bytes = try scanner.integer() ?? 0 }
        }
    }
}

extension HTTPHeaders {
    /// Adds the media type of a body whose fields have none. `application/octet-stream` says nothing.
    fileprivate mutating func addType(_ mimeType: String?) {
        guard let mimeType, mimeType.utf8.contains(UInt8(ascii: "/")), mimeType != "application/octet-stream" else {
            return
        }
        if !contains("Content-Type") { add(mimeType, for: "Content-Type") }
    }
}

extension JSONScanner {
    /// Reads a list of fields. Those that HTTP doesn't allow, such as the pseudo-header fields of HTTP/2, are omitted.
    fileprivate mutating func headers() throws -> HTTPHeaders {
        var fields: [HTTPHeaders.Field] = []
        for (name, value) in try pairs() {
            // Some programs join the values of several fields.
            let isJoined = value.utf8.contains(UInt8(ascii: "\n"))
            for value in isJoined ? value.split(separator: "\n").map(String.init) : [value] {
                guard (try? HTTPField.check(name: name, value: value, isOfResponse: true)) != nil else { continue }
                fields.append(HTTPHeaders.Field(name: name, value: value))
            }
        }
        return HTTPHeaders(fields)
    }

    /// Reads a list of objects with names and values. Some programs write several values as an array.
    fileprivate mutating func pairs() throws -> [(name: String, value: String)] {
        var pairs: [(name: String, value: String)] = []
        try array { _, scanner in
            var name: String?
            var values: [String] = []
            try scanner.object { key, scanner in
                switch key {
                case "name": name = try scanner.text()
                case "value" where scanner.isAtArray():
                    try scanner.array { _, scanner in try scanner.text().map { values.append($0) } }
                case "value": try scanner.text().map { values.append($0) }
                default: break
                }
            }
            guard let name else { return }
            pairs += values.map { (name, $0) }
        }
        return pairs
    }

    /// Reads a time: at most a year, and not negative.
    fileprivate mutating func milliseconds() throws -> Duration {
        .milliseconds(max(0, min(try number() ?? 0, 365 * 86_400_000)))
    }
}

extension Date {
    fileprivate static let recordingStyle = ISO8601FormatStyle(includingFractionalSeconds: true, timeZone: .gmt)

    fileprivate init?(recordingText text: String) {
        guard
            let date = (try? Self.recordingStyle.parse(text)) ?? (try? Date.ISO8601FormatStyle().parse(text))
        else { return nil }
        self = date
    }

    /// In ISO 8601 with milliseconds, in UTC.
    var recordingText: String { formatted(Self.recordingStyle) }
}
