import Foundation
import Tern
import TernCache
import TestDoubles

/// A provider with a cache above a transport, and a clock that the test sets.
struct CachedAPI: Sendable {
    typealias Reply = @Sendable (Request) throws -> Response

    let time = Watched(Date.arrival)
    let transport: RecordingTransport
    let cache: HTTPCache
    let provider: Provider<OpenTarget>

    init(
        disk: HTTPCache.Disk? = nil,
        maximumBytes: Int = 1_000_000,
        maximumCount: Int = 1000,
        maximumEntryBytes: Int = .max,
        staleOnFailure: Duration = .zero,
        partition: (@Sendable (Request) -> String?)? = nil,
        plugins: [any Plugin] = [],
        transport: RecordingTransport
    ) {
        self.transport = transport
        cache = HTTPCache(
            disk: disk,
            maximumBytes: maximumBytes,
            maximumCount: maximumCount,
            maximumEntryBytes: maximumEntryBytes,
            staleOnFailure: staleOnFailure,
            partition: partition,
            now: { [time] in time.value }
        )
        provider = Provider(transport: transport.cached(by: cache), plugins: plugins)
    }

    /// Responds to each request with the next of these steps, and to further ones with the last.
    init(
        _ steps: Reply...,
        disk: HTTPCache.Disk? = nil,
        staleOnFailure: Duration = .zero,
        partition: (@Sendable (Request) -> String?)? = nil
    ) {
        let count = Watched(0)
        let transport = RecordingTransport { request in
            let index = count.update { count in
                count += 1
                return count - 1
            }
            return try steps[min(index, steps.count - 1)](request)
        }
        self.init(disk: disk, staleOnFailure: staleOnFailure, partition: partition, transport: transport)
    }

    var requests: [Request] { transport.requests }

    func pass(_ duration: Duration) { time.update { $0 = $0 + duration } }

    @discardableResult
    func send(
        _ method: HTTPMethod = .get,
        path: String = "/things",
        headers: HTTPHeaders = [:],
        body: String? = nil,
        use: Request.CacheUse = .standard,
        key: String? = nil,
        delivery: Request.Delivery? = nil
    ) async throws -> Response {
        let target = OpenTarget(
            path: path,
            method: method,
            task: body.map { .data(Data($0.utf8)) } ?? .plain,
            headers: headers,
            validation: .none
        )
        let options = CallOptions(delivery: delivery, cacheUse: use, cacheKey: key)
        return try await provider.request(target, options: options)
    }
}

extension Response {
    /// A response with this text, which is fresh for a minute.
    static func fresh(_ text: String = "body", _ headers: HTTPHeaders = [:], status: Int = 200) -> Response {
        let fields = HTTPHeaders(["Cache-Control": "max-age=60"]).merging(headers)
        return Response(statusCode: status, data: Data(text.utf8), headers: fields)
    }

    static func notModified(_ headers: HTTPHeaders = [:]) -> Response {
        Response(statusCode: 304, headers: headers)
    }

    /// A response whose body is read piece by piece, and fails after the last one with an error.
    static func streamed(_ pieces: [String], _ headers: HTTPHeaders = [:], then error: TernError? = nil) -> Response {
        let body = AsyncThrowingStream<Data, any Error> { stream in
            for piece in pieces { stream.yield(Data(piece.utf8)) }
            stream.finish(throwing: error)
        }
        let fields = HTTPHeaders(["Cache-Control": "max-age=60"]).merging(headers)
        return Response(statusCode: 200, headers: fields, body: .stream(BodyStream(body)))
    }

    var text: String { String(decoding: data, as: UTF8.self) }
}
