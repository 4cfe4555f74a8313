import Foundation
import TernMoya

/// What a program sees of plugins.
struct PluginObservations {
    private(set) var lines: [String] = []

    private mutating func say(_ key: String, _ value: Any?) { lines.append(line(key, value)) }

    mutating func run() {
        tokens()
        activity()
        logs()
    }

    private mutating func tokens() {
        struct Authorized: TargetType, AccessTokenAuthorizable {
            let baseURL = URL(string: "http://127.0.0.1:1")!
            let path = "/echo"
            let method = Moya.Method.get
            let task = Task.requestPlain
            let headers: [String: String]? = nil
            let authorizationType: AuthorizationType?
        }
        let request = URLRequest(url: URL(string: "http://x")!)
        let plugin = AccessTokenPlugin { _ in "eyeAm" }
        for type: AuthorizationType? in [nil, .basic, .bearer, .custom("CustomAuth")] {
            let prepared = plugin.prepare(request, target: Authorized(authorizationType: type))
            say("D1 \(type?.value ?? "nil")", prepared.allHTTPHeaderFields ?? [:])
        }
        say("D2 not authorizable", plugin.prepare(request, target: Plain()).allHTTPHeaderFields ?? [:])
    }

    private mutating func activity() {
        let log = Log()
        let provider = MoyaProvider<API>(
            stubClosure: MoyaProvider.immediatelyStub,
            plugins: [NetworkActivityPlugin { change, target in log.add("\(change) \(target)") }]
        )
        provider.request(.zen) { _ in log.add("completion") }
        say("D3 activity", log.lines)
    }

    private mutating func logs() {
        func logged(
            _ options: NetworkLoggerPlugin.Configuration.LogOptions,
            _ target: API,
            _ sample: EndpointSampleResponse? = nil
        ) -> [String] {
            let log = Log()
            let plugin = NetworkLoggerPlugin(
                configuration: .init(
                    formatter: .init(entry: { identifier, message, _ in "\(identifier)=\(message)" }),
                    output: { _, items in for item in items { log.add(item) } },
                    logOptions: options
                )
            )
            let provider = MoyaProvider<API>(
                endpointClosure: { sampling($0, sample ?? .networkResponse(200, $0.sampleData)) },
                stubClosure: MoyaProvider.immediatelyStub,
                plugins: [plugin]
            )
            provider.request(target) { _ in }
            return log.lines.filter { !$0.hasPrefix("Request Headers") }
        }
        let echo = API.echo("/echo", .post, .requestData(Data("body".utf8)), ["A": "b"])
        let refused = EndpointSampleResponse.networkResponse(500, Data("oops".utf8))
        say("D4 default", logged(.default, echo))
        say("D5 verbose", logged(.verbose, echo))
        say("D6 none", logged([], echo))
        let failed = logged(.verbose, echo, .networkError(NSError(domain: "D", code: 1)))
        say("D7 error", failed.map { $0.prefix(40) })
        say("D8 status error body", logged(.errorResponseBody, .validated(1), refused))
        say("D9 success body option, error", logged(.successResponseBody, .validated(1), refused))
        let curl = logged(.formatRequestAscURL, echo)
        say("D10 curl has the URL", curl.map { $0.contains("/echo") && $0.contains("curl") })
        typealias Formatter = NetworkLoggerPlugin.Configuration.Formatter
        let entry = Formatter.defaultEntryFormatter(identifier: "I", message: "M", target: API.zen)
        say("D11 default entry", entry.hasPrefix("Moya_Logger: [") && entry.hasSuffix("] I: M"))
        say("D12 data formatter", Formatter.defaultDataFormatter(Data([0xff])))
    }
}
