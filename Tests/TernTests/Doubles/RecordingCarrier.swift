import Foundation
import Tern

/// Carries at once, and records each step.
final class RecordingCarrier: StubCarrier {
    private struct Connection: StubConnection {
        let carrier: RecordingCarrier

        func sendBody(_ bytes: Int) async throws { try carrier.note("send \(bytes)") }
        func endRequest() async throws { try carrier.note("request") }
        func receiveHead() async throws { try carrier.note("head") }
        func receiveBody(_ bytes: Int) async throws { try carrier.note("receive \(bytes)") }
        func close(isReusable: Bool) { try? carrier.note(isReusable ? "keep" : "close") }
    }

    private let failure: (step: String, error: any Error)?
    private let recorded = Locked<[String]>([])

    /// - Parameter step: At which it throws an error.
    init(failingAt step: String? = nil, with error: any Error = URLError(.networkConnectionLost)) {
        failure = step.map { ($0, error) }
    }

    var steps: [String] { recorded.withLock { $0 } }

    func connect(to url: URL?) async throws -> any StubConnection {
        try note("connect \(url?.host ?? "")")
        return Connection(carrier: self)
    }

    private func note(_ step: String) throws {
        recorded.withLock { $0.append(step) }
        if let failure, failure.step == step { throw failure.error }
    }
}
