import Foundation

/// The calls of a provider that are under way, for calls that wait for the response of an equal one.
struct InflightCalls {
    /// What two calls must have in common to share a response. Unlike `URLRequest`'s `==` on Linux, it compares bodies
    /// and header fields.
    // Only constants.
    struct Key: Hashable, @unchecked Sendable {
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
        /// Cancels the request.
        let work: CallHandle
        var completions: [(id: UUID, completion: Completion)]
    }

    private let calls = Guarded<[Key: Call]>([:])

    /// Adds a completion.
    ///
    /// - Parameter work: The handle of the request, if this call has to send it.
    /// - Returns: Whether there was no equal call, so that the caller has to send the request.
    func add(_ completion: @escaping Completion, id: UUID, for endpoint: Endpoint, _ key: Key, _ work: CallHandle)
        -> Bool
    {
        calls.update { calls in
            if calls[key] != nil {
                calls[key]?.completions.append((id, completion))
                return false
            }
            calls[key] = Call(endpoint: endpoint, work: work, completions: [(id, completion)])
            return true
        }
    }

    /// Removes a completion, which isn't called. The last one cancels the request.
    func remove(_ id: UUID, _ key: Key) {
        let work = calls.update { calls -> CallHandle? in
            calls[key]?.completions.removeAll { $0.id == id }
            guard calls[key]?.completions.isEmpty == true else { return nil }
            return calls.removeValue(forKey: key)?.work
        }
        work?.cancel()
    }

    /// Calls all completions of an equal call, once each. A completion may begin an equal call, which is a new one.
    ///
    /// - Parameter work: The handle of the request that has ended.
    func end(_ key: Key, _ work: CallHandle, with result: Result<Response, MoyaError>) {
        let call = calls.update { $0[key]?.work === work ? $0.removeValue(forKey: key) : nil }
        for (_, completion) in call?.completions ?? [] { completion(result) }
    }

    /// The completions by endpoint.
    var completions: [Endpoint: [Completion]] {
        var completions: [Endpoint: [Completion]] = [:]
        for call in calls.value.values { completions[call.endpoint, default: []] += call.completions.map(\.completion) }
        return completions
    }
}
