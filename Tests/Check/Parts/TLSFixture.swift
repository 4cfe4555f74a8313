import Foundation
import Tern
import TernTesting

/// A certificate authority in a temporary folder, and servers with its certificates, made with the `openssl` command of
/// the system: LibreSSL on macOS, OpenSSL on Linux. Both understand all arguments here.
final class TLSFixture: Sendable {
    static let openssl = "/usr/bin/openssl"
    static let passphrase = "hunter2"

    let folder: URL

    init() async throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "tern-check-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try await makeKey("ca")
        try write(
            "ca.cnf",
            """
            [req]
            distinguished_name = name
            prompt = no
            x509_extensions = extensions
            [name]
            CN = tern-check
            [extensions]
            basicConstraints = critical,CA:true
            keyUsage = critical,keyCertSign
            subjectKeyIdentifier = hash
            """
        )
        try await run("req -new -x509 -sha256 -key ca.key -out ca.pem -days 30 -config ca.cnf")
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    var root: TransportConfiguration.PEM { .file(folder.appending(path: "ca.pem")) }

    /// - Parameter hosts: In OpenSSL's terms, such as `IP:127.0.0.1`.
    func issue(_ name: String, for hosts: String = "IP:127.0.0.1,DNS:localhost") async throws {
        try await makeKey(name)
        try write(
            "\(name).cnf",
            """
            [req]
            distinguished_name = name
            prompt = no
            [name]
            CN = \(name)
            [extensions]
            subjectAltName = \(hosts)
            basicConstraints = CA:false
            keyUsage = critical,digitalSignature
            extendedKeyUsage = serverAuth,clientAuth
            """
        )
        try await run("req -new -sha256 -key \(name).key -out \(name).csr -config \(name).cnf")
        try await run(
            "x509 -req -sha256 -in \(name).csr -CA ca.pem -CAkey ca.key -CAcreateserial -out \(name).pem -days 30 "
                + "-extfile \(name).cnf -extensions extensions"
        )
    }

    /// The SHA-256 digest of the public key, in base64.
    func pin(of name: String) async throws -> String {
        try await run("pkey -in \(name).key -pubout -outform DER -out \(name).der")
        try await run("dgst -sha256 -binary -out \(name).digest \(name).der")
        return try Data(contentsOf: folder.appending(path: "\(name).digest")).base64EncodedString()
    }

    func identity(_ name: String) async throws -> TransportConfiguration.ClientIdentity {
        try await run(
            "pkcs12 -export -in \(name).pem -inkey \(name).key -out \(name).p12 -passout pass:\(Self.passphrase)"
        )
        return .init(pkcs12: try Data(contentsOf: folder.appending(path: "\(name).p12")), passphrase: Self.passphrase)
    }

    private func makeKey(_ name: String) async throws {
        try await run("ecparam -name prime256v1 -genkey -noout -out \(name).key")
    }

    private func write(_ name: String, _ text: String) throws {
        try Data(text.utf8).write(to: folder.appending(path: name))
    }

    private func run(_ arguments: String) async throws {
        try await Command.output(of: Self.openssl, arguments.split(separator: " ").map(String.init), in: folder)
    }
}

/// `openssl s_server`, which responds to every request with a page. It ends when it is released.
final class TLSServer: Sendable {
    let url: URL
    private let fixture: TLSFixture
    private let process: Process

    /// - Parameters:
    ///   - name: The certificate.
    ///   - needsIdentity: Whether a client must have a certificate of the same authority. In TLS 1.3, a client would
    ///     see the refusal only after the handshake.
    init(_ fixture: TLSFixture, _ name: String, needsIdentity: Bool = false) async throws {
        let port = try Self.freePort()
        guard let url = URL(string: "https://127.0.0.1:\(port)/") else { throw URLError(.badURL) }
        let identity = needsIdentity ? " -tls1_2 -Verify 1 -verify_return_error -CAfile ca.pem" : ""
        let process = Process()
        process.executableURL = URL(filePath: TLSFixture.openssl)
        process.arguments = "s_server -accept \(port) -cert \(name).pem -key \(name).key -www\(identity)"
            .split(separator: " ").map(String.init)
        process.currentDirectoryURL = fixture.folder
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        self.url = url
        self.fixture = fixture
        self.process = process
    }

    deinit {
        process.terminate()
    }

    /// The response to a GET, which waits until the server listens.
    func response(_ change: (inout TransportConfiguration.TLS) -> Void) async throws -> Response {
        var configuration = TransportConfiguration()
        configuration.proxy = .none
        change(&configuration.tls)
        let transport: PlatformTransport = try .platform(configuration)
        while true {
            do {
                return try await transport.response(to: Request(url: url))
            } catch  where TernError(wrapping: error).code == .connectionRefused && process.isRunning {
                try await Task.sleep(for: .milliseconds(20))
            }
        }
    }

    /// Another process might take the port before the server does. Then the check fails.
    private static func freePort() throws -> Int {
        let server = try LoopbackServer { _ in .status(204) }
        defer { server.stop() }
        return server.url.port ?? 0
    }
}
