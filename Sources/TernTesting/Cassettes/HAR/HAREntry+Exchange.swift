import Foundation
import Tern

extension HAREntry {
    /// - Parameter date: The time at which the recording began.
    init(_ exchange: CassetteExchange, startedAt date: Date) {
        let milliseconds = { (duration: Duration) in (duration / .microseconds(1)).rounded() / 1000 }
        let head = exchange.head
        let wait = milliseconds(head?.time ?? exchange.duration ?? .zero)
        let total = max(wait, milliseconds(exchange.duration ?? head?.time ?? .zero))
        startedDateTime = date.addingTimeInterval(exchange.start / .seconds(1)).recordingText
        time = total
        timings = Timings(send: 0, wait: wait, receive: ((total - wait) * 1000).rounded() / 1000)
        cache = Cache()
        request = Message(exchange.request)
        response = Response(exchange)
        _target = exchange.target
        _failure = exchange.failure.map { Failure(code: $0.code.rawValue, reason: $0.reason) }
        if !exchange.pieces.isEmpty {
            _pieces = exchange.pieces.map { Piece(time: milliseconds($0.time), bytes: $0.bytes) }
        }
    }
}

extension HAREntry.Message {
    init(_ request: RecordedRequest) {
        method = request.method.rawValue
        url = request.url
        httpVersion = "HTTP/1.1"
        cookies = request.headers.values(for: "Cookie").flatMap { [HAREntry.Pair](cookies: $0) }
        headers = [HAREntry.Pair](request.headers)
        queryString = request.queryItems.map { HAREntry.Pair(name: $0.name, value: $0.value ?? "") }
        headersSize = -1
        bodySize = request.body.count
        guard !request.body.isEmpty else { return }
        let type = request.headers["Content-Type"] ?? "application/octet-stream"
        let text = String(data: request.body, encoding: .utf8)
        guard !request.isDigest else {
            postData = HAREntry.Body(mimeType: type, _digest: text)
            return
        }
        postData = HAREntry.Body(
            mimeType: type,
            text: text ?? request.body.base64EncodedString(),
            _encoding: text == nil ? "base64" : nil
        )
    }
}

extension HAREntry.Response {
    init(_ exchange: CassetteExchange) {
        let head = exchange.head
        let fields = head?.headers ?? [:]
        status = head?.status ?? 0
        statusText = head.map { HTTPURLResponse.localizedString(forStatusCode: $0.status) } ?? ""
        httpVersion = "HTTP/1.1"
        cookies = fields.values(for: "Set-Cookie").flatMap { [HAREntry.Pair](cookies: $0).prefix(1) }
        headers = [HAREntry.Pair](fields)
        redirectURL = fields["Location"] ?? ""
        headersSize = -1
        let bytes = max(exchange.body.count, exchange.bodyBytes)
        bodySize = bytes
        let text = String(data: exchange.body, encoding: .utf8)
        content = HAREntry.Content(
            size: bytes,
            mimeType: fields["Content-Type"] ?? "application/octet-stream",
            text: text ?? exchange.body.base64EncodedString(),
            encoding: text == nil ? "base64" : nil
        )
        if !exchange.trailers.isEmpty { _trailers = [HAREntry.Pair](exchange.trailers) }
    }
}

extension [HAREntry.Pair] {
    /// The pairs of a `Cookie` or `Set-Cookie` field.
    fileprivate init(cookies: String) {
        self = cookies.split(separator: ";").map { pair in
            let name = pair.prefix { $0 != "=" }
            let value = pair.dropFirst(name.count + 1)
            return HAREntry.Pair(name: name.trimmingCharacters(in: .whitespaces), value: String(value))
        }
    }
}

extension HAREntry {
    /// When the exchange began. `nil` if the file doesn't tell.
    var date: Date? {
        guard let startedDateTime else { return nil }
        return (try? Date.recordingStyle.parse(startedDateTime))
            ?? (try? Date.ISO8601FormatStyle().parse(startedDateTime))
    }
}

extension Date {
    fileprivate static let recordingStyle = ISO8601FormatStyle(includingFractionalSeconds: true, timeZone: .gmt)

    /// In ISO 8601 with milliseconds, in UTC.
    fileprivate var recordingText: String { formatted(Self.recordingStyle) }
}
