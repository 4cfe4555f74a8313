import Foundation
import Tern
import TernTesting

extension LoopbackServer {
    /// A server that responds as soon as the head of a request has arrived.
    static func early(_ response: SampleResponse) throws -> LoopbackServer {
        try LoopbackServer(headHandler: { _ in .respond(response) }, handler: { _ in .status(200) })
    }

    /// - Parameter path: The path, which begins with a slash and may have a query.
    func location(_ path: String) throws -> URL {
        guard let url = URL(string: url.absoluteString + path) else { throw URLError(.badURL) }
        return url
    }

    /// A request to this server.
    func request(
        _ path: String = "/",
        _ method: HTTPMethod = .get,
        fields: [String: String] = [:],
        body: Data? = nil
    ) throws -> Request {
        Request(url: try location(path), method: method, headers: HTTPHeaders(fields), body: body.map { .data($0) })
    }
}

extension Request {
    /// A changed copy of this request.
    func with(_ change: (inout Request) -> Void) -> Request {
        var copy = self
        change(&copy)
        return copy
    }

    func streamed() -> Request { with { $0.delivery = .streamed } }

    func delivered(to file: URL) -> Request { with { $0.delivery = .download(.file(file, resumes: false)) } }

    func uploading(_ body: RequestBody) -> Request { with { $0.body = body } }

    func idle(for seconds: TimeInterval) -> Request { with { $0.idleTimeout = .seconds(seconds) } }
}

extension Response {
    var text: String { String(decoding: data, as: UTF8.self) }

    /// The body, collected or streamed.
    func wholeBody() async throws -> Data {
        guard let stream else { return data }
        var body = Data()
        for try await piece in stream { body += piece }
        return body
    }
}

extension SampleResponse {
    /// A body of which only the first piece, "some", arrives.
    static let unfinished = SampleResponse(headers: ["Content-Length": "1000"], body: Data("some".utf8)).stalling()

    /// This response, whose message or body ends with these bytes, one by one.
    func bytewise(_ bytes: some Sequence<UInt8> & Sendable) -> SampleResponse {
        writing { writer in for byte in bytes { try await writer.send(Data([byte])) } }
    }

    /// Sends exactly this text, and then closes the connection.
    static func raw(_ text: String) -> SampleResponse { .verbatim(Data(text.utf8)) }
}

extension RequestBody {
    /// A one-shot stream that yields one piece, and then waits until it is cancelled.
    static var unfinished: RequestBody {
        let hasBegun = Locked(false)
        return .stream(
            once: AsyncThrowingStream {
                let isFirst = hasBegun.withLock { hasBegun in
                    defer { hasBegun = true }
                    return !hasBegun
                }
                if !isFirst { try await SampleGate().pass() }
                return Data("first".utf8)
            }
        )
    }
}

extension Data {
    /// Bytes that don't repeat, so that a comparison detects missing, repeated and moved pieces.
    package static func pattern(_ count: Int) -> Data {
        count <= longPattern.count ? longPattern.prefix(count) : words(count)
    }

    /// Computed once, since a debug build computes it slowly and many cases use it.
    private static let longPattern = words(8_000_000)

    private static func words(_ count: Int) -> Data {
        let words = (0..<UInt64(count / 8 + 1)).map { $0 &* 0x9E37_79B9_7F4A_7C15 }
        return words.withUnsafeBytes { Data($0.prefix(count)) }
    }
}

/// A folder for the files of one case. It is removed when the last reference to it is released.
final class TemporaryFolder: Sendable {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "tern-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    func file(_ name: String, _ content: Data? = nil) throws -> URL {
        let file = url.appending(path: name)
        try content?.write(to: file)
        return file
    }

    /// The URL of the file for the body of a case.
    var file: URL { url.appending(path: "a") }

    /// The names of the files and folders in this folder.
    var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []).sorted() }
}
