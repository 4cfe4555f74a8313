import Foundation
import TernTesting
import TestDoubles
import Testing

@testable import Tern

/// Responses to a request for the rest of a file that aren't the rest of that file.
extension FileDownloadTests {
    private static let date = "Sat, 01 Aug 2026 00:00:00 GMT"
    private static let later = "Sun, 02 Aug 2026 00:00:00 GMT"
    private static let stored: HTTPHeaders = [
        "ETag": "\"v1\"", "Last-Modified": date, "Content-Length": "10", "Content-Type": "text/plain",
    ]

    /// A response to a request for the bytes from 6 on, of 10.
    struct Refused: CustomTestStringConvertible {
        let testDescription: String
        let step: ScriptedTransport.Step

        /// - Parameter range: The value of `Content-Range`.
        init(
            _ name: String,
            _ range: String?,
            status: Int = 206,
            _ headers: HTTPHeaders = ["ETag": "\"v1\"", "Last-Modified": date]
        ) {
            testDescription = name
            step = FileDownloadTests.part("6789", range, status: status, headers: headers)
        }
    }

    private static let refused = [
        Refused("no range", nil), Refused("an earlier start", "bytes 5-9/10"), Refused("a later start", "bytes 7-9/10"),
        Refused("another total", "bytes 6-9/11"), Refused("an end after the total", "bytes 6-10/*"),
        Refused("an unsatisfied range", "bytes */10"), Refused("another unit", "items 6-9/10"),
        Refused("an inverted range", "bytes 9-6/10"), Refused("two ranges", "bytes 6-9/10, bytes 6-9/10"),
        Refused("a number that is too large", "bytes 6-99999999999999999999/10"),
        Refused("another tag", "bytes 6-9/10", ["ETag": "\"v2\""]),
        Refused("no tag", "bytes 6-9/10", [:]), Refused("only the date", "bytes 6-9/10", ["Last-Modified": date]),
        Refused("a weak tag", "bytes 6-9/10", ["ETag": "W/\"v1\""]),
        Refused("another date", "bytes 6-9/10", ["ETag": "\"v1\"", "Last-Modified": "Sun, 02 Aug 2026 00:00:00 GMT"]),
        Refused("an invalid date", "bytes 6-9/10", ["ETag": "\"v1\"", "Last-Modified": "yesterday"]),
        Refused("a coding", "bytes 6-9/10", ["ETag": "\"v1\"", "Content-Encoding": "gzip"]),
        Refused("several parts", nil, ["ETag": "\"v1\"", "Content-Type": "multipart/byteranges; boundary=a"]),
        Refused("parts with a range", "bytes 6-9/10", ["ETag": "\"v1\"", "Content-Type": "Multipart/ByteRanges"]),
        Refused("a shorter length", "bytes 6-9/10", ["ETag": "\"v1\"", "Content-Length": "3"]),
        Refused("a longer length", "bytes 6-9/10", ["ETag": "\"v1\"", "Content-Length": "5"]),
        Refused("status 200 with a range", "bytes 6-9/10", status: 200),
        Refused("status 200 with a range that isn't valid", "bytes 6-/10", status: 200),
        Refused("status 200 with a coding", nil, status: 200, ["Content-Encoding": "gzip"]),
        Refused("status 200 with the length of the rest", nil, status: 200, ["ETag": "\"v1\"", "Content-Length": "4"]),
        Refused("status 412", nil, status: 412), Refused("status 416", "bytes */3", status: 416),
    ]

    @Test(arguments: refused)
    func refusedPartIsFollowedByTheWholeFileInTheSameCall(response: Refused) async throws {
        let transport = transport(
            Self.lost("012345", headers: Self.stored),
            response.step,
            Self.whole("complete", headers: ["ETag": "\"v2\"", "Content-Length": "8"])
        )
        #expect(await code(over: transport) == .connectionLost)
        let progress = Watched<[TransferProgress]>([])

        let response = try await download(over: transport, options: CallOptions { progress.append($0) })

        #expect(progress.value.last?.receivedBytes == 8)
        #expect(progress.value.last?.resumedBytes == 0)
        #expect(response.attempts == 2)
        #expect(response.statusCode == 200)
        #expect(response.headers["ETag"] == "\"v2\"")
        #expect(transport.requests.value.map { $0.headers["Range"] } == [nil, "bytes=6-", nil])
        #expect(transport.requests.value.last?.headers.contains("If-Range") == false)
        #expect(try folder.contents() == ["text": "complete"])
    }

