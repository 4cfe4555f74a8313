import Foundation
import Tern

extension Contender {
    static func bareURLSession(_ url: URL, width: Int) -> Contender {
        let session = URLSession(configuration: .bare)
        let request = URLRequest(url: url.appendingPathComponent("item"))
        return .concurrent("bare URLSession, completion task", width) {
            let count = try await withCheckedThrowingContinuation { continuation in
                session.dataTask(with: request) { data, _, error in
                    continuation.resume(with: error.map { .failure($0) } ?? .success(data?.count ?? 0))
                }.resume()
            }
            try WrongBody.check(count)
        }
    }

    /// The cost of receiving a body in pieces, for example to limit it.
    static func bareDelegate(_ url: URL, width: Int) -> Contender {
        let delegate = BareDelegate()
        let session = URLSession(configuration: .bare, delegate: delegate, delegateQueue: nil)
        let request = URLRequest(url: url.appendingPathComponent("item"))
        return .concurrent("bare URLSession, delegate", width) {
            let count = try await withCheckedThrowingContinuation { continuation in
                delegate.run(session.dataTask(with: request), continuation)
            }
            try WrongBody.check(count)
        }
    }

    /// A call of a provider, from target to response.
    static func tern(_ name: String, _ transport: some Transport, _ url: URL, width: Int) -> Contender {
        let provider = Provider<LiveAPI>(transport: transport)
        let target = LiveAPI(baseURL: url, path: "/item")
        return .concurrent("Tern, \(name)", width) {
            try WrongBody.check(try await provider.request(target).data.count)
        }
    }

    /// The engine without a provider.
    static func send(_ name: String, _ transport: some Transport, _ url: URL, width: Int) -> Contender {
        let request = Request(url: url.appendingPathComponent("item"))
        return .concurrent("\(name).send", width) {
            try WrongBody.check(try await transport.send(request).data.count)
        }
    }
}

extension URLSessionConfiguration {
    /// A session without cache, cookies and credentials.
    static var bare: URLSessionConfiguration {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.urlCache = nil
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.httpCookieAcceptPolicy = .never
        configuration.urlCredentialStorage = nil
        return configuration
    }
}
