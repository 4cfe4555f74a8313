import Foundation
import Tern

/// A target whose every requirement is a property.
package struct OpenTarget: TargetType {
    package var baseURL: URL
    package var path: String
    package var method: HTTPMethod
    package var task: HTTPTask
    package var headers: HTTPHeaders
    package var crossOriginHeaders: Set<String>
    package var validation: Validation
    package var authorization: Authorization
    package var timeout: Duration?
    package var sampleData: Data

    package init(
        baseURL: URL = URL(string: "https://api.example.com")!,
        path: String = "/things",
        method: HTTPMethod = .get,
        task: HTTPTask = .plain,
        headers: HTTPHeaders = [:],
        crossOriginHeaders: Set<String> = [],
        validation: Validation = .successCodes,
        authorization: Authorization = .none,
        timeout: Duration? = nil,
        sampleData: Data = Data("sample".utf8)
    ) {
        self.baseURL = baseURL
        self.path = path
        self.method = method
        self.task = task
        self.headers = headers
        self.crossOriginHeaders = crossOriginHeaders
        self.validation = validation
        self.authorization = authorization
        self.timeout = timeout
        self.sampleData = sampleData
    }
}

extension Provider {
    /// A provider that returns this sample for every target, at once.
    package convenience init(
        returning sample: @escaping @autoclosure @Sendable () -> SampleResponse,
        plugins: [any Plugin] = [],
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.init(
            endpointClosure: { Endpoint($0).responding(sample()) },
            stubClosure: Provider.immediatelyStub,
            plugins: plugins,
            clock: clock
        )
    }
}