    /// A server may leave out `Last-Modified` if the request has `If-Range` (RFC 9110, section 15.3.7).
    @Test(arguments: [["ETag": "\"v1\""], ["ETag": "\"v1\"", "Last-Modified": date]] as [HTTPHeaders])
    func partWithEqualValidatorsContinues(headers: HTTPHeaders) async throws {
        let transport = transport(
            Self.lost("012345", headers: Self.stored),
            Self.part("6789", "bytes 6-9/10", headers: headers)
        )
        #expect(await code(over: transport) == .connectionLost)

        try await download(over: transport)

        #expect(try folder.contents() == ["text": "0123456789"])
    }

    /// The file has a date, but no tag.
    @Test(
        arguments: [
            (["Last-Modified": date], "0123456789"), ([:], "0123456789"), (["ETag": "\"v2\""], "complete"),
        ] as [(HTTPHeaders, String)]
    )
    func dateContinuesAFileWithoutATag(headers: HTTPHeaders, content: String) async throws {
        let transport = transport(
            Self.lost("012345", headers: ["Last-Modified": Self.date, "Content-Length": "10", "Date": Self.later]),
            Self.part("6789", "bytes 6-9/10", headers: headers),
            Self.whole("complete", headers: ["ETag": "\"v2\"", "Content-Length": "8"])
        )
        #expect(await code(over: transport) == .connectionLost)

        try await download(over: transport)

        #expect(try folder.contents() == ["text": content])
    }

    @Test func wholeFileIsRequestedOnlyOnce() async throws {
        let rest = Self.part("6789", "bytes 6-9/10", headers: ["ETag": "\"v2\""])
        for (last, code) in [
            (rest, TernError.Code.malformedResponse),
            (Self.part("6789", "bytes 6-9/10", status: 200), .malformedResponse),
            (Self.part("", nil, status: 416), .unacceptableStatus),
        ] {
            let transport = transport(Self.lost("012345", headers: Self.stored), rest, last)
            #expect(await self.code(over: transport) == .connectionLost)

            #expect(await self.code(over: transport) == code)

            #expect(transport.requests.value.count == 3)
            #expect(try folder.contents()["text"] == nil)
        }
    }

    @Test(
        arguments: [
            (["ETag": "\"v1\"", "Content-Encoding": "gzip"], "Content-Encoding: gzip"),
            (["ETag": "\"v2\""], "another ETag"), ([:], "no ETag"),
            (["ETag": "\"v1\"", "Last-Modified": "yesterday"], "another Last-Modified"),
        ] as [(HTTPHeaders, String)]
    )
    func errorOfTheWholeFileSaysWhyItWasRequested(headers: HTTPHeaders, cause: String) async throws {
        let transport = transport(
            Self.lost("012345", headers: Self.stored),
            Self.part("6789", "bytes 6-9/10", headers: headers),
            Self.lost("0123")
        )
        #expect(await code(over: transport) == .connectionLost)

        let error = await #expect(throws: TernError.self) { try await download(over: transport) }

        #expect(error?.code == .connectionLost)
        #expect(error?.attempts == 2)
        #expect(error?.reason.contains(cause) == true, "\(error?.reason ?? "")")
        #expect(error?.reason.contains("couldn't be continued") == true)
    }

    @Test func partThatIsLongerThanItsRangeIsAnErrorAndLeavesNoFile() async throws {
        let transport = transport(Self.lost("012345"), Self.part("6789", "bytes 6-7/10"))
        #expect(await code(over: transport) == .connectionLost)
        #expect(await code(over: transport) == .malformedResponse)
        #expect(try folder.contents() == [:])
    }

    /// Without this, a part could be taken for the whole.
    @Test func wholeResponseWithTheRangeOfAPartIsAnError() async throws {
        #expect(
            await code(over: transport(Self.part("6789", "bytes 6-9/10", status: 200))) == .malformedResponse
        )
        #expect(try folder.contents() == [:])
        try await download(over: transport(Self.part("0123", "bytes 0-3/4", status: 200)))
        #expect(try folder.contents() == ["text": "0123"])
    }

    @Test func identityCodingIsAskedForSoThatTheDownloadCanBeContinued() async throws {
        let transport = transport(Self.lost("012345"), Self.part("6789", "bytes 6-9/10"))
        let options = CallOptions(decoding: .identity)
        await #expect(throws: TernError.self) { try await download(over: transport, options: options) }

        try await download(over: transport, options: options)

        #expect(transport.requests.value.map { $0.headers["Accept-Encoding"] } == ["identity", "identity"])
        #expect(try folder.contents() == ["text": "0123456789"])
        // A field of the target overrides the option.
        let own = ScriptedTransport(steps: [Self.whole("a")])
        try await download(OpenTarget(headers: ["accept-encoding": "br"]), over: own, options: options)
        #expect(own.requests.value.first?.headers.values(for: "Accept-Encoding") == ["br"])
    }
}
