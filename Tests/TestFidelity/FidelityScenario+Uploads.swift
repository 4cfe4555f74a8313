import Foundation
import Tern
import TestDoubles

extension FidelityScenario {
    private static func upload(
        _ name: String,
        replies: [Reply] = [.response()],
        retries: Int = 0,
        isCompressed: Bool = false,
        differences: [FidelityLane: FidelityDifference] = withoutStreamedBodies,
        _ task: @escaping @Sendable (URL) -> HTTPTask
    ) -> FidelityScenario {
        var scenario = FidelityScenario(name: name, method: .post, replies: replies)
        scenario.files = ["notes.txt": String(repeating: "note ", count: 20_000)]
        scenario.retries = retries
        scenario.isCompressed = isCompressed
        scenario.upload = task
        scenario.differences = differences
        return scenario
    }

    /// The lanes that can't send a body in pieces.
    private static var withoutStreamedBodies: [FidelityLane: FidelityDifference] {
        #if canImport(FoundationNetworking)
            let cause: FidelityDifference = "FoundationNetworking can't send a body that is read in pieces."
            return [.session: cause, .sockets(.urlSession): cause]
        #else
            return [:]
        #endif
    }

    private static let chunks = (0..<3).map { Data(repeating: 65 + UInt8($0), count: 1_000) }

    private static func stream(of chunks: [Data] = chunks, error: (any Error)? = nil) -> AsyncThrowingStream<
        Data, any Error
    > {
        AsyncThrowingStream { continuation in
            for chunk in chunks { continuation.yield(chunk) }
            continuation.finish(throwing: error)
        }
    }

    private static let unavailable: [Reply] = [.response(status: 503), .response()]

    /// Calls whose body is read while it is sent.
    static let uploads = fileUploads + streamUploads + formUploads + compressedUploads

    private static let fileUploads = [
        upload("a file", differences: withoutUploadProgress) { .file($0.appending(path: "notes.txt")) },
        upload("a file that is sent twice", replies: unavailable, retries: 1, differences: withoutUploadProgress) {
            .file($0.appending(path: "notes.txt")).query(["a": 1])
        },
        upload("a file that is missing", differences: [:]) { .file($0.appending(path: "missing.txt")) },
    ]

    private static let streamUploads = [
        upload("a stream of a known length") { _ in .stream(length: 3_000) { stream() } },
        upload("a stream of an unknown length") { _ in .stream { stream() } },
        upload("a stream that is sent twice", replies: unavailable, retries: 1) { _ in .stream { stream() } },
        upload("a one-shot stream") { _ in .stream(once: stream()) },
        upload("a one-shot stream that a second attempt needs", replies: unavailable, retries: 1) { _ in
            .stream(once: stream())
        },
        upload("a stream that is shorter than its length") { _ in .stream(length: 4_000) { stream() } },
        upload("a stream that is longer than its length") { _ in .stream(length: 2_000) { stream() } },
        upload("a stream that fails") { _ in .stream { stream(error: Broken()) } },
    ]

    private static let formUploads = [
        upload("a multipart form with a file") { folder in
            .multipart(
                [.text("Notes", name: "title"), .file(folder.appending(path: "notes.txt"), name: "notes")],
                boundary: "b"
            )
        },
        upload("a multipart form with a file that is sent twice", replies: unavailable, retries: 1) { folder in
            .multipart([.file(folder.appending(path: "notes.txt"), name: "notes")], boundary: "b")
        },
        upload("a multipart form with a file that is missing", differences: [:]) { folder in
            .multipart([.file(folder.appending(path: "missing.txt"), name: "notes")], boundary: "b")
        },
    ]

    private static let compressedUploads = [
        upload(
            "compressed data that is sent twice",
            replies: unavailable,
            retries: 1,
            isCompressed: true,
            differences: withoutUploadProgress
        ) { _ in .json(["note": String(repeating: "note ", count: 20_000)]) },
        upload("a compressed file", isCompressed: true) { .file($0.appending(path: "notes.txt")) },
        upload("a compressed stream that is sent twice", replies: unavailable, retries: 1, isCompressed: true) { _ in
            .stream(length: 3_000) { stream() }
        },
        upload("a compressed one-shot stream", isCompressed: true) { _ in .stream(once: stream()) },
        upload("a compressed stream that fails", isCompressed: true) { _ in .stream { stream(error: Broken()) } },
        upload("a compressed multipart form with a file", isCompressed: true) { folder in
            .multipart([.file(folder.appending(path: "notes.txt"), name: "notes")], boundary: "b")
        },
    ]
}
