import Foundation
import Tern
import TernTesting

extension TransportConformance {
    private static func encoded(_ body: Data, as coding: String) -> SampleResponse {
        .data(body, contentType: "text/plain", headers: ["Content-Encoding": coding])
    }

    private static func accepts(_ request: RecordedRequest?, _ coding: String) -> Bool {
        request?.headers["Accept-Encoding"]?.contains(coding) == true
    }

    /// Compares what a transport says beforehand about responses with what it does.
    private static func expectAnnouncedDecoding(by transport: any Transport, _ trial: Trial) async throws {
        for (coding, body) in [("gzip", Compression.gzip), ("identity", Data(Compression.text.utf8))] {
            let server = try LoopbackServer { _ in encoded(body, as: coding) }
            for fields: [String: String] in [[:], ["Accept-Encoding": "gzip"], ["Accept-Encoding": "identity"]] {
                let request = try server.request("/", fields: fields)
                let response = try await transport.send(request)
                let isDecoded = transport.decodesResponse(to: request, with: response.headers)
                trial.expect("decodesResponse for \(fields) and \(coding)", isDecoded, response.isDecoded)
            }
            trial.expect("the number of requests", server.requests.count, 3)
        }
    }

    private static func asks(_ transport: any Transport, for coding: String, _ trial: Trial) async throws -> Bool {
        let server = try LoopbackServer { _ in .status(204) }
        _ = try await transport.send(try server.request())
        return accepts(try trial.require(server.requests.first, "There was no request."), coding)
    }

    static let codingCases =
        [
            ("gzip", Compression.gzip), ("x-gzip", Compression.gzip), ("GZIP", Compression.gzip),
            ("deflate", Compression.deflate), ("deflate", Compression.rawDeflate),
            ("identity", Data(Compression.text.utf8)),
        ].enumerated().map { index, item in
            Case("decodes a body with Content-Encoding \(item.0), variant \(index)", needs: [.contentCoding]) { trial in
                let server = try LoopbackServer { _ in encoded(item.1, as: item.0) }
                let response = try await trial.send(try server.request())
                try await trial.expect(response, text: Compression.text, isDecoded: item.0 != "identity")
            }
        }
        + [("br", Compression.brotli), ("zstd", Compression.zstd)].map { coding, body in
            Case("decodes a \(coding) body, if it asks for \(coding)", needs: [.contentCoding]) { trial in
                let transport = try trial.transport()
                guard try await asks(transport, for: coding, trial) else { return }
                let server = try LoopbackServer { _ in encoded(body, as: coding) }
                try await trial.expect(transport.send(try server.request()), text: Compression.text, isDecoded: true)
            }
        } + [
            Case("asks for gzip and deflate", needs: [.contentCoding]) { trial in
                let server = try LoopbackServer { _ in .status(204) }
                _ = try await trial.send(try server.request())
                for coding in ["gzip", "deflate"] {
                    trial.expect(accepts(server.requests.first, coding), "Accept-Encoding doesn't have \(coding).")
                }
            },
            Case("decodes a chunked body that is split at any byte", needs: [.contentCoding]) { trial in
                let server = try LoopbackServer { _ in encoded(Data(), as: "gzip").bytewise(Compression.gzip) }
                trial.expect("the body", try await trial.send(try server.request()).text, Compression.text)
            },
            Case("decodes all members of a gzip body", needs: [.contentCoding]) { trial in
                let server = try LoopbackServer { _ in encoded(Compression.gzip + Compression.gzip, as: "gzip") }
                try await trial.expect(trial.send(try server.request()), text: Compression.text + Compression.text)
            },
            Case("decodes several codings, the last one first", needs: [.contentCoding]) { trial in
                let server = try LoopbackServer { _ in encoded(Compression.gzipOfDeflate, as: "deflate, gzip") }
                try await trial.expect(trial.send(try server.request()), text: Compression.text, isDecoded: true)
            },
            Case("returns the encoded body when its coding is unknown") { trial in
                let server = try LoopbackServer { _ in encoded(Data("bytes".utf8), as: "unknown") }
                let response = try await trial.send(try server.request())
                try await trial.expect(
                    response,
                    text: "bytes",
                    fields: ["Content-Encoding": "unknown"],
                    isDecoded: false
                )
            },
            Case("returns the encoded body when decompression is off") { trial in
                let server = try LoopbackServer { _ in encoded(Compression.gzip, as: "gzip") }
                let response = try await trial.transport { $0.decompresses = false }.send(try server.request())
                try await trial.expect(
                    response,
                    data: Compression.gzip,
                    fields: ["Content-Encoding": "gzip"],
                    isDecoded: false
                )
                trial.expect(!accepts(server.requests.first, "gzip"), "The request accepts gzip.")
            },
            Case("sends the request's own Accept-Encoding field") { trial in
                let server = try LoopbackServer { _ in .text("plain") }
                let request = try server.request("/", fields: ["Accept-Encoding": "identity"])
                trial.expect("the body", try await trial.send(request).text, "plain")
                trial.expect("the field", server.requests.first?.headers.values(for: "Accept-Encoding"), ["identity"])
            },
            Case("says beforehand which responses it decodes", needs: [.contentCoding]) { trial in
                try await expectAnnouncedDecoding(by: try trial.transport(), trial)
            },
            Case("says beforehand that it decodes nothing when decompression is off", needs: [.contentCoding]) {
                trial in
                try await expectAnnouncedDecoding(by: try trial.transport { $0.decompresses = false }, trial)
            },
            Case(
                "fails with malformedResponse when a body with Content-Encoding gzip isn't gzip",
                needs: [.contentCoding]
            ) { trial in
                let server = try LoopbackServer { _ in encoded(Data("this is no gzip at all".utf8), as: "gzip") }
                await trial.expectFailure(.malformedResponse) { try await trial.send(try server.request()) }
            },
            Case("fails with malformedResponse when a gzip body is corrupt in the middle", needs: [.contentCoding]) {
                trial in
                var broken = Compression.gzip
                for index in 20..<40 { broken[index] = 0xFF }
                let body = broken
                let server = try LoopbackServer { _ in encoded(body, as: "gzip") }
                await trial.expectFailure(.malformedResponse) { try await trial.send(try server.request()) }
            },
            Case("accepts an empty body with Content-Encoding") { trial in
                let server = try LoopbackServer { _ in encoded(Data(), as: "gzip") }
                try await trial.expect(trial.send(try server.request()), text: "", fields: ["Content-Encoding": "gzip"])
            },
            Case("accepts a response to HEAD with Content-Encoding") { trial in
                let server = try LoopbackServer { _ in encoded(Compression.gzip, as: "gzip") }
                let response = try await trial.send(try server.request("/", .head))
                try await trial.expect(response, fields: ["Content-Encoding": "gzip"], isDecoded: false)
            },
            Case("decodes a body into a file", needs: [.contentCoding]) { trial in
                let server = try LoopbackServer { _ in encoded(Compression.gzip, as: "gzip") }
                let folder = try TemporaryFolder()
                _ = try await trial.send(try server.request().delivered(to: folder.file))
                trial.expect("the file", try Data(contentsOf: folder.file), Data(Compression.text.utf8))
            },
            Case("decodes a streamed body", needs: [.contentCoding]) { trial in
                let server = try LoopbackServer { _ in encoded(Compression.gzip, as: "gzip") }
                let response = try await trial.send(try server.request().streamed())
                try await trial.expect(response, text: Compression.text, isDecoded: true)
            },
        ]

