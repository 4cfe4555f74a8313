#if os(Linux)
    import Foundation

    /// A PEM text of a configuration, read into memory.
    struct PEMItem: Sendable {
        /// For error texts, such as "the certificate in client.pem".
        let name: String
        let text: PEMText
        let file: MemoryFile

        /// - Parameter what: As in "the certificate".
        /// - Throws: `TernError` with code `.unsupportedConfiguration` if it can't be read, or holds no certificate.
        init(certificates pem: TransportConfiguration.PEM, _ what: String) throws(TernError) {
            try self.init(pem, what)
            try refuse(text.certificates.isEmpty, "no certificate in PEM format (-----BEGIN CERTIFICATE-----)")
            // OpenSSL would ask for the passphrase on the terminal.
            try refuse(text.certificates.contains(where: \.isEncrypted), "an encrypted certificate; give it decrypted")
        }

        /// - Throws: `TernError` with code `.unsupportedConfiguration` if it can't be read, or holds no private key.
        init(privateKey pem: TransportConfiguration.PEM, hasPassphrase: Bool) throws(TernError) {
            try self.init(pem, "the private key")
            try refuse(text.privateKey == nil, "no private key in PEM format (-----BEGIN PRIVATE KEY-----)")
            try TransportConfiguration.refuse(
                text.privateKey?.isEncrypted == true && !hasPassphrase,
                "\(name) is encrypted, and ClientIdentity.passphrase is missing"
            )
        }

        // MARK: - Private

        private static let maximumBytes = 16 * 1024 * 1024

        private init(_ pem: TransportConfiguration.PEM, _ what: String) throws(TernError) {
            let data: Data
            switch pem {
            case .data(let bytes):
                (name, data) = (what, bytes)
            case .file(let url):
                name = "\(what) in \(url.lastPathComponent)"
                data = try Self.content(of: url, name)
            }
            try TransportConfiguration.refuse(data.isEmpty, "\(name) is empty")
            text = PEMText(data)
            file = try MemoryFile(data)
        }

        /// - Parameter content: What there is and shouldn't be, or "no" and what is missing.
        private func refuse(_ isRefused: Bool, _ content: String) throws(TernError) {
            try TransportConfiguration.refuse(isRefused, "\(name) has \(content)")
        }

        private static func content(of url: URL, _ name: String) throws(TernError) -> Data {
            let refuse = TransportConfiguration.refuse
            try refuse(!url.isFileURL, "\(name) has no file URL")
            // A pipe without a writer would be waited for.
            let descriptor = open(url.path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
            try refuse(descriptor < 0, "\(name) can't be read: \(String(cString: strerror(errno)))")
            let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
            var status = stat()
            let isFile = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
            try refuse(!isFile, "\(name) is not a regular file")
            try refuse(status.st_size > maximumBytes, "\(name) has more than \(maximumBytes) bytes")
            do { return try handle.readToEnd() ?? Data() } catch {
                throw TransportConfiguration.refusal("\(name) can't be read", underlying: error)
            }
        }
    }
#endif
