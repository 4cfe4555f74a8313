import Foundation
import TernMoya

import class Tern.SampleGate

/// What a program sees of calls that aren't stubbed.
struct LiveObservations {
    private(set) var lines: [String] = []

    private let server = ObservedServer()
    private let provider: MoyaProvider<API>

    init() { provider = MoyaProvider<API>(session: Session(transport: server)) }

    mutating func run() async throws {
        await statuses()
        await cancellation()
        await order()
        try await downloads()
        try await bodies()
        await providers()
        await interceptors()
    }

    private mutating func say(_ key: String, _ value: Any?) { lines.append(line(key, value)) }

    private func provider(_ plugins: [PluginType] = [], interceptor: RequestInterceptor? = nil) -> MoyaProvider<API> {
        MoyaProvider<API>(session: Session(transport: server, interceptor: interceptor), plugins: plugins)
    }

    private func result(
        _ provider: MoyaProvider<API>? = nil,
        _ target: API
    ) async -> Result<Moya.Response, MoyaError> {
        let provider = provider ?? self.provider
        return await withCheckedContinuation { continuation in
            provider.request(target) { continuation.resume(returning: $0) }
        }
    }

    private func echo(_ target: API) async throws -> Echo { try await result(nil, target).get().map(Echo.self) }

    // MARK: - E1 to E14

    private mutating func statuses() async {
        say("E4 404 without validation", text(await result(nil, .status(404))))
        let invalid = await result(nil, .validated(404))
        let error = error(of: invalid)
        say(
            "E5 404 with validation",
            "\(text(invalid)) \(chain(error)) | \(error?.localizedDescription ?? "nil") | "
                + "body \(error?.response?.data.count ?? -1)"
        )
        say("E6 200 with validation", text(await result(nil, .validated(200))))
    }

    private mutating func cancellation() async {
        let log = Log()
        let provider = provider([Recorder("1", log)])
        let (stream, continuation) = AsyncStream<Result<Moya.Response, MoyaError>>.makeStream()
        let completions = Log()
        // Completions run on the main queue, so none can run between these lines.
        let (token, isAtOnce) = DispatchQueue.main.sync {
            let token = provider.request(.raw("/slow")) {
                completions.add("complete")
                continuation.yield($0)
            }
            token.cancel()
            return (token, !completions.lines.isEmpty)
        }
        var result: Result<Moya.Response, MoyaError>?
        for await first in stream {
            result = first
            break
        }
        say(
            "E9 cancel",
            "\(text(result)) \(chain(error(of: result))) at once \(isAtOnce) isCancelled \(token.isCancelled) "
                + "count \(completions.lines.count) \(log.lines)"
        )
    }

    private mutating func order() async {
        let log = Log()
        let echo = API.echo("/echo", .get, .requestPlain, nil)
        let response = await result(provider([Recorder("1", log), Recorder("2", log)]), echo)
        log.add("completion")
        say("E11 order of plugins", log.lines)
        let seen = try? response.get().map(Echo.self).headers["X-Seen"]
        say("E12 prepared request on the wire", seen?.replacingOccurrences(of: " ", with: ""))
        let threads = QueuePlugin()
        let processed = await result(provider([threads]), .validated(404))
        say("E13 threads of plugins", threads.log.lines)
        say("E14 process changes the result", text(processed))
    }

    /// Records on which queue its methods are called.
    private final class QueuePlugin: PluginType {
        let log = Log()
        private let key = DispatchSpecificKey<Bool>()

        init() { DispatchQueue.main.setSpecific(key: key, value: true) }

        private func add(_ name: String) { log.add("\(name) main \(DispatchQueue.getSpecific(key: key) == true)") }

        func prepare(_ request: URLRequest, target: TargetType) -> URLRequest {
            add("prepare")
            return request
        }
        func willSend(_ request: RequestType, target: TargetType) { add("willSend") }
        func didReceive(_ result: Result<Moya.Response, MoyaError>, target: TargetType) { add("didReceive") }
        func process(
            _ result: Result<Moya.Response, MoyaError>,
            target: TargetType
        ) -> Result<Moya.Response, MoyaError> {
            add("process")
            return .success(Moya.Response(statusCode: 299, data: Data()))
        }
    }

