import Foundation
import Tern

/// Turns a response into the bytes of its message; knows nothing of sockets.
enum ResponseWriter {
    /// What the message depends on besides the response.
    struct Context: Equatable {
        var isHead = false
        var isVersion10 = false
        var keepsAlive = true
    }

    struct Result: Equatable {
        /// Part of the body that is yet to be sent after the written bytes, because it is too large to copy.
        var remainder: Data?
        /// Whether the connection must be closed after the message.
        var closes: Bool
    }

    /// Bodies above this aren't copied next to the head.
    static let maximumCopiedBytes = 64 * 1024

    /// Appends the message to `output`.
    static func write(_ response: LoopbackResponse, in context: Context, to output: inout [UInt8]) -> Result {
        if response.isVerbatim {
            return Result(remainder: append(response.body, to: &output), closes: true)
        }
        if let mistake = mistake(in: response) {
            var replacement = LoopbackResponse.text(mistake, status: 500)
            replacement.closesConnection = response.closesConnection
            return write(replacement, in: context, to: &output)
        }
        let hasContent = response.status >= 200 && response.status != 204 && response.status != 304
        var declaredLength: String?
        var isEncoded = false
        var closes = response.closesConnection || !context.keepsAlive
        var namesConnection = false

        output.append(contentsOf: "HTTP/1.1 ".utf8)
        output.append(contentsOf: String(response.status).utf8)
        output.append(UInt8(ascii: " "))
        output.append(contentsOf: response.reason.utf8)
        output.append(contentsOf: "\r\n".utf8)
        for field in response.headers {
            append(name: field.name, value: field.value, to: &output)
            switch field.name.utf8.count {
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
        if let declaredLength {
            closes = closes || (hasContent && !context.isHead && declaredLength != String(response.body.count))
        } else if hasContent, !isEncoded {
            append(name: "Content-Length", value: String(response.body.count), to: &output)
        }
        if !namesConnection, closes || context.isVersion10 {
            append(name: "Connection", value: closes ? "close" : "keep-alive", to: &output)
        }
        output.append(contentsOf: "\r\n".utf8)

        guard hasContent, !context.isHead else { return Result(closes: closes) }
        return Result(remainder: append(response.body, to: &output), closes: closes)
    }

    /// Appends the answer to `Expect: 100-continue`, which has nothing to send after it.
    static func writeContinue(to output: inout [UInt8]) -> Data? {
        output.append(contentsOf: "HTTP/1.1 100 Continue\r\n\r\n".utf8)
        return nil
    }

    // MARK: - Private

    /// Why the response has no form on the wire, or `nil` if it has one.
    private static func mistake(in response: LoopbackResponse) -> String? {
        guard (100...999).contains(response.status) else {
            return "The handler's status must have three digits, but is \(response.status)."
        }
        guard response.reason.utf8.allSatisfy(\.isFieldValueByte) else {
            return "The handler's reason holds a control character."
        }
        for field in response.headers {
            guard !field.name.isEmpty, field.name.utf8.allSatisfy(\.isTokenByte) else {
                return "The handler's field name \(field.name.debugDescription) is not a token."
            }
            guard field.value.utf8.allSatisfy(\.isFieldValueByte) else {
                return "The value of the handler's field \(field.name) holds a control character."
            }
        }
        return nil
    }

    private static func append(name: String, value: String, to output: inout [UInt8]) {
        output.append(contentsOf: name.utf8)
        output.append(contentsOf: ": ".utf8)
        output.append(contentsOf: value.utf8)
        output.append(contentsOf: "\r\n".utf8)
    }

    private static func append(_ body: Data, to output: inout [UInt8]) -> Data? {
        guard body.count <= maximumCopiedBytes else { return body }
        body.withUnsafeBytes { output.append(contentsOf: $0) }
        return nil
    }
}
