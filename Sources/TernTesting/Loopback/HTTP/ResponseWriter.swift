import Foundation
import Tern

/// Serializes a response into the bytes of its message. It doesn't depend on sockets.
enum ResponseWriter {
    /// The values, apart from the response, that determine the message.
    struct Context: Equatable {
        var isHead = false
        var isVersion10 = false
        var keepsAlive = true
        /// The `Date` field that is added to a response without one. `nil` to add no field.
        var date: String?

        init(isHead: Bool = false, isVersion10: Bool = false, keepsAlive: Bool = true, date: String? = nil) {
            self.isHead = isHead
            self.isVersion10 = isVersion10
            self.keepsAlive = keepsAlive
            self.date = date
        }

        /// The context of the response to a request.
        init(_ parsed: ParsedRequest) {
            self.init(
                isHead: parsed.request.method == .head,
                isVersion10: parsed.isVersion10,
                keepsAlive: parsed.keepsAlive
            )
        }
    }

    struct Result: Equatable {
        /// The part of the body that must be sent after the written bytes, because it is too large to copy.
        var remainder: Data?
        /// Whether the connection must be closed after the message.
        var closes: Bool
        /// The framing for the bytes of a script. `nil` if the message has no body.
        var framing: Framing? = .raw
        /// The place after the head in the output. 0 for verbatim bytes.
        var headEnd = 0
        /// The place of the body in the output, after the size of a chunk. 0 for verbatim bytes.
        var bodyStart = 0
    }

    enum Framing: Equatable {
        case raw
        case chunked
    }

    /// The maximum size of a body that is copied after the head.
    static let maximumCopiedBytes = 64 * 1024

    /// Appends the message to `output`.
    static func write(_ response: WireResponse, in context: Context, to output: inout [UInt8]) -> Result {
        if response.isVerbatim {
            return Result(remainder: append(response.body, to: &output), closes: response.closesConnection)
        }
        for interim in response.informational {
            _ = write(interim, in: Context(), to: &output)
        }
        let hasContent = response.hasContent
        var declaredLength: String?
        var isEncoded = false
        var closes = response.closesConnection || !context.keepsAlive
        var namesConnection = false
        var date = context.date
        var framing = Framing.raw

        output.append(contentsOf: "HTTP/1.1 ".utf8)
        output.append(contentsOf: String(response.status).utf8)
        output.append(UInt8(ascii: " "))
        output.append(contentsOf: response.reasonPhrase.utf8)
        output.append(contentsOf: "\r\n".utf8)
        for field in response.headers {
            append(name: field.name, value: field.value, to: &output)
            switch field.name.utf8.count {
            case 4 where field.name.lowercased() == "date":
                date = nil
            case 10 where field.name.lowercased() == "connection":
                namesConnection = true
                closes = closes || field.value.lowercased() == "close"
            case 14 where field.name.lowercased() == "content-length":
                declaredLength = field.value
            case 17 where field.name.lowercased() == "transfer-encoding":
                isEncoded = true
            default:
                break
            }
        }
        if let date { append(name: "Date", value: date, to: &output) }
        if let declaredLength {
            let isShort = response.script == nil && declaredLength != String(response.body.count)
            closes = closes || (hasContent && !context.isHead && isShort)
        } else if isChunked(response), hasContent, !isEncoded, !context.isVersion10 {
            append(name: "Transfer-Encoding", value: "chunked", to: &output)
            framing = .chunked
        } else if hasContent, response.script != nil {
            closes = closes || !isEncoded
        } else if hasContent, !isEncoded {
            // The announced length of a stalling response is one byte more than it sends, so that its body never ends.
            let length = response.body.count + (response.isStalling ? 1 : 0)
            append(name: "Content-Length", value: String(length), to: &output)
        }
        if !namesConnection, closes || context.isVersion10 {
            append(name: "Connection", value: closes ? "close" : "keep-alive", to: &output)
        }
        guard hasContent, !context.isHead else {
            // A stalling response without content stops before the end of its head.
            if !response.isStalling { output.append(contentsOf: "\r\n".utf8) }
            return Result(closes: closes, framing: nil, headEnd: output.count, bodyStart: output.count)
        }
        output.append(contentsOf: "\r\n".utf8)
        let end = output.count
        guard framing == .chunked else {
            let remainder = append(response.body, to: &output)
            return Result(remainder: remainder, closes: closes, headEnd: end, bodyStart: end)
        }
        appendChunk(response.body, to: &output)
        let bodyStart = max(end, output.count - response.body.count - 2)
        if response.script == nil, !response.isStalling { appendLastChunk(trailers: response.trailers, to: &output) }
        return Result(closes: closes, framing: .chunked, headEnd: end, bodyStart: bodyStart)
    }

    /// Appends a body. Returns it instead if it is too large to copy.
    static func append(_ body: Data, to output: inout [UInt8]) -> Data? {
        guard body.count <= maximumCopiedBytes else { return body }
        body.withUnsafeBytes { output.append(contentsOf: $0) }
        return nil
    }

    /// Appends a part of a body as a chunk (RFC 9112, section 7.1). An empty part is omitted, because an empty chunk
    /// would end the body.
    static func appendChunk(_ part: Data, to output: inout [UInt8]) {
        guard !part.isEmpty else { return }
        output.append(contentsOf: String(part.count, radix: 16).utf8)
        output.append(contentsOf: "\r\n".utf8)
        part.withUnsafeBytes { output.append(contentsOf: $0) }
        output.append(contentsOf: "\r\n".utf8)
    }

    static func appendLastChunk(trailers: HTTPHeaders, to output: inout [UInt8]) {
        output.append(contentsOf: "0\r\n".utf8)
        for field in trailers { append(name: field.name, value: field.value, to: &output) }
        output.append(contentsOf: "\r\n".utf8)
    }

    /// Appends the response to `Expect: 100-continue`. Returns `nil`, because no data follows.
    static func writeContinue(to output: inout [UInt8]) -> Data? {
        output.append(contentsOf: "HTTP/1.1 100 Continue\r\n\r\n".utf8)
        return nil
    }

    // MARK: - Private

    private static func isChunked(_ response: WireResponse) -> Bool {
        response.isChunked || (response.script != nil && !response.closesConnection)
    }

    private static func append(name: String, value: String, to output: inout [UInt8]) {
        output.append(contentsOf: name.utf8)
        output.append(contentsOf: ": ".utf8)
        output.append(contentsOf: value.utf8)
        output.append(contentsOf: "\r\n".utf8)
    }
}
