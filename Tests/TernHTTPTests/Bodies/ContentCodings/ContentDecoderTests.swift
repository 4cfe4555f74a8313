#if os(Linux)
    import TestDoubles
    import Foundation
    import Testing

    @testable import TernHTTP
    @testable import TernConformance

    @Suite(.timeLimit(.minutes(20)))
    struct ContentDecoderTests {
        /// The decoded `bytes`, received in pieces of this size.
        private func decoded(_ bytes: Data, _ coding: String, inPiecesOf size: Int = .max) throws -> String {
            let decoder = try #require(try ContentDecoder(contentEncoding: [coding]))
            var output = Data()
            var rest = bytes
            while !rest.isEmpty {
                rest.prefix(size).withUnsafeBytes { decoder.take($0) }
                rest = rest.dropFirst(min(size, rest.count))
                try decoder.deliver { piece in
                    output += piece
                    return true
                }
            }
            #expect(!decoder.hasMore)
            try decoder.finish()
            return String(decoding: output, as: UTF8.self)
        }

        private func expectFailure(_ bytes: Data, _ coding: String, _ comment: Comment, sizes: [Int] = [1, 7, .max]) {
            for size in sizes {
                let error = #expect(throws: TernError.self, comment) {
                    try decoded(bytes, coding, inPiecesOf: size)
                }
                #expect(error?.code == .malformedResponse, comment)
            }
        }

        @Test(arguments: EncodedBody.samples) func decodesPiecesOfAnySize(_ body: EncodedBody) throws {
            for size in [1, 2, 3, 7, 20, .max] {
                #expect(try decoded(body.bytes, body.coding, inPiecesOf: size) == body.text)
            }
        }

        @Test(arguments: EncodedBody.samples) func failsAfterATruncatedBody(_ body: EncodedBody) throws {
            for count in 1..<body.bytes.count {
                expectFailure(body.bytes.prefix(count), body.coding, "cut after \(count) bytes")
            }
        }

        @Test(arguments: EncodedBody.samples) func acceptsAnEmptyBody(_ body: EncodedBody) throws {
            #expect(try decoded(Data(), body.coding) == "")
        }

        @Test(arguments: EncodedBody.samples) func failsAfterABodyInAnotherFormat(_ body: EncodedBody) throws {
            expectFailure(Data("{\"plain\": \"text\"}".utf8), body.coding, "text")
            expectFailure(Data(repeating: 0xFF, count: 100), body.coding, "bytes")
        }

        @Test func failsAfterAWrongChecksum() throws {
            for (bytes, coding, checkedCount) in [(Compression.gzip, "gzip", 8), (Compression.deflate, "deflate", 4)] {
                for index in bytes.indices.suffix(checkedCount) {
                    var bytes = bytes
                    bytes[index] ^= 1
                    expectFailure(bytes, coding, "byte \(index) of \(coding)")
                }
            }
        }

        @Test(arguments: EncodedBody.samples) func ignoresZerosAfterTheEnd(_ body: EncodedBody) throws {
            for size in [1, 7, .max] {
                #expect(try decoded(body.bytes + Data(count: 20), body.coding, inPiecesOf: size) == body.text)
            }
        }

        @Test(arguments: EncodedBody.samples) func failsIfOtherBytesFollowTheEnd(_ body: EncodedBody) throws {
            for rest in [Data("rest".utf8), Data([0x1F]), Data([0, 0, 0xFF])] {
                expectFailure(body.bytes + rest, body.coding, "then \(Array(rest))")
            }
        }

        @Test func decodesAllMembersOfGzip() throws {
            let bytes = Compression.gzip + Compression.gzip + Compression.gzip
            for size in [1, 7, .max] {
                #expect(
                    try decoded(bytes, "gzip", inPiecesOf: size) == Compression.text + Compression.text
                        + Compression.text
                )
            }
            for count in Compression.gzip.count + 1..<Compression.gzip.count * 2 {
                expectFailure(bytes.prefix(count), "gzip", "cut after \(count) bytes")
            }
            expectFailure(Compression.gzip + Data(count: 8) + Compression.gzip, "gzip", "padding between members")
        }

        @Test(arguments: ["gzip", "GZIP", "x-gzip", "X-Gzip", "identity, gzip", " gzip ,", "gzip\t,identity,"])
        func knowsTheNamesOfCodings(name: String) throws {
            #expect(try decoded(Compression.gzip, name) == Compression.text)
        }

        @Test(arguments: [
            "", ",", "identity", "Identity, identity", "zip", "gzip, zip", "zip, gzip", "gzip;q=1", "none",
        ])
        func doesNotDecodeUnknownCodings(name: String) throws {
            #expect(try ContentDecoder(contentEncoding: [name]) == nil)
        }

        @Test func readsCodingsOfSeveralFieldsInOrder() throws {
            let decoder = try #require(try ContentDecoder(contentEncoding: ["deflate", "identity", "gzip"]))
            Compression.gzipOfDeflate.withUnsafeBytes { decoder.take($0) }
            var output = Data()
            try decoder.deliver { piece in
                output += piece
                return true
            }
            try decoder.finish()
            #expect(output == Data(Compression.text.utf8))
        }

        @Test func decodesAtMostFiveCodings() throws {
            let names = Array(repeating: "gzip", count: ContentDecoder.maximumCodings)
            #expect(try ContentDecoder(contentEncoding: names + ["identity"]) != nil)
            let error = #expect(throws: TernError.self) { try ContentDecoder(contentEncoding: names + ["br"]) }
            #expect(error?.code == .malformedResponse)
        }

        @Test(arguments: EncodedBody.samples.dropLast()) func returnsTheDataBeforeAnError(_ body: EncodedBody) throws {
            let decoder = try #require(try ContentDecoder(contentEncoding: [body.coding]))
            (body.bytes + Data("rest".utf8)).withUnsafeBytes { decoder.take($0) }
            var output = Data()
            #expect(throws: TernError.self) {
                try decoder.deliver { piece in
                    output += piece
                    return true
                }
            }
            #expect(output == Data(body.text.utf8))
        }

        @Test func decodesOnlyAsMuchAsIsRead() throws {
            let decoder = try #require(try ContentDecoder(contentEncoding: [EncodedBody.zeros.coding]))
            EncodedBody.zeros.bytes.withUnsafeBytes { decoder.take($0) }
            var count = 0
            // Takes one piece, and then the others.
            try decoder.deliver { piece in
                count += piece.count
                return false
            }
            #expect((1...DecodingStage.outputBytes).contains(count))
            #expect(decoder.hasMore)
            while decoder.hasMore {
                let before = count
                try decoder.deliver { piece in
                    #expect(piece.count <= DecodingStage.outputBytes)
                    count += piece.count
                    return true
                }
                #expect(count - before <= 8 << 20)
            }
            try decoder.finish()
            #expect(count == EncodedBody.zeroCount)
        }

        @Test func decodesPaddingInSeveralRounds() throws {
            let body = EncodedBody.paddedGzip
            let decoder = try #require(try ContentDecoder(contentEncoding: [body.coding]))
            body.bytes.withUnsafeBytes { decoder.take($0) }
            var (output, rounds) = (Data(), 0)
            repeat {
                rounds += 1
                try decoder.deliver { piece in
                    output += piece
                    return true
                }
            } while decoder.hasMore
            try decoder.finish()
            #expect(output == Data(body.text.utf8))
            #expect(rounds > 1)
        }
    }
#endif
