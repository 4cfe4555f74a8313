import Foundation
import Tern
import TestDoubles
import Testing

@Suite(.timeLimit(.minutes(20)))
struct CrossOriginHeadersTests {
    private func namesSent(
        _ target: some TargetType,
        _ change: @escaping @Sendable (inout Endpoint) -> Void = { _ in }
    ) async throws -> Set<String>? {
        let transport = RecordingTransport { _ in .text("ok") }
        let provider = Provider<MultiTarget>(
            endpointClosure: { target in
                var endpoint = Endpoint(target)
                change(&endpoint)
                return endpoint
            },
            transport: transport
        )
        _ = try await provider.request(.target(target))
        return transport.requests.first?.crossOriginHeaders
    }

    @Test func noFieldIsMarkedByDefault() async throws {
        #expect(try await namesSent(GitHub.zen) == [])
    }

    @Test func fieldsThatATargetMarksReachTheTransport() async throws {
        #expect(try await namesSent(OpenTarget(crossOriginHeaders: ["X-Tenant"])) == ["X-Tenant"])
    }

    @Test func endpointClosureChangesTheMarkedFields() async throws {
        let target = OpenTarget(crossOriginHeaders: ["X-Tenant"])

        #expect(try await namesSent(target) { $0.crossOriginHeaders = [] } == [])
        #expect(try await namesSent(target) { $0.crossOriginHeaders.insert("X-A") } == ["X-Tenant", "X-A"])
    }
}
