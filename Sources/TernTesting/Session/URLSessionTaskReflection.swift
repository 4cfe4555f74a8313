#if canImport(FoundationNetworking)
    import Foundation
    import Tern

    /// Properties of a FoundationNetworking task that a `URLProtocol` can't access otherwise, read by reflection.
    ///
    /// If a later version of FoundationNetworking renames these properties, they can't be read. Then the body of an
    /// upload task is recorded as empty, a delegate receives a body in one piece, and a delegate isn't called for
    /// redirects.
    ///
    /// Read them on the queue of the session, where they are written.
    struct URLSessionTaskReflection {
        enum Upload: Sendable {
            case data(Data)
            case file(URL)

            var data: Data? {
                switch self {
                case .data(let data): data
                case .file(let url): try? Data(contentsOf: url)
                }
            }
        }

        private let task: URLSessionTask
        private let mirror: Mirror?

        init(_ task: URLSessionTask) {
            self.task = task
            mirror = sequence(first: Mirror(reflecting: task)) { $0.superclassMirror }
                .first { $0.subjectType == URLSessionTask.self }
        }

        var session: URLSession? { value("session") as? URLSession }

        /// Whether the task belongs to an async method.
        var completesInline: Bool { value("_callCompletionHandlerInline") as? Bool ?? false }

        /// The body of an upload task.
        var upload: Upload? {
            guard let body = value("knownBody"), let content = Mirror(reflecting: body).children.first?.value else {
                return nil
            }
            switch content {
            case let data as DispatchData: return .data(Data(data))
            case let url as URL: return .file(url)
            default: return nil
            }
        }

        /// The request with the additional fields of the session's configuration, which the protocol's request doesn't
        /// contain.
        func withAdditionalHeaders(_ request: URLRequest) -> URLRequest {
            var request = request
            for case (let name as String, let value as String) in session?.configuration.httpAdditionalHeaders ?? [:]
            where request.value(forHTTPHeaderField: name) == nil {
                request.setValue(value, forHTTPHeaderField: name)
            }
            return request
        }

        /// Whether a delegate receives the body piece by piece.
        var isForDelegate: Bool {
            guard let session, session.delegate is any URLSessionDataDelegate, !completesInline else { return false }
            let behaviours = Mirror(reflecting: session).descendant("taskRegistry", "behaviours") as? [Int: Any]
            // The behavior for a completion handler has the handler as its associated value.
            return behaviours?[task.taskIdentifier].map { Mirror(reflecting: $0).children.isEmpty } ?? false
        }

        private func value(_ name: String) -> Any? {
            guard let value = mirror?.children.first(where: { $0.label == name })?.value else { return nil }
            let inner = Mirror(reflecting: value)
            return inner.displayStyle == .optional ? inner.children.first?.value : value
        }
    }
#endif
