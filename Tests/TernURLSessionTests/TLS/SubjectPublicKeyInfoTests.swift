#if canImport(Glibc)
    import TestDoubles
    import Foundation
    import TestRounds
    import Testing

    @testable import TernHTTP
    @testable import TernURLSession

    /// The parser that finds a certificate's public key, against certificates and keys of OpenSSL.
    @Suite(.timeLimit(.minutes(20)), .enabled(if: OpenSSL.isAvailable, "It takes the openssl command."))
    struct SubjectPublicKeyInfoTests {
        private let folder = TemporaryFolder()

        private func certificate(key: String, _ options: String = "") async throws -> Data {
            try await OpenSSL.run(
                "req -x509 -newkey \(key) -nodes -keyout a.key -out a.pem -subj /C=DE/O=Tern/CN=test -days 30 \(options)",
                in: folder.url
            )
            try await OpenSSL.run("x509 -in a.pem -outform der -out a.crt", in: folder.url)
            return try content("a.crt")
        }

        private func content(_ name: String) throws -> Data {
            try Data(contentsOf: folder.url.appending(path: name))
        }

        /// The last ones take seconds to make.
        private static let keys = [
            "rsa:2048", "ec -pkeyopt ec_paramgen_curve:P-256", "ec -pkeyopt ec_paramgen_curve:P-384",
            "ec -pkeyopt ec_paramgen_curve:P-521", "ed25519", "rsa:3072", "rsa:4096",
        ]

        @Test(arguments: keys.prefix(Rounds.count(keys.count, part: 5)))
        func isTheKeyThatOpenSSLFinds(key: String) async throws {
            let certificate = try await certificate(key: key)
            try await OpenSSL.run("pkey -in a.key -pubout -outform der -out a.pub", in: folder.url)
            try await OpenSSL.run("dgst -sha256 -binary -out a.digest a.pub", in: folder.url)

            let found = try #require(SubjectPublicKeyInfo(ofCertificate: certificate))
            #expect(found.encoding == (try content("a.pub")))
            #expect(found.digest == (try content("a.digest")))
            // A slice of a larger buffer has other indices.
            let slice = (Data("before".utf8) + certificate).dropFirst(6)
            #expect(SubjectPublicKeyInfo(ofCertificate: slice) == found)
        }

        @Test func longSubjectsAndExtensionsAreSkipped() async throws {
            let names = (0..<200).map { "DNS:host-\($0).example" }.joined(separator: ",")
            let certificate = try await certificate(key: Self.keys[1], "-addext subjectAltName=\(names)")
            try await OpenSSL.run("pkey -in a.key -pubout -outform der -out a.pub", in: folder.url)
            #expect(SubjectPublicKeyInfo(ofCertificate: certificate)?.encoding == (try content("a.pub")))
        }

        /// Nothing but a complete certificate has a key, and no damage traps.
        @Test func damagedCertificatesHaveNoKey() async throws {
            let certificate = try await certificate(key: "ec -pkeyopt ec_paramgen_curve:P-256")
            for count in 0..<certificate.count {
                #expect(SubjectPublicKeyInfo(ofCertificate: certificate.prefix(count)) == nil)
            }
            #expect(SubjectPublicKeyInfo(ofCertificate: certificate + [0]) == nil)
            for index in certificate.indices {
                for byte: UInt8 in [0x00, 0x30, 0x7F, 0x80, 0x84, 0xFF] {
                    var damaged = certificate
                    damaged[index] = byte
                    _ = SubjectPublicKeyInfo(ofCertificate: damaged)
                }
            }
        }

        @Test(
            arguments: [
                [], [0x30], [0x30, 0x80, 0, 0], [0x30, 0x81, 0x01, 0], [0x30, 0x82, 0x00, 0x80],
                [0x30, 0x85, 1, 1, 1, 1, 1],
                [0x1F, 0x01, 0x00], [0x30, 0x02, 0x00],
            ] as [[UInt8]]
        )
        func otherEncodingsAreNoElements(bytes: [UInt8]) {
            var rest = ArraySlice(bytes)
            #expect(DERElement(readingFrom: &rest) == nil)
            #expect(Array(rest) == bytes)
        }

        @Test func pinsAcceptTheServersOwnKeyOnly() async throws {
            let authority = try await TLSAuthority()
            try await authority.issue("server")
            let pin = try await authority.pin(of: "server")
            let chain = try ["server.pem", "ca.pem"].flatMap {
                try PEMCertificates(.file(authority.file($0)), "it").certificates
            }
            #expect(chain.count == 2)
            #expect(ServerKeyPins([]).problem(with: []) == nil)
            #expect(ServerKeyPins([pin]).problem(with: chain) == nil)
            #expect(ServerKeyPins([pin]).problem(with: chain.reversed())?.code == .tlsFailed)
            #expect(ServerKeyPins([pin]).problem(with: [])?.code == .tlsFailed)
            #expect(ServerKeyPins([pin]).problem(with: [Data("no certificate".utf8)])?.code == .tlsFailed)
        }
    }
#endif
