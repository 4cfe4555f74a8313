import Foundation
import Tern

/// A link without delays that records each step.
final class RecordingLink: StubLink {
    private struct Connection: StubConnection {
        let link: RecordingLink

        func sendBody(_ bytes: Int) async throws { try link.note("send \(bytes)") }
        func endRequest() async throws { try link.note("request") }
        func receiveHead() async throws { try link.note("head") }
        func receiveBody(_ bytes: Int) async throws { try link.note("receive \(bytes)") }
        func close(isReusable: Bool) { try? link.note(isReusable ? "keep" : "close") }
    }

    private let failure: (step: String, error: any Error)?
    private let recorded = Locked<[String]>([])

    /// - Parameter step: The step at which it throws `error`.
    init(failingAt step: String? = nil, with error: any Error = URLError(.networkConnectionLost)) {
        failure = step.map { ($0, error) }
    }

    var steps: [String] { recorded.withLock { $0 } }

    func connect(to url: URL?) async throws -> any StubConnection {
        try note("connect \(url?.host ?? "")")
        return Connection(link: self)
    }

    private func note(_ step: String) throws {
        recorded.withLock { $0.append(step) }
        if let failure, failure.step == step { throw failure.error }
    }
}
