import Foundation
import Tern
import TernPlugins
import TernTesting
import TestDoubles

extension CheckPart {
    /// gzip by the zlib of the system, in both directions.
    static var compression: CheckPart {
        CheckPart(
            name: "Compression",
            cases: [
                CheckCase("compresses a request with gzip, and decodes a response with gzip") {
                    // The server sends the compressed body back.
                    let server = try LoopbackServer { request in
                        .chunked(
                            [request.body],
                            headers: ["Content-Encoding": request.headers["Content-Encoding"] ?? ""]
                        )
                    }
                    let provider = Provider<LiveTarget>(plugins: [RequestCompressionPlugin(minimumBytes: 1)])
                    let text = String(repeating: "a text that gzip makes shorter, ", count: 1_000)
                    let target = LiveTarget(
                        server.url,
                        "/",
                        method: .post,
                        task: .data(Data(text.utf8), contentType: "text/plain")
                    )
                    let response = try await provider.request(target)
                    let sent = server.requests.first?.body ?? Data()
                    try CheckFailure.require(
                        sent.starts(with: [0x1F, 0x8B]) && sent.count < text.utf8.count / 10,
                        "The request has \(sent.count) bytes, of a text with \(text.utf8.count)."
                    )
                    try CheckFailure.require(
                        response.data == Data(text.utf8),
                        "The response has \(response.data.count) bytes, of a text with \(text.utf8.count)."
                    )
                }
            ]
        )
    }
}
