#if canImport(Glibc)
    import TestDoubles
    import Foundation
    import Testing

    @testable import TernHTTP
    @testable import TernURLSession

    /// Certificates in PEM format for an engine that has no parser for it.
    @Suite(.timeLimit(.minutes(20)), .enabled(if: OpenSSL.isAvailable, "It takes the openssl command."))
    struct PEMCertificatesTests {
        private func error(_ pem: TransportConfiguration.PEM) throws -> TernError {
            let error = try #require(
                #expect(throws: TernError.self) { try PEMCertificates(pem, "the bundle of roots") }
            )
            #expect(error.code == .unsupportedConfiguration)
            return error
        }

        @Test func certificatesAreDecodedInTheirOrder() async throws {
            let authority = try await TLSAuthority()
            try await authority.issue("server")
            var text = Data("# a comment: with a colon\n".utf8)
            var expected: [Data] = []
            for name in ["server", "ca"] {
                try await OpenSSL.run("x509 -in \(name).pem -outform der -out \(name).crt", in: authority.folder.url)
                expected.append(try Data(contentsOf: authority.file("\(name).crt")))
                text += try Data(contentsOf: authority.file("\(name).pem"))
            }
            text += try Data(contentsOf: authority.file("server.key"))
            let file = try authority.folder.file("bundle.pem", text)
            #expect(try PEMCertificates(.data(text), "it").certificates == expected)
            #expect(try PEMCertificates(.file(file), "it").certificates == expected)
        }

        @Test func unusableTextsAndFilesAreNamed() async throws {
            let authority = try await TLSAuthority()
            let missing = try error(.file(authority.file("missing.pem")))
            #expect(missing.reason.contains("missing.pem"), "\(missing.reason)")
            let folder = try error(.file(authority.folder.url))
            #expect(folder.reason.contains("Is a directory"), "\(folder.reason)")
            let web = try #require(URL(string: "https://example.com/ca.pem"))
            #expect(try error(.file(web)).reason.contains("isn't a file URL"))
            #expect(try error(.data(Data())).reason.contains("no certificate"))

            let bodies = ["MIIBtest", "", "AAAA", "not base64!"]
            for body in bodies {
                let text = "-----BEGIN CERTIFICATE-----\n\(body)\n-----END CERTIFICATE-----\n"
                #expect(try error(.data(Data(text.utf8))).reason.contains("damaged"))
            }
            try await OpenSSL.run("x509 -in ca.pem -trustout -out trusted.pem", in: authority.folder.url)
            let trusted = try error(.file(authority.file("trusted.pem")))
            #expect(trusted.reason.contains("OpenSSL's format"), "\(trusted.reason)")
        }
    }
#endif
