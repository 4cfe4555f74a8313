import Foundation
import Tern
import Testing

@testable import TernTesting

@Suite(.timeLimit(.minutes(20)))
struct RequestParserTests {
    @Test(arguments: RequestParserTests.accepted)
    func eachRequestIsReadInPiecesOfAnySize(_ example: Example) throws {
        let whole = try example.parse(splitAt: [])
        #expect(whole == example.events)

        #expect(try example.parse(splitAt: Array(1..<example.bytes.count)) == whole)
        for index in 1..<example.bytes.count {
            #expect(try example.parse(splitAt: [index]) == whole, "split at \(index)")
        }
    }

    @Test(arguments: RequestParserTests.refused)
    func eachMalformedRequestIsRejectedInPiecesOfAnySize(_ example: Example) {
        for splits in [[], Array(1..<example.bytes.count)] + (1..<example.bytes.count).map({ [$0] }) {
            let error = #expect(throws: RequestParseError.self) { try example.parse(splitAt: splits) }
            #expect(error?.status == example.status, "\(String(describing: error)), split at \(splits)")
        }
    }

    @Test func refusalIsRepeated() {
        var parser = RequestParser(connection: 1)
        parser.append("bad\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(throws: RequestParseError.self) { try parser.next() }
        #expect(throws: RequestParseError.self) { try parser.next() }
    }

    @Test func prefixOfARequestIsIncomplete() throws {
        let bytes = Array("POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc".utf8)
        for count in 0..<bytes.count {
            var parser = RequestParser(connection: 1)
            bytes[..<count].withUnsafeBytes { parser.append($0) }
            #expect(try parser.next() == nil)
        }
    }

    @Test func headOfExactlyTheLimitIsAccepted() throws {
        let start = "GET / HTTP/1.1\r\nHost: a\r\nX: "
        let filler = String(repeating: "x", count: 200 - start.utf8.count - 4)
        var parser = RequestParser(connection: 1, maximumHeadBytes: 200)
        parser.append(start + filler + "\r\n\r\n")
        #expect(try parser.next() != nil)

        parser.append(start + filler + "x\r\n\r\n")
        let error = #expect(throws: RequestParseError.self) { try parser.next() }
        #expect(error?.status == 431)
    }

    @Test(arguments: [
        "Content-Length: 8\r\n\r\n12345678", "Transfer-Encoding: chunked\r\n\r\n4\r\n1234\r\n4\r\n5678\r\n0\r\n\r\n",
    ])
    func bodyOfExactlyTheLimitIsAccepted(_ rest: String) throws {
        var parser = RequestParser(connection: 1, maximumBodyBytes: 8)
        parser.append("POST / HTTP/1.1\r\nHost: a\r\n" + rest)
        #expect(try parser.next()?.request?.request.body == Data("12345678".utf8))

        var strict = RequestParser(connection: 1, maximumBodyBytes: 7)
        strict.append("POST / HTTP/1.1\r\nHost: a\r\n" + rest)
        let error = #expect(throws: RequestParseError.self) { try strict.next() }
        #expect(error?.status == 413)
    }

    @Test func longConnectionLeavesNoBufferedBytes() throws {
        var parser = RequestParser(connection: 1)
        for number in 0..<5_000 {
            parser.append("POST /\(number) HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello")
            #expect(try parser.next()?.request?.request.requestTarget == "/\(number)")
        }
        #expect(try parser.next() == nil)
        #expect(parser.bufferedBytes == 0)
    }

    @Test func randomBytesNeverTrap() {
        var random = SeededGenerator(state: 42)
        let vocabulary: [String] = [
            "GET ", "/ ", "HTTP/1.1", "\r\n", "\n", "\r", ":", " ", "Host: a\r\n", "Content-Length: ", "9", "-1", "0",
            "99999999999999999999", "Transfer-Encoding: chunked\r\n", "ffffffffffffffff", ";", "\0", "é", "\t",
            "\r\n\r\n",
        ]
        for _ in 0..<3_000 {
            var parser = RequestParser(connection: 1, maximumHeadBytes: 256, maximumBodyBytes: 64)
            for _ in 0..<Int.random(in: 1...40, using: &random) {
                parser.append(vocabulary.randomElement(using: &random) ?? "")
                while let event = try? parser.next() { _ = event }
            }
        }
    }
}

struct SeededGenerator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

extension RequestParser {
    mutating func append(_ text: String) {
        Array(text.utf8).withUnsafeBytes { append($0) }
    }
}

extension RequestParser.Event {
    var request: ParsedRequest? {
        if case .request(let parsed) = self { return parsed }
        return nil
    }
}
