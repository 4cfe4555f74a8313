import Foundation

/// An app for Moya compiles with TernMoya: with the module alias and with another import, in Swift 5 and in Swift 6.
enum MoyaApps {
    static func failures(of compiler: SwiftCompiler) throws -> [String] {
        let app = try String(contentsOf: demo, encoding: .utf8)
        let unchanged = app.replacingOccurrences(of: "import TernMoya\n", with: "import Moya\n")
        let alias = ["-module-alias", "Moya=TernMoya"]
        var failures: [String] = []
        for mode in [["-swift-version", "5"], ["-swift-version", "6"]] {
            for (source, flags) in [(app, library), (unchanged, library + alias)] {
                failures += try compiler.diagnostics(of: source, flags: flags + mode).map {
                    "MoyaDemo.swift \(flags + mode): line \($0.line): \($0.text)"
                }
            }
        }
        failures += try isolationFailures(app, compiler)
        failures += try threadFailures(compiler)
        failures += try subclassFailures(compiler)
        failures += try MoyaImports.failures(of: compiler)
        return try failures + unavailableFailures(compiler)
    }

    /// Data races are only found after the type check.
    private static let library = ["-parse-as-library", "-emit-sil", "-o", "/dev/null"]

    private static let demo = (0..<2).reduce(URL(filePath: #filePath)) { url, _ in url.deletingLastPathComponent() }
        .appending(path: "TernMoyaTests/MoyaDemo.swift")

    /// In a module that is isolated to the main actor, Swift 6 refuses code that runs on other threads, and nothing
    /// else.
    private static func isolationFailures(_ app: String, _ compiler: SwiftCompiler) throws -> [String] {
        let flags = library + ["-default-isolation", "MainActor"]
        let mode5 = try compiler.diagnostics(of: app, flags: flags + ["-swift-version", "5"])
        let honest = [
            "loses global actor 'MainActor'", "conformance of 'GitHub' to protocol 'TargetType' crosses",
            "in a synchronous nonisolated context", "can not be referenced from a Sendable closure",
        ]
        let mode6 = try compiler.diagnostics(of: app, flags: flags).filter { diagnostic in
            !honest.contains { diagnostic.text.contains($0) }
        }
        return (mode5 + mode6).map { "MoyaDemo.swift \(flags): line \($0.line): \($0.text)" }
    }

    /// Code of the main actor whose closures run there, or don't use its state.
    private static let sameThread = [
        "provider.request(.zen) { _ in self.count += 1 }",
        "provider.request(.zen, progress: { _ in self.count += 1 }) { _ in self.count += 1 }",
        "provider.request(.zen, callbackQueue: .main, progress: { _ in self.count += 1 }) { _ in self.count += 1 }",
        "provider.request(.zen, callbackQueue: nil) { _ in self.count += 1 }",
        "provider.request(.zen, callbackQueue: queue) { _ in self.count += 1 }",
        "provider.request(.zen, callbackQueue: .global(), progress: progress) { _ in }",
        "provider.request(.zen, callbackQueue: .global()) { _ in DispatchQueue.main.async { self.count += 1 } }",
        "_ = online.request(.zen, callbackQueue: .main) { _ in self.count += 1 }",
        "_ = any.request(.zen, callbackQueue: nil, progress: progress) { _ in self.count += 1 }",
        "_ = MoyaProvider<API>(requestClosure: { [provider] endpoint, done in",
        "    provider.request(.zen, callbackQueue: .global()) { _ in",
        "        MoyaProvider<API>.defaultRequestMapping(for: endpoint, closure: done) } })",
        "let endpoints = { (target: API) -> Endpoint in MoyaProvider.defaultEndpointMapping(for: target) }",
        "_ = MoyaProvider<API>(endpointClosure: endpoints, stubClosure: MoyaProvider.delayedStub(1))",
    ]

    /// Calls whose closures use the state of the main actor on another queue.
    private static let otherQueue = [
        "provider.request(.zen, callbackQueue: .global()) { _ in self.count += 1 }",
        "provider.request(.zen, callbackQueue: .global(), progress: { _ in self.count += 1 }) { _ in }",
        "_ = online.request(.zen, callbackQueue: .global()) { _ in self.count += 1 }",
        "_ = any.request(.zen, callbackQueue: .global(), progress: nil) { _ in self.count += 1 }",
    ]

    /// Closures that use the state of the main actor and may run on any thread.
    private static let anyThread = [
        "_ = MoyaProvider<API>(endpointClosure: { _ in self.endpoint })",
        "_ = MoyaProvider<API>(requestClosure: { _, done in self.count += 1 })",
        "_ = MoyaProvider<API>(stubClosure: { _ in self.count == 0 ? .never : .immediate })",
        "_ = CancellableToken { self.count += 1 }",
        "_ = AccessTokenPlugin { _ in String(self.count) }",
    ]

    /// Swift 6 warns about the state of the main actor in code that runs on other threads, and about nothing else.
    /// Swift 5 doesn't warn about calls.
    private static func threadFailures(_ compiler: SwiftCompiler) throws -> [String] {
        let app = """
            import TernMoya
            nonisolated enum API: TargetType {
                case zen
                var baseURL: URL { URL(fileURLWithPath: "/") }
                var path: String { "" }
                var method: Moya.Method { .get }
                var task: Task { .requestPlain }
                var headers: [String: String]? { nil }
            }
            nonisolated final class Stamp: PluginType, RequestInterceptor {}
            nonisolated final class Online<Target: TargetType>: MoyaProvider<Target>, @unchecked Sendable {
                override func request(
                    _ target: Target,
                    callbackQueue: DispatchQueue? = nil,
                    progress: ProgressBlock? = nil,
                    completion: @escaping Completion
                ) -> Cancellable {
                    super.request(target, callbackQueue: callbackQueue, progress: progress, completion: completion)
                }
            }
            @MainActor final class View {
                let provider = MoyaProvider<API>(plugins: [Stamp()])
                let online = Online<API>(session: Session(interceptor: Stamp()))
                var endpoint = MoyaProvider<API>.defaultEndpointMapping(for: .zen)
                var count = 0
                func run<P: MoyaProviderType>(_ any: P, _ queue: DispatchQueue?, _ progress: @escaping ProgressBlock)
                where P.Target == API {

            """
        let firstWrongLine = app.split(separator: "\n", omittingEmptySubsequences: false).count + sameThread.count
        func source(_ statements: [String]) -> String {
            app + (sameThread + statements + ["}}"]).joined(separator: "\n")
        }
        var failures: [String] = []
        let wrong = otherQueue + anyThread
        for flags in [[], ["-default-isolation", "MainActor"]] {
            let diagnostics = try compiler.diagnostics(of: source(wrong), flags: library + flags)
            failures += diagnostics.filter { $0.line < firstWrongLine || $0.isError }.map { "\(flags): \($0)" }
            let seen = Set(diagnostics.map(\.line))
            for (index, line) in wrong.enumerated() where !seen.contains(firstWrongLine + index) {
                failures.append("\(flags): expected a warning about \(line)")
            }
        }
        // Swift 5 has no conformance that a subclass could repeat.
        let source5 = source(otherQueue).replacingOccurrences(of: ", @unchecked Sendable", with: "")
        failures += try compiler.diagnostics(of: source5, flags: library + ["-swift-version", "5"])
            .map { "Swift 5: \($0)" }
        return failures
    }

    /// Swift 5 has no warning about a subclass. Swift 6 has the one warning of each subclass of a Sendable class.
    private static func subclassFailures(_ compiler: SwiftCompiler) throws -> [String] {
        let subclass = """
            import TernMoya
            class Online<Target: TargetType>: MoyaProvider<Target> { var count = 0 }
            class Trusting: Session { var count = 0 }
            """
        let mode5 = try compiler.diagnostics(of: subclass, flags: library + ["-swift-version", "5"])
        let mode6 = try compiler.diagnostics(of: subclass, flags: library)
            .filter { $0.isError || !$0.text.contains("must restate inherited '@unchecked Sendable'") }
        return (mode5 + mode6).map { "Subclass: \($0.text)" } + (try initializerFailures(compiler))
    }

    /// Subclasses call each initializer, override it or inherit it, as with Moya.
    private static func initializerFailures(_ compiler: SwiftCompiler) throws -> [String] {
        let source = """
            import TernMoya
            enum Zen: TargetType {
                case zen
                var baseURL: URL { URL(fileURLWithPath: "/") }
                var path: String { "" }
                var method: Moya.Method { .get }
                var task: Task { .requestPlain }
                var headers: [String: String]? { nil }
            }
            final class None: MoyaProvider<Zen>, @unchecked Sendable { init() { super.init() } }
            final class Some: MoyaProvider<Zen>, @unchecked Sendable {
                init(_ stub: @escaping StubClosure) { super.init(stubClosure: stub) }
                init(plugins: [PluginType]) { super.init(stubClosure: { _ in .immediate }, plugins: plugins) }
                convenience init(number: Int) { self.init(plugins: []) }
            }
            class Inheriting<Target: TargetType>: MoyaProvider<Target>, @unchecked Sendable { var count = 0 }
            class Overriding<Target: TargetType>: MoyaProvider<Target>, @unchecked Sendable {
                override init(
                    endpointClosure: @escaping EndpointClosure = MoyaProvider.defaultEndpointMapping,
                    requestClosure: @escaping RequestClosure = MoyaProvider<Target>.defaultRequestMapping,
                    stubClosure: @escaping StubClosure = MoyaProvider.neverStub,
                    callbackQueue: DispatchQueue? = nil,
                    session: Session = MoyaProvider<Target>.defaultAlamofireSession(),
                    plugins: [PluginType] = [],
                    trackInflights: Bool = false
                ) {
                    super.init(
                        endpointClosure: endpointClosure, requestClosure: requestClosure, stubClosure: stubClosure,
                        callbackQueue: callbackQueue, session: session, plugins: plugins, trackInflights: trackInflights
                    )
                }
            }
            extension MoyaProvider { convenience init(digit: Int) { self.init(plugins: []) } }
            func use(_ stub: @escaping MoyaProvider<Zen>.StubClosure) -> [MoyaProvider<Zen>] {
                [
                    None(), Some(stub), Some(plugins: []), Some(number: 1), MoyaProvider(digit: 1), MoyaProvider(),
                    Inheriting(), Inheriting(plugins: []), Inheriting(stubClosure: stub), Inheriting(digit: 1),
                    Inheriting(stubClosure: { _ in .never }, trackInflights: true),
                    Overriding(), Overriding(plugins: []), Overriding(stubClosure: stub),
                    Overriding(stubClosure: { _ in .never }, trackInflights: true),
                ]
            }
            """
        let source5 = source.replacingOccurrences(of: ", @unchecked Sendable", with: "")
        let mode5 = try compiler.diagnostics(of: source5, flags: library + ["-swift-version", "5"])
        return (try compiler.diagnostics(of: source, flags: library) + mode5).map { "Initializers: \($0)" }
    }

    private static let calls = "Declare a target"
    private static let trust = "TransportConfiguration.tls"
    private static let session = "Use Session(transport:plugins:redirects:interceptor:)"

    /// Common uses of Alamofire's names that don't exist, each with a part of the expected error.
    private static let unavailable = [
        ("AF.request(\"https://a.example\")", calls),
        ("AF.request(url, method: .get, parameters: [\"a\": 1]).responseJSON { response in print(response) }", calls),
        ("AF.request(url).validate().responseDecodable(of: String.self) { print($0.result) }", calls),
        ("AF.request(url).validate(statusCode: 200..<300).response { print($0.data ?? Data()) }", calls),
        ("_ = try await AF.request(url).serializingDecodable(String.self).value", calls),
        ("AF.upload(Data(), to: url).response { _ in }", calls),
        ("AF.download(url).response { _ in }", calls),
        ("AF.cancelAllRequests()", calls),
        ("AF.session.configuration.timeoutIntervalForRequest = 3", calls),
        ("Session.default.request(url).response { _ in }", calls),
        ("let trust: ServerTrustManager? = nil", trust),
        ("_ = ServerTrustManager(evaluators: [\"a\": DefaultTrustEvaluator()])", trust),
        (
            "_ = ServerTrustManager(allHostsMustBeEvaluated: false, evaluators: [\"a\": DisabledTrustEvaluator()])",
            trust
        ),
        ("_ = Session(serverTrustManager: nil)", session),
        ("_ = Session(configuration: .default, eventMonitors: [])", session),
        ("_ = Session(configuration: .default, interceptor: nil, redirectHandler: nil)", session),
        ("_ = Redirector(behavior: .doNotFollow)", "redirects"),
        ("_ = session.session.configuration", "Session.transport"),
        ("session.session.invalidateAndCancel()", "Session.transport"),
        ("final class Monitor: EventMonitor {}", "plugin of Tern"),
        ("let handler: (any RedirectHandler)? = nil", "redirects"),
        ("_ = NetworkReachabilityManager()", "NWPathMonitor"),
    ]

    /// Each of them has the one error that names Tern's way.
    private static func unavailableFailures(_ compiler: SwiftCompiler) throws -> [String] {
        let begin = "import TernMoya\nfunc use(_ session: Session, _ url: String) async throws {"
        let lines = unavailable.map { "do { \($0.0) }" }
        let source = ([begin] + lines + ["}"]).joined(separator: "\n")
        let diagnostics = try compiler.diagnostics(of: source, flags: ["-parse-as-library"])
        return unavailable.enumerated().compactMap { index, example in
            let errors = diagnostics.filter { $0.line == index + 3 && $0.isError }.map(\.text)
            let isNamed = errors.contains { $0.contains(example.1) }
            if isNamed, errors.allSatisfy({ $0.contains("is unavailable: ") }) { return nil }
            return "\(example.0): expected an error with “\(example.1)”, got \(errors)"
        }
    }
}
