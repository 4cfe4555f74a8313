import Foundation
import Tern
import TernTesting
import Testing

/// The items of the query and of the form of a recorded request.
@Suite(.timeLimit(.minutes(20)))
struct QueryItemsTests {
    @Test(
        arguments: [
            ("a=1&b=2", [("a", "1"), ("b", "2")]),
            ("a", [("a", nil)]),
            ("a=", [("a", "")]),
            ("=1", [("", "1")]),
            ("a=b=c", [("a", "b=c")]),
            ("&a=1&&", [("a", "1")]),
            ("", []),
            ("caf%C3%A9=%26%3d", [("café", "&=")]),
            ("café=ü", [("café", "ü")]),
            // Not valid in a query or a form.
            (#"{"a":1}"#, [(#"{"a":1}"#, nil)]),
            ("a=%zz&b=%4", [("a", "%zz"), ("b", "%4")]),
            ("%", [("%", nil)]),
            ("a[]=1&a[]=2", [("a[]", "1"), ("a[]", "2")]),
            ("a=b|c", [("a", "b|c")]),
            ("a=%FF", [("a", "\u{FFFD}")]),
            ("a b=c\r\nd\0", [("a b", "c\r\nd\0")]),
        ] as [(String, [(String, String?)])]
    )
    func anyTextHasItems(_ text: String, _ items: [(String, String?)]) {
        let expected = items.map { URLQueryItem(name: $0.0, value: $0.1) }

        #expect(RecordedRequest(url: "/?\(text)").queryItems == expected)
        #expect(RecordedRequest(url: "/", body: Data(text.utf8)).form == expected)
    }

    @Test func plusIsASpaceOnlyInAForm() {
        #expect(RecordedRequest(url: "/?a=b+c").queryItems == [URLQueryItem(name: "a", value: "b+c")])
        #expect(RecordedRequest(url: "/", body: Data("a=b+c%2B".utf8)).form == [URLQueryItem(name: "a", value: "b c+")])
    }

    @Test func bytesThatAreNotTextHaveItems() {
        let body = Data([0x61, 0x3D, 0xFF, 0x00, 0x25])
        #expect(RecordedRequest(url: "/", body: body).form == [URLQueryItem(name: "a", value: "\u{FFFD}\0%")])
    }
}
