import Tern

/// Returns one response after another, and records the requests.
package struct ScriptedTransport: Transport {
    package typealias Step = @Sendable (Request) throws -> Response

    package let steps: [Step]
    package let requests = Watched<[Request]>([])

    package init(steps: [Step]) {
        self.steps = steps
    }

    package func send(_ request: Request, hop: Hop) async throws -> Response {
        requests.append(request)
        let index = requests.value.count - 1
        guard steps.indices.contains(index) else { throw TernError(.transportFailed, reason: "No step is left.") }
        return try steps[index](request)
    }
}
