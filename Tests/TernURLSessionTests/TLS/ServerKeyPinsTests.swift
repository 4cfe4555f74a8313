import Foundation
import TestDoubles
import Testing

@testable import TernHTTP
@testable import TernURLSession

struct ServerKeyPinsTests {
    @Test func pinIsTheDigestOfTheLeafsKey() throws {
        let pem = [AppleTLSFixtures.leaf, AppleTLSFixtures.authority].joined(separator: "\n")
        let chain = try PEMCertificates(.data(Data(pem.utf8)), "the chain").certificates
        #expect(ServerKeyPins([AppleTLSFixtures.pin]).problem(with: chain) == nil)
        let error = ServerKeyPins([AppleTLSFixtures.pin]).problem(with: [chain[1]])
        #expect(error?.code == .tlsFailed)
        #expect(error?.reason.contains("tls.pinnedPublicKeys") == true)
    }
}