    // MARK: - E17 to E46

    private mutating func downloads() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("sub/logo.png")
        let log = Log()
        func download(_ path: String, _ options: DownloadRequest.Options) -> API {
            let destination: DownloadDestination = { temporary, response in
                let exists = FileManager.default.fileExists(atPath: temporary.path)
                log.lines = ["suggested \(response.suggestedFilename ?? "nil") temp \(exists)"]
                return (file, options)
            }
            return .echo(path, .get, .downloadDestination(destination), nil)
        }
        func kind(_ result: Result<Moya.Response, MoyaError>) -> String {
            error(of: result).map(TernMoyaTests.kind) ?? "none"
        }
        let both: DownloadRequest.Options = [.createIntermediateDirectories, .removePreviousFile]
        let missing = await result(nil, download("/file", []))
        say("E17 download into a missing folder", "\(text(missing)) \(kind(missing))")
        let done = await result(nil, download("/file", both))
        let size = (try? Data(contentsOf: file).count) ?? -1
        say("E18 download", "\(text(done)) file \(size) \(log.lines.joined())")
        let again = await result(nil, download("/file", []))
        say("E19 download onto a file", "\(text(again)) \(kind(again))")
        say("E20 download over a file", text(await result(nil, download("/file", both))))
        let query = Task.downloadParameters(
            parameters: ["a": 1],
            encoding: URLEncoding.default,
            destination: { _, _ in (file, [.removePreviousFile]) }
        )
        let parameters = await result(nil, .echo("/echo", .get, query, nil))
        let path = try JSONDecoder().decode(Echo.self, from: Data(contentsOf: file)).path
        say("E21 download with parameters", "\(text(parameters)) \(path)")
        let failed = await result(nil, download("/status/500", both))
        say("E22 download of a 500", "\(text(failed)) file \((try? Data(contentsOf: file).count) ?? -1)")
    }

    private mutating func bodies() async throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("moyasketch-upload.txt")
        try Data("file text".utf8).write(to: file)
        func part(_ data: Data, _ name: String, _ fileName: String? = nil, _ type: String? = nil) -> MultipartFormData {
            MultipartFormData(provider: .data(data), name: name, fileName: fileName, mimeType: type)
        }
        let picture = part(Data([0xff, 0x00, 0x41]), "file", "a.png", "image/png")
        let title = part(Data("Hä\"".utf8), "title")
        let named = MultipartFormData(provider: .file(file), name: "f", fileName: "x.txt", mimeType: "text/x")
        let stream = MultipartFormData(
            provider: .stream(InputStream(data: Data("stream".utf8)), 6),
            name: "s",
            fileName: "s.txt",
            mimeType: "text/plain"
        )
        let form: [String: String] = ["Content-Type": "multipart/form-data"]
        let cases: [(String, Moya.Method, Task, [String: String]?)] = [
            ("E23 multipart", .post, .uploadMultipart([picture, title]), nil),
            ("E24 multipart with own type", .post, .uploadMultipart([title]), form),
            ("E25 multipart and query", .put, .uploadCompositeMultipart([title], urlParameters: ["a": 1]), nil),
            ("E26 multipart file", .post, .uploadMultipart([named]), nil),
            (
                "E27 multipart file without names", .post,
                .uploadMultipart([MultipartFormData(provider: .file(file), name: "f")]), nil
            ),
            ("E28 multipart stream", .post, .uploadMultipart([stream]), nil),
            ("E29 binary part without type", .post, .uploadMultipart([part(Data([0xff, 0xfe]), "b")]), nil),
            (
                "E30 multipart name with a quote", .post,
                .uploadMultipart([part(Data("x".utf8), "a\"b", "c\"d.txt", "text/plain")]), nil
            ),
            ("E31 uploadFile", .post, .uploadFile(file), ["Content-Type": "text/x"]),
            ("E32 uploadFile without type", .put, .uploadFile(file), nil),
            ("E33 data without type", .post, .requestData(Data("d".utf8)), nil),
            ("E34 form", .post, .requestParameters(parameters: ["a": "x y"], encoding: URLEncoding.default), nil),
            ("E35 JSON", .delete, .requestJSONEncodable(["a": 1]), nil),
            (
                "E36 query", .get,
                .requestParameters(parameters: ["a": "ä b", "l": [1, 2]], encoding: URLEncoding.default), nil
            ),
        ]
        for (key, method, task, fields) in cases {
            say(key, try await echo(.echo("/echo", method, task, fields)).line)
        }
        func path(_ path: String) async throws -> String {
            try await echo(.echo(path, .get, .requestPlain, nil)).path
        }
        say("E37 path with a question mark", try await path("/echo?x=1"))
        say("E39 path with umlaut", try await path("/echo/ä b"))
        say("E40 double slash", try await path("/echo//b"))
    }

    // MARK: - E47 to E56

    private mutating func providers() async {
        let credentials = CredentialsPlugin { _ in
            URLCredential(user: "user", password: "passwd", persistence: .none)
        }
        say("E47 credentials", text(await result(provider([credentials]), .raw("/basic"))))
        say("E48 without credentials", text(await result(nil, .raw("/basic"))))

        let tracked = MoyaProvider<API>(session: Session(transport: server), trackInflights: true)
        let (stream, continuation) = AsyncStream<Void>.makeStream()
        for _ in 0..<3 { tracked.request(.raw("/slow")) { _ in continuation.yield() } }
        say("E52 in flight", tracked.inflightRequests.values.map(\.count))
        server.gate.release()
        var count = 0
        for await _ in stream {
            count += 1
            if count == 3 { break }
        }
        say("E53 in flight after", "\(count) \(tracked.inflightRequests.count)")

        let lines = Log()
        let logger = NetworkLoggerPlugin(
            configuration: .init(
                formatter: .init(entry: { identifier, message, _ in "\(identifier)=\(message.prefix(60))" }),
                output: { _, items in for item in items { lines.add(item) } },
                logOptions: .verbose
            )
        )
        func shown() -> [String] {
            lines.lines.map { line in
                ["Request Headers", "Response="].first(where: line.hasPrefix)?.trimmingCharacters(in: ["="]) ?? line
            }
        }
        _ = await result(provider([logger]), .echo("/status/201", .post, .requestData(Data("b".utf8)), nil))
        say("E55 log of a live call", shown())
        lines.lines = []
        _ = await result(provider([logger]), .validated(500))
        say("E56 log of a refused status", shown())
    }

    // MARK: - E57 to E59

    private struct Token: TargetType {
        let baseURL = URL(string: "http://127.0.0.1:1")!
        let path = "/token"
        let method = Moya.Method.get
        let task = Task.requestPlain
        let validationType = ValidationType.successCodes
        let headers: [String: String]? = nil
    }

    private mutating func interceptors() async {
        func result(
            _ interceptor: RequestInterceptor,
            _ plugins: [PluginType] = []
        ) async -> Result<Moya.Response, MoyaError> {
            let provider = MoyaProvider<Token>(
                session: Session(transport: server, interceptor: interceptor),
                plugins: plugins
            )
            return await withCheckedContinuation { continuation in
                provider.request(Token()) { continuation.resume(returning: $0) }
            }
        }
        let log = Log()
        let refreshed = await result(RefreshingInterceptor(log), [Recorder("1", log)])
        say("E57 interceptor", "\(text(refreshed)) \(log.lines.sorted())")
        let refused = await result(StubbornInterceptor())
        say("E58 doNotRetryWithError", "\(text(refused)) \(chain(error(of: refused)))")
        let failed = await result(FailingInterceptor())
        say("E59 adapt fails", "\(text(failed)) \(chain(error(of: failed)))")
    }
}

private func error(of result: Result<Moya.Response, MoyaError>?) -> MoyaError? {
    if case .failure(let error)? = result { error } else { nil }
}

/// The errors inside an error, from the outermost to the innermost.
private func chain(_ error: (any Error)?) -> String {
    guard let error else { return "nil" }
    if case MoyaError.underlying(let inner, _) = error { return "underlying > " + chain(inner) }
    guard let af = error.asAFError else { return kind(error) }
    return af.underlyingError.map { kind(af) + " > " + chain($0) } ?? kind(af)
}
