#if os(Linux)
    import Foundation

    /// A PEM text of the configuration, read into memory.
    struct PEMItem: Sendable {
        /// The name for error texts, such as `the certificate in "client.pem"`.
        let name: String
        let text: PEMText
        let file: MemoryFile

        /// - Parameter what: The kind of item, such as "the certificate".
        /// - Throws: `TernError` with code `.unsupportedConfiguration` if it can't be read, or holds no certificate.
        init(certificates pem: TransportConfiguration.PEM, _ what: String) throws(TernError) {
            try self.init(pem, what)
            try refuse(text.certificates.isEmpty, "no certificate in PEM format (-----BEGIN CERTIFICATE-----)")
            // OpenSSL would ask for its passphrase on the terminal.
            try refuse(text.certificates.contains(where: \.isEncrypted), "an encrypted certificate. Decrypt it first")
        }

        /// - Throws: `TernError` with code `.unsupportedConfiguration` if it can't be read, or holds no private key.
        init(privateKey pem: TransportConfiguration.PEM, hasPassphrase: Bool) throws(TernError) {
            try self.init(pem, "the private key")
            try refuse(text.privateKey == nil, "no private key in PEM format (-----BEGIN PRIVATE KEY-----)")
            try TransportConfiguration.refuse(
                text.privateKey?.isEncrypted == true && !hasPassphrase,
                "\(name) is encrypted, but ClientIdentity.passphrase is nil"
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
                name = "\(what) in \"\(url.lastPathComponent)\""
                data = try Self.content(of: url, name)
            }
            try TransportConfiguration.refuse(data.isEmpty, "\(name) is empty")
            text = PEMText(data)
            file = try MemoryFile(data)
        }

        /// - Parameter content: The unwanted content, or "no" and the missing content.
        private func refuse(_ isRefused: Bool, _ content: String) throws(TernError) {
            try TransportConfiguration.refuse(isRefused, "\(name) has \(content)")
        }

        private static func content(of url: URL, _ name: String) throws(TernError) -> Data {
            let refuse = TransportConfiguration.refuse
            try refuse(!url.isFileURL, "the URL of \(name) isn't a file URL")
            // Without O_NONBLOCK, opening a pipe without a writer would block.
            let descriptor = open(url.path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
            try refuse(descriptor < 0, "\(name) can't be read: \(String(cString: strerror(errno)))")
            let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
            var status = stat()
            let isFile = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
            try refuse(!isFile, "\(name) is not a regular file")
            try refuse(status.st_size > maximumBytes, "\(name) exceeds the limit of \(maximumBytes) bytes")
            do { return try handle.readToEnd() ?? Data() } catch {
                throw TransportConfiguration.refusal("\(name) can't be read", underlying: error)
            }
        }
    }
#endif