    static let codingEndCases =
        [("gzip", Compression.gzip), ("deflate", Compression.deflate), ("br", Compression.brotli)].map { coding, body in
            Case("fails when a \(coding) body is truncated", needs: [.contentCoding]) { trial in
                let transport = try trial.transport()
                guard try await asks(transport, for: coding, trial) else { return }
                let server = try LoopbackServer { _ in encoded(body.prefix(40), as: coding) }
                await trial.expectFailure(.malformedResponse, .connectionLost) {
                    try await transport.send(try server.request())
                }
            }
        } + [
            Case(
                "streams the data of a truncated gzip body, and then throws",
                needs: [.contentCoding, .streamedResponses]
            ) { trial in
                let gate = SampleGate()
                let server = try LoopbackServer { _ in
                    SampleResponse(headers: ["Content-Encoding": "gzip"]).writing { writer in
                        try await writer.send(Compression.gzip.prefix(40))
                        try await gate.pass()
                    }
                }
                let response = try await trial.send(try server.request().streamed())
                var iterator = try trial.require(response.stream, "There is no stream.").makeAsyncIterator()
                let piece = try trial.require(try await iterator.next(), "The stream is empty.")
                trial.expect(Data(Compression.text.utf8).starts(with: piece), "The piece isn't a part of the body.")
                gate.release()
                await trial.expectFailure(.malformedResponse, .connectionLost, of: "the stream") {
                    while try await iterator.next() != nil {}
                }
                trial.expect("the piece after the error", try await iterator.next(), nil)
            },
            Case("leaves no file when a gzip body is truncated", needs: [.contentCoding]) { trial in
                let server = try LoopbackServer { _ in encoded(Compression.gzip.prefix(40), as: "gzip") }
                let folder = try TemporaryFolder()
                await trial.expectFailure(.malformedResponse, .connectionLost) {
                    try await trial.send(try server.request().delivered(to: folder.file))
                }
                trial.expect("the files in the folder", folder.names, [])
            },
        ]
}
