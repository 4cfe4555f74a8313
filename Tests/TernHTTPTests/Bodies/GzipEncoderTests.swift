import Foundation
import TestDoubles
import Testing

@testable import TernHTTP

@Suite(.timeLimit(.minutes(20)))
struct GzipEncoderTests {
    /// Text that compresses well, but is not the same in any two places.
    private static func text(bytes: Int) -> Data {
        Data((0..<(bytes / 8 + 1)).map { "line \($0 % 977) " }.joined().utf8.prefix(bytes))
    }

    /// The compressed body, given to the encoder in pieces of this size.
    private func encoded(_ body: Data, inPiecesOf size: Int = GzipEncoder.pieceBytes) throws -> Data {
        let encoder = try GzipEncoder()
        var (output, rest) = (Data(), body)
        while !rest.isEmpty {
            output += try encoder.encode(rest.prefix(size))
            rest = rest.dropFirst(size)
        }
        return try output + encoder.encode(Data(), isLast: true)
    }

    private func decoded(_ body: Data) throws -> Data? {
        try ContentDecoder.decode(body, contentEncoding: ["gzip"], limit: 100_000_000)
    }

    @Test(arguments: [0, 1, 2, 1_000, 65_535, 65_536, 65_537, 1_000_000])
    func decoderRestoresTheBody(count: Int) throws {
        let body = Self.text(bytes: count)
        let output = try encoded(body)
        #expect(try decoded(output) == body)
        #expect(count < 1_000 || output.count < count / 2)
    }

    @Test func decoderRestoresBytesThatCannotBeCompressed() throws {
        let body = Data(noiseOfBytes: 300_000)
        let output = try encoded(body)
        #expect(try decoded(output) == body)
        #expect(output.count > body.count)
    }

    @Test func equalBodiesHaveEqualResultsHoweverTheyAreSplit() throws {
        let body = Self.text(bytes: 200_000)
        let expected = try encoded(body)
        for size in [1, 7, 1_000, 65_535] { #expect(try encoded(body, inPiecesOf: size) == expected) }
    }

    /// RFC 1952, section 2.3: no name, no time, an unknown operating system.
    @Test(arguments: [0, 1, 100_000]) func headerSaysNothingAboutTheSystem(count: Int) throws {
        let header: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255]
        #expect(try Array(encoded(Self.text(bytes: count)).prefix(10)) == header)
    }

    @Test func slicesAreCompressed() throws {
        let body = Self.text(bytes: 1_000)
        #expect(try decoded(encoded(body[100..<900])) == body[100..<900])
    }

    @Test func missingZlibIsAnErrorWithANextStep() throws {
        let error = try #require(#expect(throws: TernError.self) { try GzipEncoder.check(isAvailable: false) })
        #expect(error.code == .encodingFailed)
        #expect(error.reason == "The body can't be compressed: this system has no zlib.")
        #expect(error.advice.contains("libz.so.1"))
        #expect(throws: Never.self) { try GzipEncoder.check(isAvailable: true) }
    }
}
