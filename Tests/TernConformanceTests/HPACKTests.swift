import Testing

@testable import TernConformance

/// The header compression of the scripted HTTP/2 server.
@Suite(.timeLimit(.minutes(20)))
struct HPACKTests {
    /// RFC 7541, appendix C.4: three requests on one connection, with Huffman coding and a dynamic table.
    @Test func decoderReadsTheExamplesOfTheRFC() {
        var decoder = HPACKDecoder()
        let blocks = [
            "828684418cf1e3c2e5f23a6ba0ab90f4ff", "828684be5886a8eb10649cbf",
            "828785bf408825a849e95ba97d7f8925a849e95bb8e8b4bf",
        ]
        let lines = blocks.map { block in decoder.decode(bytes(block))?.map { "\($0.0): \($0.1)" } }
        let common = [":method: GET", ":scheme: http", ":path: /", ":authority: www.example.com"]
        #expect(lines[0] == common)
        #expect(lines[1] == common + ["cache-control: no-cache"])
        #expect(
            lines[2] == [
                ":method: GET", ":scheme: https", ":path: /index.html", ":authority: www.example.com",
                "custom-key: custom-value",
            ]
        )
    }

    @Test(arguments: [0, 1, 126, 127, 128, 254, 255, 20_000])
    func decoderReadsEncodedFields(count: Int) {
        var decoder = HPACKDecoder()
        let value = String(repeating: "x", count: count)
        let fields = decoder.decode(HPACKEncoder.encode([("name", value)]))
        #expect(fields?.map(\.0) == ["name"])
        #expect(fields?.map(\.1) == [value])
    }

    @Test(arguments: ["80", "ff", "bf", "7f", "0005616263", "40", "00016181", "000161840fffffff"])
    func decoderRefusesMalformedBlocks(block: String) {
        var decoder = HPACKDecoder()
        #expect(decoder.decode(bytes(block)) == nil)
    }

    private func bytes(_ hex: String) -> [UInt8] {
        stride(from: 0, to: hex.count, by: 2).compactMap { UInt8(hex.dropFirst($0).prefix(2), radix: 16) }
    }
}
