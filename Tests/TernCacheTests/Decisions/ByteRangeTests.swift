import Foundation
import Tern
import Testing

@testable import TernCache

@Suite(.timeLimit(.minutes(20)))
struct ByteRangeTests {
    private static let stored = StoredResponse.stored(
        ["ETag": "\"a\"", "Last-Modified": "Sun, 06 Nov 1994 08:39:37 GMT"],
        body: "0123456789"
    )

    @Test(arguments: [
        ("bytes=0-3", 0..<4), ("BYTES=2-", 2..<10), ("bytes=-3", 7..<10), ("bytes=9-9", 9..<10),
        ("bytes=5-100", 5..<10),
        ("bytes=-100", 0..<10), ("bytes=0-99999999999999999999", 0..<10), ("bytes=-99999999999999999999", 0..<10),
        ("bytes=0-9223372036854775807", 0..<10),
    ])
    func parts(range: String, expected: Range<Int>) {
        #expect(ByteRange.answer(to: ["Range": range], from: Self.stored) == .part(expected))
    }

    @Test(arguments: [
        "bytes=10-", "bytes=4-3", "bytes=-0", "bytes=0-1,3-4", "bytes=", "bytes=-", "bytes=a-b", "lines=0-1", "bytes",
        "bytes=+1-3", "bytes=1--3", "bytes=99999999999999999999-", "bytes= 0-3",
    ])
    func otherRangesAreForTheServer(range: String) {
        #expect(ByteRange.answer(to: ["Range": range], from: Self.stored) == nil)
    }

    @Test(arguments: [
        ("\"a\"", true), ("\"b\"", false), ("W/\"a\"", false), ("Sun, 06 Nov 1994 08:39:37 GMT", true),
        ("Sun, 06 Nov 1994 08:39:38 GMT", false), ("", false),
    ])
    func aConditionOfTheRange(condition: String, isMet: Bool) {
        let answer = ByteRange.answer(to: ["Range": "bytes=0-3", "If-Range": condition], from: Self.stored)

        #expect(answer == (isMet ? .part(0..<4) : .whole))
    }

    @Test func codedAndPartialBodiesHaveNoRanges() {
        let coded = StoredResponse.stored(["Content-Encoding": "gzip"])
        let missing = StoredResponse.stored([:], status: 404)
        let empty = StoredResponse.stored([:], body: "")

        for stored in [coded, missing, empty] {
            #expect(ByteRange.answer(to: ["Range": "bytes=0-"], from: stored) == nil)
            #expect(ByteRange.answer(to: ["Range": "bytes=-1"], from: stored) == nil)
            #expect(ByteRange.answer(to: [:], from: stored) == .whole)
        }
    }
}
