import Foundation
import Testing

@testable import Tern

@Suite(.timeLimit(.minutes(20)))
struct LineBufferTests {
    /// The lines of some chunks. The last element is the error's code, if there is an error.
    static func lines(of chunks: [Data], limit: Int = 1_000, isSequence: Bool = false) -> [String] {
        var buffer = LineBuffer(limit: limit, isSequence: isSequence)
        var lines: [String] = []
        do throws(TernError) {
            for chunk in chunks {
                buffer.append(chunk)
                while let line = try buffer.next({ $0.text }) { lines.append(line) }
            }
            if let line = try buffer.finish({ $0.text }) { lines.append(line) }
        } catch {
            lines.append("\(error.code)")
        }
        return lines
    }

    @Test(arguments: [
        ("", []),
        ("a", ["a"]),
        ("a\n", ["a"]),
        ("a\nb\rc\r\nd", ["a", "b", "c", "d"]),
        ("\n\r\r\n\n", ["", "", "", ""]),
        ("a\n\rb", ["a", "", "b"]),
        ("a\r\r\nb", ["a", "", "b"]),
        ("a\u{2028}b\u{85}c\u{0B}d\u{0C}e", ["a\u{2028}b\u{85}c\u{0B}d\u{0C}e"]),
        ("\u{FEFF}a\n\u{FEFF}b", ["a", "\u{FEFF}b"]),
        ("\u{FEFF}\n", [""]),
    ])
    func everySplitGivesTheSameLines(_ text: String, _ expected: [String]) {
        let bytes = Data(text.utf8)

        for first in 0...bytes.count {
            for second in first...bytes.count {
                let chunks = [bytes[..<first], bytes[first..<second], bytes[second...]]
                #expect(Self.lines(of: chunks) == expected, "split at \(first) and \(second)")
            }
        }
        #expect(Self.lines(of: bytes.map { Data([$0]) }) == expected)
    }

    @Test func carriageReturnEndsALineBeforeTheNextByte() throws {
        var buffer = LineBuffer(limit: 10)
        buffer.append(Data("a\r".utf8))

        #expect(try buffer.next { $0.text } == "a")
        buffer.append(Data("\nb\n".utf8))
        #expect(try buffer.next { $0.text } == "b")
        #expect(buffer.lineCount == 2)
    }

    @Test(arguments: ["12345\n", "12345", "1\n12345\n", "1\n12345"])
    func lineAboveTheLimitIsAnError(_ text: String) {
        let bytes = Data(text.utf8)
        let first = text.hasPrefix("1\n") ? ["1"] : []

        for split in 0...bytes.count {
            #expect(Self.lines(of: [bytes[..<split], bytes[split...]], limit: 4) == first + ["bodyTooLarge"])
            #expect(Self.lines(of: [bytes[..<split], bytes[split...]], limit: 5).last == "12345")
        }
    }

    @Test func lineAboveTheLimitIsRejectedBeforeItsEnd() {
        var buffer = LineBuffer(limit: 1_000_000)
        let chunk = Data(repeating: 0x61, count: 300_000)

        let error = #expect(throws: TernError.self) {
            while true {
                buffer.append(chunk)
                _ = try buffer.next { $0.count }
            }
        }
        #expect(error?.reason == "Line 1 is longer than the limit of 1000000 bytes.")
    }

    @Test(
        arguments: [
            ([0x61, 0xC3, 0xA9], "aé"), ([], ""), ([0xC3], nil), ([0xE2, 0x82], nil), ([0xF0, 0x9F, 0x92], nil),
            ([0xFF], nil),
            ([0xEF, 0xBF, 0xBD], "\u{FFFD}"),
        ] as [([UInt8], String?)]
    )
    func textIsValidOnlyAsUTF8(_ bytes: [UInt8], _ expected: String?) {
        #expect(bytes.withUnsafeBufferPointer { $0.validText } == expected)
    }
}
