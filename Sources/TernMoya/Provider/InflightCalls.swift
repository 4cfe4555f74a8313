import Foundation

/// The calls of a provider that are under way, for calls that wait for the response of an equal one.
struct InflightCalls {
    /// What two calls must have in common to share a response. Unlike `URLRequest`'s `==` on Linux, it compares bodies
    /// and header fields.
    struct Key: Hashable {
        private let url: String
        private let request: URLRequest?
        private let fields: [String: String]?
        private let body: Data?
        private let upload: AnyHashable?

        init(_ endpoint: Endpoint) {
            request = try? endpoint.urlRequest()
            url = request == nil ? endpoint.url : ""
            fields = request?.allHTTPHeaderFields
            body = request?.httpBody
            upload = endpoint.upload
        }
    }

    private struct Call {
        let endpoint: Endpoint
        var completions: [Completion]
    }

    private let calls = Guarded<[Key: Call]>([:])

    /// Adds a completion.
    ///
    /// - Returns: Whether there was no equal call, so that the caller has to send the request.
    func add(_ completion: @escaping Completion, for endpoint: Endpoint, _ key: Key) -> Bool {
        calls.update { calls in
            if calls[key] != nil {
                calls[key]?.completions.append(completion)
                return false
            }
            calls[key] = Call(endpoint: endpoint, completions: [completion])
            return true
        }
    }

    /// Calls all completions of an equal call, once each. A completion may begin an equal call, which is a new one.
    func end(_ key: Key, with result: Result<Response, MoyaError>) {
        let call = calls.update { $0.removeValue(forKey: key) }
        for completion in call?.completions ?? [] { completion(result) }
    }

    /// The completions by endpoint.
    var completions: [Endpoint: [Completion]] {
        var completions: [Endpoint: [Completion]] = [:]
        for call in calls.value.values { completions[call.endpoint, default: []] += call.completions }
        return completions
    }
}
