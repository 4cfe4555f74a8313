import Foundation
import TernHTTP
import Testing

@Suite(.timeLimit(.minutes(20)))
struct ResponseTextTests {
    private func response(_ bytes: [UInt8], _ contentType: String?) -> Response {
        Response(
            statusCode: 200,
            data: Data(bytes),
            headers: contentType.map { ["content-type": $0] } ?? [:]
        )
    }

    @Test(
        arguments: [
            ([0xC3, 0xBC], nil), ([0xC3, 0xBC], "text/plain"), ([0xC3, 0xBC], "text/plain; charset=utf-8"),
            ([0xC3, 0xBC], "text/plain;CHARSET=\"UTF-8\""), ([0xC3, 0xBC], "text/plain; a=b; charset = utf8 "),
            ([0xFC], "text/plain; charset=ISO-8859-1"), ([0xFC], "text/plain; charset=latin1"),
            ([0xFC], "text/plain; charset=windows-1252"), ([0xFC, 0], "text/plain; charset=utf-16le"),
            ([0xFC], "text/plain; charset=cp1252"), ([0xFC], "text/plain; charset='latin1'"),
            ([0xFC], "text/plain; note=\"a; charset=utf-8\"; charset=latin1"),
            ([0xFC], "text/plain; charset=iso-8859-15"),
            ([0, 0xFC], "text/plain; charset=UTF-16BE"), ([0xFE, 0xFF, 0, 0xFC], "text/plain; charset=utf-16"),
            ([0xFF, 0xFE, 0xFC, 0], "text/plain; charset=utf-16"), ([0xFC, 0], "text/plain; charset=utf-16"),
            ([0xFC, 0], "text/plain; charset=ucs-2"), ([0xFE, 0xFF, 0, 0xFC], "text/plain; charset=utf-16le"),
            ([0xFF, 0xFE, 0xFC, 0], "text/plain; charset=utf-16be"), ([0xFC, 0, 0, 0], "text/plain; charset=utf-32"),
            ([0xFF, 0xFE, 0, 0, 0xFC, 0, 0, 0], "text/plain; charset=utf-32"),
            ([0, 0, 0xFE, 0xFF, 0, 0, 0, 0xFC], "text/plain; charset=utf-32"),
            ([0, 0, 0, 0xFC], "text/plain; charset=utf-32be"),
        ] as [([UInt8], String?)]
    )
    func textHasTheEncodingOfItsContentType(bytes: [UInt8], contentType: String?) throws {
        #expect(try response(bytes, contentType).string() == "ü")
    }

    @Test(
        arguments: [
            ([0xFC], nil), ([0xFC], "text/plain; charset=utf-8"), ([0xFC], "text/plain; charset=us-ascii"),
            ([0x41], "text/plain; charset=klingon"), ([0, 0, 0, 0xFC], "text/plain; charset=utf-32"),
        ] as [([UInt8], String?)]
    )
    func bytesInvalidInTheEncodingAreAnError(bytes: [UInt8], contentType: String?) throws {
        let error = try #require(throws: TernError.self) { try response(bytes, contentType).string() }

        #expect(error.code == .decodingFailed)
        #expect(error.description.contains(contentType ?? "UTF-8"))
        #expect(error.response?.data == Data(bytes))
    }

    @Test(
        arguments: [
            ("koi8-r", [0xD1], "я"), ("windows-1251", [0xFF], "я"), ("ibm866", [0xEF], "я"),
            ("shift_jis", [0x83, 0x41], "ア"),
            ("gbk", [0xC4, 0xE3], "你"), ("big5", [0xA7, 0x41], "你"),
            ("euc-kr", [0xB0, 0xA1], "가"), ("ascii", [0x41], "A"), ("iso-8859-7", [0xE1], "α"),
            ("macintosh", [0x9F], "ü"),
        ] as [(String, [UInt8], String)]
    )
    func labelsOfTheWebAreKnown(label: String, bytes: [UInt8], text: String) throws {
        #expect(try response(bytes, "text/plain; charset=\(label)").string() == text)
    }

    @Test func unknownEncodingsAreReported() throws {
        let response = response([0x41], "text/plain; charset=klingon")
        let error = try #require(throws: TernError.self) { try response.string() }

        #expect(error.description.contains("isn't supported"))
    }

    @Test func anEmptyBodyIsEmptyText() throws {
        #expect(try response([], nil).string() == "")
    }
}
