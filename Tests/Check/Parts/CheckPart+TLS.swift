import Foundation
import Tern

extension CheckPart {
    /// Trust, pins and client certificates of the engine, with a server of OpenSSL.
    static var tls: CheckPart {
        let hasOpenSSL = FileManager.default.isExecutableFile(atPath: TLSFixture.openssl)
        var part = CheckPart(name: "TLS", cases: trustCases + identityCases)
        if !hasOpenSSL {
            for index in part.cases.indices { part.cases[index].skipped = "\(TLSFixture.openssl) doesn't exist." }
        }
        return part
    }

    private static var trustCases: [CheckCase] {
        [
            CheckCase("trusts the configured authority, and no unknown one") {
                let (fixture, server) = try await start()
                try await expectFailure { _ = try await server.response { _ in } }
                try expectSuccess(try await server.response { $0.trust = .roots(fixture.root) })
            },
            CheckCase("refuses a certificate for another host") {
                let (fixture, server) = try await start(for: "DNS:other.example")
                try await expectFailure { _ = try await server.response { $0.trust = .roots(fixture.root) } }
            },
            CheckCase("requires a pinned key in addition to trust") {
                let (fixture, server) = try await start()
                try await fixture.issue("other")
                let (right, wrong) = (try await fixture.pin(of: "server"), try await fixture.pin(of: "other"))
                try expectSuccess(
                    try await server.response { tls in
                        (tls.trust, tls.pinnedPublicKeys) = (.roots(fixture.root), [wrong, right])
                    }
                )
                try await expectFailure {
                    _ = try await server.response { tls in
                        (tls.trust, tls.pinnedPublicKeys) = (.roots(fixture.root), [wrong])
                    }
                }
                try await expectFailure { _ = try await server.response { $0.pinnedPublicKeys = [right] } }
            },
        ]
    }

    private static var identityCases: [CheckCase] {
        [
            CheckCase("sends the client identity to a server that requires one", skipped: reasonWithoutIdentity) {
                let (fixture, server) = try await start(needsIdentity: true)
                try await fixture.issue("client")
                let identity = try await fixture.identity("client")
                try expectSuccess(
                    try await server.response { tls in
                        (tls.trust, tls.identity) = (.roots(fixture.root), identity)
                    }
                )
            },
            CheckCase("fails without the client identity that a server requires") {
                let (fixture, server) = try await start(needsIdentity: true)
                try await expectFailure { _ = try await server.response { $0.trust = .roots(fixture.root) } }
            },
        ]
    }

    /// A check must not change the keychain of the person who runs it.
    static var reasonWithoutIdentity: String? {
        if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, *) { return nil }
        return "Before macOS 15, the system adds the identity to the keychain."
    }

    private static func start(
        for hosts: String = "IP:127.0.0.1,DNS:localhost",
        needsIdentity: Bool = false
    ) async throws -> (TLSFixture, TLSServer) {
        let fixture = try await TLSFixture()
        try await fixture.issue("server", for: hosts)
        return (fixture, try await TLSServer(fixture, "server", needsIdentity: needsIdentity))
    }

    private static func expectSuccess(_ response: Response) throws(CheckFailure) {
        try CheckFailure.require(response.statusCode == 200, "The status is \(response.statusCode), not 200.")
    }

    private static func expectFailure(_ call: () async throws -> Void) async throws(CheckFailure) {
        do { try await call() } catch {
            let error = TernError(wrapping: error)
            return try CheckFailure.require(error.code == .tlsFailed, "The error isn't tlsFailed: \(error)")
        }
        throw CheckFailure("The call succeeded, but it had to fail with tlsFailed.")
    }
}
