import Foundation

/// The imports of an app for Moya: those that the guide's command replaces, and those of a file that imports Tern, too.
enum MoyaImports {
    static func failures(of compiler: SwiftCompiler) throws -> [String] {
        try commandFailures(compiler) + bothModulesFailures(compiler)
    }

    private static let target = """
        enum Zen: TargetType {
            case zen
            var baseURL: URL { URL(fileURLWithPath: "/") }
            var path: String { "" }
            var method: Moya.Method { .get }
            var task: Task { .requestParameters(parameters: [:], encoding: URLEncoding.default) }
            var headers: [String: String]? { nil }
        }
        // With the tasks of Moya 15.0.3.
        func name(of task: Moya.Task) -> String {
            switch task {
            case .requestPlain: "plain"
            case .requestData: "data"
            case .requestJSONEncodable, .requestCustomJSONEncodable: "json"
            case .requestParameters, .requestCompositeData, .requestCompositeParameters: "parameters"
            case .uploadFile, .uploadMultipart, .uploadCompositeMultipart: "upload"
            case .downloadDestination, .downloadParameters: "download"
            }
        }
        """

    /// Its `Task` is Swift's, and it is Sendable, as with Alamofire.
    private static let interceptor = """
        final class Refresh: RequestInterceptor {
            static let shared = Refresh()
            func adapt(
                _ request: URLRequest,
                for session: Session,
                completion: @escaping (Result<URLRequest, Swift.Error>) -> Void
            ) { completion(.success(request)) }
            func retry(
                _ request: Request,
                for session: Session,
                dueTo error: Error,
                completion: @escaping @Sendable (RetryResult) -> Void
            ) {
                Task { completion(.doNotRetry) }
                let task: Task<Void, Never> = Task { [self] in _ = self }
                task.cancel()
            }
        }
        """

    /// Files of an app, and the imports that the guide's command makes of theirs.
    private static let files = [
        ("import Foundation\nimport Moya\n", target, "import Foundation\nimport TernMoya\n"),
        ("import Moya // HTTP\nimport Alamofire\n", target, "import TernMoya // HTTP\nimport TernMoya\n"),
        ("@preconcurrency import Moya\n", target, "@preconcurrency import TernMoya\n"),
        (
            "import Moya\nimport struct Alamofire.URLEncoding\n", target,
            "import TernMoya\nimport struct TernMoya.URLEncoding\n"
        ),
        (
            "import Foundation\nimport Alamofire\n", interceptor,
            "import Foundation\nimport struct _Concurrency.Task\nimport TernMoya\n"
        ),
        (
            "@preconcurrency import Alamofire\n", interceptor,
            "import struct _Concurrency.Task\n@preconcurrency import TernMoya\n"
        ),
        ("import MoyaSugar\n", "", "import MoyaSugar\n"),
    ]

    /// Runs the command of the guide in a repository, and compiles what it leaves.
    private static func commandFailures(_ compiler: SwiftCompiler) throws -> [String] {
        let root = (0..<3).reduce(URL(filePath: #filePath)) { url, _ in url.deletingLastPathComponent() }
        let page = root.appending(path: "Sources/Tern/Tern.docc/MigratingFromMoya.md")
        let blocks = try String(contentsOf: page, encoding: .utf8).components(separatedBy: "```")
        guard let command = blocks.first(where: { $0.hasPrefix("sh\n") && $0.contains("git grep") })?.dropFirst(3)
        else {
            return ["The page about Moya has no command."]
        }
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let paths = files.indices.map { folder.appending(path: "A file \($0).swift") }
        for (path, file) in zip(paths, files) { try Data((file.0 + file.1).utf8).write(to: path) }
        try run("git init -q . && git add . && \(command)", in: folder)

        var failures: [String] = []
        for (path, file) in zip(paths, files) {
            let text = try String(contentsOf: path, encoding: .utf8)
            if text != file.2 + file.1 {
                failures.append("\(file.0) became \(text.prefix(120))")
            } else if !file.1.isEmpty {
                for version in ["5", "6"] {
                    failures += try compiler.diagnostics(
                        of: text,
                        flags: ["-parse-as-library", "-swift-version", version]
                    )
                    .filter { $0.isError }.map { "\(file.2) in Swift \(version): \($0)" }
                }
            }
        }
        return failures
    }

    private static func run(_ command: String, in folder: URL) throws {
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", command]
        process.currentDirectoryURL = folder
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw SwiftCompiler.Failure(description: "\(command) failed.")
        }
    }

    /// A name of both modules has a prefix.
    private static func bothModulesFailures(_ compiler: SwiftCompiler) throws -> [String] {
        let source = """
            import Tern
            import TernMoya
            enum Old: Moya.TargetType {
                case zen
                var baseURL: URL { URL(fileURLWithPath: "/") }
                var path: String { "" }
                var method: Moya.Method { .get }
                var task: Moya.Task { .requestPlain }
                var headers: [String: String]? { nil }
            }
            enum New: Tern.TargetType {
                case zen
                var baseURL: URL { URL(fileURLWithPath: "/") }
                var path: String { "" }
                var method: Tern.HTTPMethod { .get }
                var headers: Tern.HTTPHeaders { [:] }
            }
            struct Log: Moya.PluginType {
                func didReceive(_ result: Result<Moya.Response, MoyaError>, target: Moya.TargetType) {}
            }
            final class Refresh: Alamofire.RequestInterceptor {
                func retry(
                    _ request: Alamofire.Request,
                    for session: Alamofire.Session,
                    dueTo error: any Error,
                    completion: @escaping @Sendable (Alamofire.RetryResult) -> Void
                ) { completion(.doNotRetry) }
            }
            struct Stamp: Tern.Plugin {
                nonisolated(nonsending) func intercept(
                    _ request: Tern.Request, context: RequestContext, next: Next
                ) async throws -> Tern.Response { try await next(request) }
            }
            let old = MoyaProvider<Old>(
                endpointClosure: { (target: Old) -> Moya.Endpoint in MoyaProvider.defaultEndpointMapping(for: target) },
                stubClosure: { _ -> Moya.StubBehavior in .immediate },
                session: Session(transport: .platform, plugins: [Stamp()], interceptor: Refresh()),
                plugins: [Log()]
            )
            let new = Tern.Provider<New>(stubClosure: { _ -> Tern.StubBehavior in .immediate })
            func use() async throws -> (Tern.Response, Moya.MultiTarget, Tern.MultiTarget, Alamofire.HTTPHeaders) {
                _ = try await _Concurrency.Task { try await old.tern.request(.zen) }.value
                return (try await new.request(.zen), .init(Old.zen), .init(New.zen), .default)
            }
            """
        let alias = source.replacingOccurrences(of: "import TernMoya\n", with: "import Moya\n")
        let flags = ["-parse-as-library"]
        return
            (try compiler.diagnostics(of: source, flags: flags)
            + compiler.diagnostics(of: alias, flags: flags + ["-module-alias", "Moya=TernMoya"]))
            .map { "Tern and TernMoya in one file: \($0)" }
    }
}
