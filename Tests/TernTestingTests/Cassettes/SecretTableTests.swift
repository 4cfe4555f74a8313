import Foundation
import Tern
import Testing

@testable import TernTesting

/// Known secrets in texts, in any encoding.
@Suite(.timeLimit(.minutes(20)))
struct SecretTableTests {
    @Test(arguments: SecretEncoding.all) func encodedSecretIsReplaced(encoding: SecretEncoding) {
        for secret in ["p/a+s\"s&w\u{f6}rd =%", "s3cr3t-pa55word/+=", "a%41\\u0042&amp;b-c-d", "5f2b9c1e7d3a4b6c"] {
            var table = SecretTable()
            let placeholder = table.placeholder(for: secret)
            table.updateSearch()
            let encoded = encoding.encode(secret)
            for text in [encoded, Data("<".utf8) + encoded + Data(">".utf8)] {
                #expect(table.firstSecret(in: text) == placeholder)
                let replaced = table.replaced(text)
                #expect(replaced != nil)
                #expect(replaced.flatMap(table.replaced) == nil)
                #expect(replaced?.range(of: encoded.dropFirst(2).dropLast(2)) == nil)
            }
            #expect(table.replaced(Data("Nothing secret.".utf8)) == nil)
        }
    }

    @Test(arguments: 0..<3) func secretWithinBase64IsReplaced(shift: Int) throws {
        var table = SecretTable()
        let placeholder = table.placeholder(for: "s3cr3t-pa55word")
        table.updateSearch()
        let text = String(repeating: "u", count: shift) + ":s3cr3t-pa55word:end"
        let encoded = Data(text.utf8).base64EncodedString()

        let replaced = table.replaced(encoded)

        #expect(replaced.count == encoded.count)
        let decoded = String(decoding: try #require(Data(base64Encoded: replaced)), as: UTF8.self)
        #expect(decoded.contains(placeholder))
        #expect(decoded.hasSuffix(":end"))
    }

    /// Digits, words and lines around an encoded secret stay as they are.
    @Test func textsBesideAnEncodedSecretStay() throws {
        var table = SecretTable()
        let secret = "s3cr3t-pa55word"
        let placeholder = table.placeholder(for: secret)
        table.updateSearch()
        let digits = { (text: String, separator: String) in
            text.utf8.map { String($0, radix: 16) }.joined(separator: separator)
        }
        let texts: [(String) -> String] = [
            { "KEY\n\(Data($0.utf8).base64EncodedString())\nnext/word: x" },
            { "more\r\n\(Data("\($0)?>".utf8).base64EncodedString())\r\nnext" },
            { "2026-11-28 12:30:05 \(digits($0, "")) a cafe 17" },
            { "12 3 \(digits($0, ":")) 4:56 - \(digits($0, ""))" },
        ]
        for text in texts { #expect(table.replaced(text(secret)) == text(placeholder)) }
    }

    /// Each secret stands in one encoding, beside others.
    @Test func plantedSecretsAreNotInTheRecording() throws {
        var exchanges: [CassetteExchange] = []
        var planted: [(exchange: Int, text: Data)] = []
        for number in 0..<20 {
            var body = Data()
            for (index, encoding) in SecretEncoding.all.enumerated() {
                let secret = "token-\(number * 1000 + index)/+\u{e9}=\"&\(String(number &* 7919 &+ index, radix: 36))"
                var request = RecordedRequest(url: "https://a.example/\(number)")
                request.headers["Authorization"] = "Bearer \(secret)"
                exchanges.append(CassetteExchange(request: request, head: .init(status: 204, headers: [:])))
                planted.append(
                    (number * (SecretEncoding.all.count + 1) + SecretEncoding.all.count, encoding.encode(secret))
                )
                body += Data("\n<p>".utf8) + encoding.encode(secret) + Data("</p>".utf8)
            }
            let request = RecordedRequest(url: "https://a.example/\(number)")
            exchanges.append(CassetteExchange(request: request, head: .init(status: 200, headers: [:]), body: body))
        }
        var redaction = CassetteRedaction(.default)
        let redacted = redaction.redacted(exchanges)

        for (exchange, text) in planted {
            #expect(exchanges[exchange].body.range(of: text) != nil)
            #expect(redacted[exchange].body.range(of: text) == nil)
            #expect(redaction.table.firstSecret(in: redacted[exchange].body) == nil)
        }
    }

    /// However long a text is, it is read about once for each encoding.
    @Test func longTextsOfAllKindsAreReadInAboutTheirLength() throws {
        let digits = (0..<5_000).map { String(0x1000_0000 + $0 &* 7919, radix: 16) }.joined()
        let bytes = Data((0..<30_000).map { UInt8(truncatingIfNeeded: $0 &* $0 &>> 7) })
        let texts = [
            digits, String(repeating: "0123456789abcde\n", count: 2_500),
            digits.map { "\($0)0" }.prefix(12_000).joined(separator: ":"),
            bytes.base64EncodedString(), bytes.base64EncodedString(options: .lineLength64Characters),
            bytes.base64EncodedData().base64EncodedString(), String(repeating: "V", count: 40_000),
            String(repeating: "A\0", count: 20_000), String(repeating: "%41\\u0042&amp;", count: 2_500),
            String(repeating: "The quick brown fox jumps over it. ", count: 1_100),
        ]
        for text in texts {
            var table = SecretTable()
            let placeholder = table.placeholder(for: "s3cr3t-pa55word")
            table.updateSearch()
            #expect(table.replaced(Data(text.utf8)) == nil)
            let end = Data("\(text.prefix(25_000)) s3cr3t-pa55word".utf8)
            #expect(table.firstSecret(in: end) == placeholder)
            #expect(table.replaced(end)?.suffix(placeholder.utf8.count) == Data(placeholder.utf8))
        }
    }
}
