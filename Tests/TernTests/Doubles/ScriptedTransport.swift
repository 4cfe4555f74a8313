import Foundation

@testable import Tern

/// Returns one response after another, and records the requests.
struct ScriptedTransport: Transport {
    typealias Step = @Sendable (Request) throws -> Response

    let steps: [Step]
    let requests = Watched<[Request]>([])

    func send(_ request: Request, hop: Hop) async throws -> Response {
        requests.append(request)
        let index = requests.value.count - 1
        guard steps.indices.contains(index) else { throw TernError(.transportFailed, reason: "No step is left.") }
        return try steps[index](request)
    }
}
