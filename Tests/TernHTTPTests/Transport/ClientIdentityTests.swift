import Foundation
import Testing

@testable import TernHTTP

struct ClientIdentityTests {
    private typealias Identity = TransportConfiguration.ClientIdentity

    @Test func securityHasNoEmptyPassphrase() throws {
        let problem = try #require(Identity(pkcs12: Data([1]), passphrase: "").problemForSecurity)
        #expect(problem.contains("empty passphrase"), "\(problem)")
        #expect(Identity(pkcs12: Data([1]), passphrase: "hunter2").problemForSecurity == nil)
    }

    @Test func identityInPEMFormatNamesTheCommandThatConvertsIt() throws {
        let identity = Identity(certificate: .data(Data()), privateKey: .data(Data()))
        let problem = try #require(identity.problemForSecurity)
        #expect(problem.contains("openssl pkcs12 -export") && problem.contains("-legacy"), "\(problem)")
    }
}
