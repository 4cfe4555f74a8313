import Foundation
import Tern

/// One exchange in a file of the format HAR 1.2.
///
/// Other programs write some members wrongly or not at all. A member of another kind is read as one that is missing. An
/// entry without a status is a failure, and one without a URL is never replayed.
struct HAREntry: Sendable {
    /// The place of the entry in the file.
    private(set) var place: Range<Int>
    /// The exchange without the bodies that the file has as texts.
    private(set) var exchange = CassetteExchange(request: RecordedRequest(url: ""))
    private(set) var requestBody = HARBody()
    private(set) var responseBody = HARBody()
    /// Whether the request had a body that the file lacks: mitmproxy writes none of DELETE, and browsers none of a file.
    private(set) var lacksRequestBody = false
    private var startedAt: String?
    /// Why the response failed, as Chrome and Playwright tell it.
    private var failureText: String?

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
            case "_failure":
                var (code, reason): (String?, String) = (nil, "")
                try scanner.object { key, scanner in
                    if key == "code" { code = try scanner.text() }
                    if key == "reason" { reason = try scanner.text() ?? "" }
                }
                exchange.failure = code.map {
                    CassetteExchange.Failure(code: TernError.Code(rawValue: $0), reason: reason)
                }
            case "_pieces":
                try scanner.array { _, scanner in
                    var piece = CassetteExchange.Piece(time: .zero, bytes: 0)
                    try scanner.object { key, scanner in
                        if key == "time" { piece.time = try scanner.milliseconds() }
                        if key == "bytes" { piece.bytes = try scanner.integer() ?? 0 }
                    }
                    exchange.pieces.append(piece)
                }
            default: break
            }
        }
        place = start..<scanner.offset
        // Other programs count the time of the connection apart.
        let beforeBody = max(wait, total - receive)
        exchange.head?.time = beforeBody
        exchange.duration = beforeBody + receive
        // Chromium reports the end of a HEAD request, which has no body, as a failure.
        let hasFailed = failureText != nil && exchange.request.method != .head
        if hasFailed { exchange.head = nil }
        guard exchange.head == nil, exchange.failure == nil else { return }
        let text = Self.noResponse + (failureText.map { " \($0)" } ?? "")
        exchange.failure = CassetteExchange.Failure(code: .transportFailed, reason: text)
    }

    /// What the file tells about the length of the response's body that it doesn't have. `nil` if nothing is missing.
    var missingLength: String? {
        guard let head = exchange.head, exchange.failure == nil, exchange.request.method != .head, head.status != 204,
            !(300..<400).contains(head.status)
        else { return nil }
        return responseBody.missingLength(head.headers)
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
            case "bodySize": requestBody.bodySize = try scanner.integer() ?? -1
            case "postData", "_content":
                try scanner.object { key, scanner in
                    switch key {
                    case "params": parameters = try scanner.pairs()
                    case "_digest":
                        guard let digest = try scanner.text() else { break }
                        exchange.request.body = Data(digest.utf8)
                        exchange.request.isDigest = true
                    default: try requestBody.read(key, &scanner)
                    }
                }
            default: break
            }
        }
        exchange.request.headers.addType(requestBody.mimeType)
        guard requestBody.isEmpty, !exchange.request.isDigest else { return }
        guard !parameters.isEmpty else {
            let lengths = requestBody.lengths(exchange.request.headers).sent
            let isSent = !lengths.isEmpty || exchange.request.headers.contains("Transfer-Encoding")
            lacksRequestBody = isSent || exchange.request.headers.contains("Content-Encoding")
            return
        }
        // Some programs write the items of a form only as parameters.
        exchange.request.headers.addType("application/x-www-form-urlencoded")
        let encode = { PercentEncoding.encode($0, keeping: .unreserved, spacesAsPlus: true) }
        let items = parameters.map { "\(encode($0.name))=\(encode($0.value))" }
        exchange.request.body = Data(items.joined(separator: "&").utf8)
        requestBody.place = nil
    }

    private mutating func readResponse(_ scanner: inout JSONScanner) throws {
        var head = CassetteExchange.Head(status: 0, headers: [:])
        try scanner.object { key, scanner in
            switch key {
            case "status": head.status = try scanner.integer() ?? 0
            case "headers": head.headers = try scanner.headers()
            case "content": try scanner.object { try responseBody.read($0, &$1) }
            case "bodySize": responseBody.bodySize = try scanner.integer() ?? -1
            case "headersSize": responseBody.headersSize = try scanner.integer() ?? -1
            case "_trailers": exchange.trailers = try scanner.headers()
            case "_error", "_failureText": failureText = try scanner.text() ?? failureText
            default: break
            }
        }
        head.headers.addType(responseBody.mimeType)
        // Firefox adds the stored body to the 304 that confirms it. The app's own request has no condition.
        if head.status == 304, !responseBody.isEmpty { head.status = 200 }
        if head.status >= 100 { exchange.head = head }
    }
}

extension HTTPHeaders {
    /// Adds the media type of a body whose fields have none. `application/octet-stream` says nothing, and neither does the
    /// type that Firefox writes for a body without one.
    fileprivate mutating func addType(_ mimeType: String?) {
        let emptyTypes = ["application/octet-stream", "application/x-unknown-content-type"]
        guard let mimeType, mimeType.utf8.contains(UInt8(ascii: "/")), !emptyTypes.contains(mimeType) else { return }
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
            for value in values { pairs.append((name, value)) }
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
