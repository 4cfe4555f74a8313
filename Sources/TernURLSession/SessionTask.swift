import Foundation
import TernHTTP

/// The part of a `URLSessionTask` that the engine uses. A test can simulate it.
protocol SessionTask: AnyObject, Sendable {
    /// Unique among the tasks of a session.
    var taskIdentifier: Int { get }
    var response: URLResponse? { get }

    func resume()
    func suspend()
    func cancel()
}

/// The part of a `URLSession` that the engine uses. A test can simulate it.
protocol TaskSession: AnyObject, Sendable {
    /// - Parameter body: The body of `request`, in a form that the session can send. Data is already in `request`.
    func makeTask(for request: URLRequest, body: RequestBody?) -> any SessionTask

    func finishTasksAndInvalidate()
}

extension URLSessionTask: SessionTask {}

extension URLSession: TaskSession {
    func makeTask(for request: URLRequest, body: RequestBody?) -> any SessionTask {
        guard let body, body.data == nil else { return dataTask(with: request) }
        if let file = body.fileURL { return uploadTask(with: request, fromFile: file) }
        return uploadTask(withStreamedRequest: request)
    }
}

/// The two implementations of `URLSession`.
enum SessionKind {
    case apple
    case foundationNetworking

    static var current: SessionKind {
        #if canImport(FoundationNetworking)
            .foundationNetworking
        #else
            .apple
        #endif
    }
}
