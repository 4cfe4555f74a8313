import Foundation
import Testing

@testable import Tern

/// The texts of a JSON text sequence, as a buffer gives them.
@Suite(.timeLimit(.minutes(20)))
struct JSONTextScannerTests {
    @Test(arguments: [
        ("", []), ("\u{1E}", []), ("\u{1E}\u{1E}\n\u{1E} \r\n", []), ("\u{1E}12\n\u{1E}13\n", ["12", "13"]),
        ("\u{1E}{\"a\":\n[1,\n2]}\r\n", ["{\"a\":\n[1,\n2]}\r"]), ("\u{1E}\n\n [1]\n", [" [1]"]),
        ("\u{1E}\"[\\\"{\\\\\"\n\u{1E}1\n", ["\"[\\\"{\\\\\"", "1"]), ("\u{1E}\"\\\\\"\n1\n", ["\"\\\\\"", "1"]),
        ("\u{1E}{\"a\":\u{1E}[1]\n", ["{\"a\":", "[1]"]), ("\u{1E}\"a[\n\u{1E}1\n", ["\"a[\n", "1"]),
        ("\u{1E}\"a\\\u{1E}\"b\"\n", ["\"a\\", "\"b\""]), ("\u{1E}]]\n\u{1E}[1]\n", ["]]", "[1]"]),
        ("\u{1E}12", ["12"]), ("\u{1E}12\u{1E}13 ", ["12", "13 "]), ("{\"a\":1}\n2\n", ["{\"a\":1}", "2"]),
        ("\u{FEFF}\u{1E}1\n", ["", "1"]),
    ])
    func everySplitGivesTheSameTexts(_ sequence: String, _ expected: [String]) {
        let bytes = Data(sequence.utf8)

        for first in 0...bytes.count {
            for second in first...bytes.count {
                let chunks = [bytes[..<first], bytes[first..<second], bytes[second...]]
                let texts = LineBufferTests.lines(of: chunks, isSequence: true)
                #expect(texts == expected, "split at \(first) and \(second)")
            }
        }
        #expect(LineBufferTests.lines(of: bytes.map { Data([$0]) }, isSequence: true) == expected)
    }

    @Test func textEndsWithItsLineFeed() throws {
        var buffer = LineBuffer(limit: 10, isSequence: true)
        buffer.append(Data("\u{1E}[1,\n2]".utf8))
        #expect(try buffer.next { $0.text } == nil)

        buffer.append(Data("\n".utf8))

        #expect(try buffer.next { $0.text } == "[1,\n2]")
        #expect(buffer.name == "Text 1")
        #expect(buffer.lastEnd == UInt8(ascii: "\n"))
    }

    /// Blank bytes between two texts aren't kept.
    @Test func limitCountsTheBytesOfAText() {
        let texts = Data("\u{1E}\(String(repeating: "\n", count: 100))1234\n\u{1E}12345".utf8)
        for split in 0...texts.count {
            let chunks = [texts[..<split], texts[split...]]
            #expect(LineBufferTests.lines(of: chunks, limit: 4, isSequence: true) == ["1234", "bodyTooLarge"])
        }
    }
}
