import Foundation
import Testing

@testable import TernHTTP

@Suite(.timeLimit(.minutes(20)))
struct ChunkedDecoderTests {
    private static let body = "3;a=\"b;c\" ; d\r\nhel\r\n0002 ;x\r\nlo\r\n0;last\r\nX-A: b \r\nX-Empty:\r\n\r\n"

    @Test func decodesABodyInPiecesOfAnySize() throws {
        for size in 1...Self.body.utf8.count {
            let decoder = ChunkedDecoder()

            #expect(try decode(Self.body, with: decoder, inPiecesOf: size) == "hello")

            #expect(decoder.isComplete)
            #expect(decoder.bodyBytes == 5)
            #expect(decoder.trailers == ["X-A": "b", "X-Empty": ""])
            #expect(decoder.excessBytes == 0)
        }
    }

    @Test func everyPrefixOfABodyIsIncomplete() throws {
        for count in 0..<Self.body.utf8.count {
            let decoder = ChunkedDecoder()
            _ = try decode(String(decoding: Self.body.utf8.prefix(count), as: UTF8.self), with: decoder)

            #expect(!decoder.isComplete)
        }
    }

    @Test func bytesAfterTheEndAreExcess() throws {
        let decoder = ChunkedDecoder()

        #expect(try decode("1\r\na\r\n0\r\n\r\nHTTP/1.1 200 OK", with: decoder, inPiecesOf: 100) == "a")

        #expect(decoder.isComplete)
        #expect(decoder.excessBytes == 15)
    }

    @Test func stopsWhenItsReceiverStops() throws {
        let decoder = ChunkedDecoder()
        var pieces: [String] = []
        let bytes = Array("1\r\na\r\n1\r\nb\r\n0\r\n\r\n".utf8)

        let goesOn = try bytes.withUnsafeBytes { bytes in
            try decoder.take(bytes) { piece in
                pieces.append(String(decoding: piece, as: UTF8.self))
                return false
            }
        }

        #expect(!goesOn)
        #expect(pieces == ["a"])
    }

    @Test func sizeCanHave63Bits() throws {
        let decoder = ChunkedDecoder()

        #expect(try decode("7fffffffffffffff\r\nabc", with: decoder) == "abc")
        #expect(!decoder.isComplete)
    }

    @Test(arguments: [
        "8000000000000000", "fffffffffffffffff", "00000000000000001", "", "-1", "+1", "0x1", "1,1", "1;", "1 ",
    ])
    func malformedSizeIsAnError(size: String) {
        #expect(throws: ChunkedDecoder.Fault.self) { try decode("\(size)\r\na\r\n0\r\n\r\n", with: ChunkedDecoder()) }
    }

    @Test func extensionsAndTrailersHaveALimit() {
        let long = String(repeating: "x", count: 100_000)

        #expect(throws: ChunkedDecoder.Fault.self) { try decode("1;\(long)", with: ChunkedDecoder()) }
        #expect(throws: ChunkedDecoder.Fault.self) { try decode("0\r\nX: \(long)", with: ChunkedDecoder()) }
    }

    /// Any bytes lead to an end or an error, in one piece or byte by byte.
    @Test func mutatedBodiesHaveTheSameResultInAnyPieces() throws {
        var random = SplitMix64(state: 15)
        let alphabet = Array("0123af;=\" \t\r\n:X-\u{0}".utf8)
        for _ in 0..<20_000 {
            var bytes = Array(Self.body.utf8)
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let byte = alphabet[Int.random(in: alphabet.indices, using: &random)]
                let index = Int.random(in: bytes.indices, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: bytes[index] = byte
                case 1: bytes.insert(byte, at: index)
                default: bytes.remove(at: index)
                }
            }
            let text = String(decoding: bytes, as: UTF8.self)
            let (whole, single) = (ChunkedDecoder(), ChunkedDecoder())
            let first = Result { try decode(text, with: whole, inPiecesOf: 1000) }
            let second = Result { try decode(text, with: single, inPiecesOf: 1) }

            #expect((try? first.get()) == (try? second.get()), "\(text.debugDescription)")
            #expect(whole.isComplete == single.isComplete)
            #expect(whole.excessBytes == single.excessBytes)
        }
    }

    // MARK: - Private

    private func decode(_ text: String, with decoder: ChunkedDecoder, inPiecesOf size: Int = 7) throws -> String {
        var body: [UInt8] = []
        let bytes = Array(text.utf8)
        for start in stride(from: 0, to: bytes.count, by: size) {
            let goesOn = try bytes[start..<min(start + size, bytes.count)].withUnsafeBytes { piece in
                try decoder.take(piece) { part in
                    body.append(contentsOf: part)
                    return true
                }
            }
            #expect(goesOn)
        }
        return String(decoding: body, as: UTF8.self)
    }
}

private struct SplitMix64: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = state
        word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
        return word ^ (word >> 31)
    }
}
