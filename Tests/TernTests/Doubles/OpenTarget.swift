import Foundation
import Tern

/// A target whose every requirement is a property.
struct OpenTarget: TargetType {
    var baseURL = URL(string: "https://api.example.com")!
    var path = "/things"
    var method: HTTPMethod = .get
    var task: HTTPTask = .plain
    var headers: HTTPHeaders = [:]
    var crossOriginHeaders: Set<String> = []
    var validation: Validation = .successCodes
    var authorization: Authorization = .none
    var timeout: Duration?
    var sampleData = Data("sample".utf8)
}

extension Provider {
    /// A provider that returns this sample for every target, at once.
    convenience init(
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
