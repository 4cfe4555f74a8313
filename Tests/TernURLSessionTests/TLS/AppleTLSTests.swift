#if canImport(Security)
    import Foundation
    import Security
    import TestDoubles
    import Testing

    @testable import TernHTTP
    @testable import TernURLSession

    /// Trust, pins and identities of Security. They run on an Apple platform only.
    struct AppleTLSTests {
        private func trust(for host: String) throws -> ServerTrust {
            let leaf = try PEMCertificates(.data(Data(AppleTLSFixtures.leaf.utf8)), "the leaf").certificates[0]
            let certificate = try #require(SecCertificateCreateWithData(nil, leaf as CFData))
            var trust: SecTrust?
            let policy = SecPolicyCreateSSL(true, host as CFString)
            #expect(SecTrustCreateWithCertificates([certificate] as CFArray, policy, &trust) == errSecSuccess)
            let made = try #require(trust)
            #expect(SecTrustSetVerifyDate(made, AppleTLSFixtures.date as CFDate) == errSecSuccess)
            return ServerTrust(trust: made)
        }

        private func problem(
            for host: String = "api.example",
            _ change: (inout TransportConfiguration.TLS) -> Void
        ) async throws -> TernError? {
            var tls = TransportConfiguration.TLS()
            change(&tls)
            let rules = try #require(try ServerTrustRules(tls))
            let server = try trust(for: host)
            return await withCheckedContinuation { continuation in
                rules.evaluate(server) { continuation.resume(returning: $0) }
            }
        }

        private static let authority = TransportConfiguration.Trust.roots(.data(Data(AppleTLSFixtures.authority.utf8)))

        @Test func authorityOfTheConfigurationIsTrusted() async throws {
            #expect(try await problem { $0.trust = Self.authority } == nil)
            #expect(try await problem(for: "other.example") { $0.trust = Self.authority }?.code == .tlsFailed)
            #expect(try await problem { $0.pinnedPublicKeys = [AppleTLSFixtures.pin] }?.code == .tlsFailed)
        }

        @Test func pinIsRequiredInAddition() async throws {
            let trusted = try await problem { tls in
                tls.trust = Self.authority
                tls.pinnedPublicKeys = [AppleTLSFixtures.pin]
            }
            #expect(trusted == nil)
            let error = try await problem { tls in
                tls.trust = Self.authority
                tls.pinnedPublicKeys = ["47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="]
            }
            #expect(error?.reason.contains("pinnedPublicKeys") == true)
        }

        @Test func rulesExistOnlyIfTheyDifferFromTheSystems() throws {
            #expect(try ServerTrustRules(TransportConfiguration.TLS()) == nil)
        }

        @Test func identityIsImportedFromPKCS12() throws {
            let identity = TransportConfiguration.ClientIdentity(
                pkcs12: AppleTLSFixtures.identity,
                passphrase: "hunter2"
            )
            #expect(try ClientCertificate(identity).credential.identity != nil)
            let wrong = TransportConfiguration.ClientIdentity(pkcs12: AppleTLSFixtures.identity, passphrase: "wrong")
            let error = #expect(throws: TernError.self) { try ClientCertificate(wrong) }
            #expect(error?.code == .unsupportedConfiguration)
            #expect(error?.reason.contains("passphrase") == true)
        }

        @Test func emptyPassphraseHasItsOwnText() {
            let identity = TransportConfiguration.ClientIdentity(pkcs12: AppleTLSFixtures.identity, passphrase: "")
            let error = #expect(throws: TernError.self) { try ClientCertificate(identity) }
            #expect(error?.reason.contains("empty passphrase") == true)
        }

        @Test func identityInPEMFormatIsRefusedWithTheCommandThatConvertsIt() {
            var configuration = TransportConfiguration()
            configuration.tls.identity = .init(certificate: .data(Data()), privateKey: .data(Data()))
            let error = #expect(throws: TernError.self) { try URLSessionTransport(configuration) }
            #expect(error?.reason.contains("openssl pkcs12 -export") == true)
        }
    }
#endif
