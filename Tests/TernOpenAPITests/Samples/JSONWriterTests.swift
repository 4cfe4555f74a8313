import Foundation
import Testing

@testable import TernOpenAPI

@Suite(.timeLimit(.minutes(20)))
struct JSONWriterTests {
    private let node: DocumentNode = .object([
        ("id", .number(1)), ("tags", .array([.text("a"), .null])), ("none", .array([])), ("empty", .object([])),
    ])

    @Test func compactTextIsOneLine() {
        #expect(JSONWriter.text(node, isPretty: false) == #"{"id": 1, "tags": ["a", null], "none": [], "empty": {}}"#)
    }

    @Test func prettyTextHasALineForEachValue() {
        let expected = """
            {
              "id": 1,
              "tags": [
                "a",
                null
              ],
              "none": [],
              "empty": {}
            }
            """
        #expect(JSONWriter.text(node, isPretty: true) == expected)
    }

    @Test func readersGetTheSameText() throws {
        let text = "quote \" slash \\ line\n\r\t\u{0}\u{1F}\u{7F} é 漢 👩‍👩‍👧 \u{2028}\u{202E}\u{E0001}"
        let written = JSONWriter.text(.text(text), isPretty: false)
        #expect(!written.unicodeScalars.contains { ["\u{202E}", "\u{2028}", "\n", "\u{E0001}"].contains($0) })
        let read = try JSONDecoder().decode([String].self, from: Data("[\(written)]".utf8))
        #expect(read == [text])
    }
}
