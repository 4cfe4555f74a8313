import Foundation
import Tern
import TernTesting

/// A target for any path of any server.
struct LiveTarget: TargetType {
    var baseURL: URL
    var path: String
    var method: HTTPMethod = .get
    var task: HTTPTask = .plain
    var headers: HTTPHeaders = [:]
    var validation: Validation = .successCodes
    var timeout: Duration?

    init(
        _ server: LoopbackServer,
        _ path: String,
        method: HTTPMethod = .get,
        task: HTTPTask = .plain,
        headers: HTTPHeaders = [:],
        validation: Validation = .successCodes,
        timeout: Duration? = nil
    ) {
        baseURL = server.url
        self.path = path
        self.method = method
        self.task = task
        self.headers = headers
        self.validation = validation
        self.timeout = timeout
    }
}
