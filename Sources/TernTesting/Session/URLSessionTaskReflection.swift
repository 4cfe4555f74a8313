#if canImport(FoundationNetworking)
    import Foundation
    import Tern

    /// Stored properties of a FoundationNetworking task, which have no public access. They are read by reflection:
    ///
    /// | property | what it gives | without it |
    /// |---|---|---|
    /// | `URLSessionTask.session` | the `httpAdditionalHeaders`, which are in no request of the task; the queue and the first argument of the delegate's methods | these fields are missing in recorded requests; a delegate isn't called for redirects |
    /// | `URLSessionTask.knownBody` | the body of an upload task, which is in no request of the task | the body is recorded as empty |
    /// | `URLSession.taskRegistry.behaviours` | whether the task has a completion handler, which would receive only the last piece of a body | a delegate receives a body in one piece |
    ///
    /// A property that a version of FoundationNetworking doesn't have is `nil`. ``missing`` names it, and each stub session
    /// reports it as a finding.
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

        /// The names of the properties that this version of FoundationNetworking doesn't have, read from a task that is
        /// never sent.
        static let missing: [String] = {
            guard let url = URL(string: "http://127.0.0.1/") else { return [] }
            let session = URLSession(configuration: .ephemeral)
            defer { session.invalidateAndCancel() }
            let task = URLSessionTaskReflection(session.uploadTask(with: URLRequest(url: url), from: Data([1])))
            let isFound = [
                ("session", task.session === session), ("knownBody", task.upload?.data == Data([1])),
                ("taskRegistry.behaviours", task.behaviours != nil),
            ]
            return isFound.filter { !$0.1 }.map(\.0)
        }()

        private let task: URLSessionTask
        private let mirror: Mirror?

        init(_ task: URLSessionTask) {
            self.task = task
            mirror = sequence(first: Mirror(reflecting: task)) { $0.superclassMirror }
                .first { $0.subjectType == URLSessionTask.self }
        }

        var session: URLSession? { value("session") as? URLSession }

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

        /// The request with the additional fields of the session's configuration.
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
            // The behavior for a completion handler has the handler as its associated value.
            guard task.delegate is any URLSessionDataDelegate, let behaviour = behaviours?[task.taskIdentifier] else {
                return false
            }
            return Mirror(reflecting: behaviour).children.isEmpty
        }

        /// By the identifiers of the tasks. A new task is added on the queue of the session.
        private var behaviours: [Int: Any]? {
            session.flatMap { Mirror(reflecting: $0).descendant("taskRegistry", "behaviours") } as? [Int: Any]
        }

        private func value(_ name: String) -> Any? {
            guard let value = mirror?.children.first(where: { $0.label == name })?.value else { return nil }
            let inner = Mirror(reflecting: value)
            return inner.displayStyle == .optional ? inner.children.first?.value : value
        }
    }
#endif
