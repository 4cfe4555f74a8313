import Foundation
import Tern
import TernTesting
import TernURLSession
import TestRounds

/// A target for any path of any server.
package struct LiveTarget: TargetType {
    package var baseURL: URL
    package var path: String
    package var method: HTTPMethod = .get
    package var task: HTTPTask = .plain
    package var headers: HTTPHeaders = [:]
    package var validation: Validation = .successCodes
    package var timeout: Duration?

    package init(_ server: LoopbackServer, _ path: String, headers: HTTPHeaders = [:], timeout: Duration? = nil) {
        self.init(server.url, path, headers: headers, timeout: timeout)
    }

    package init(
        _ baseURL: URL,
        _ path: String,
        method: HTTPMethod = .get,
        task: HTTPTask = .plain,
        headers: HTTPHeaders = [:],
        validation: Validation = .successCodes,
        timeout: Duration? = nil
    ) {
        self.baseURL = baseURL
        self.path = path
        self.method = method
        self.task = task
        self.headers = headers
        self.validation = validation
        self.timeout = timeout
    }
}

/// The engines that every live test runs on.
package enum Engine: CaseIterable, Sendable {
    case urlSession
    #if os(Linux)
        case curl
    #endif

    package func transport() throws -> any Transport {
        switch self {
        case .urlSession: URLSessionTransport()
        #if os(Linux)
            case .curl: try CurlTransport()
        #endif
        }
    }

    /// The number of concurrent calls. Four of five are cancelled, ten thousand in a complete run. Fewer for
    /// `URLSession`, since FoundationNetworking keeps a core busy while it waits.
    package var callCount: Int {
        #if os(Linux)
            self == .urlSession ? Rounds.count(2_500, part: 500) : Rounds.count(12_500, part: 2_500)
        #else
            Rounds.count(12_500, part: 2_500)
        #endif
    }

    package func provider() throws -> Provider<LiveTarget> {
        Provider(transport: try transport())
    }

    /// A transport for thousands of calls: its timeouts allow for a busy machine, and its connections leave descriptors
    /// for the other tests.
    package func patientProvider() throws -> Provider<LiveTarget> {
        var configuration = TransportConfiguration()
        configuration.idleTimeout = .seconds(600)
        switch self {
        case .urlSession:
            return Provider(transport: try URLSessionTransport(configuration))
        #if os(Linux)
            case .curl:
                configuration.connectTimeout = .seconds(600)
                configuration.connectionsPerHost = 64
                return Provider(transport: try CurlTransport(configuration))
        #endif
        }
    }
}
