#if canImport(Glibc)
    import TestDoubles
    import Foundation

    /// `openssl s_server` on a port of 127.0.0.1 that the kernel selects. It runs until it is released. It serves one
    /// connection after another, with one response each.
    final class TLSServer: Sendable {
        struct NotStarted: Error {
            var output: String
        }

        let port: Int
        let url: URL
        private let authority: TLSAuthority
        private let process: ChildProcess

        /// - Parameters:
        ///   - name: The certificate.
        ///   - options: Arguments, separated by spaces. `-www` responds with a page, `-HTTP` with files of the folder.
        init(_ authority: TLSAuthority, _ name: String, _ options: String = "-www") async throws {
            let arguments = "s_server -accept 127.0.0.1:0 -cert \(name).pem -key \(name).key \(options)"
            let output = Pipe()
            let (pieces, sink) = AsyncStream<Data>.makeStream()
            output.fileHandleForReading.readabilityHandler = { handle in
                let piece = handle.availableData
                if piece.isEmpty {
                    handle.readabilityHandler = nil
                    sink.finish()
                } else {
                    sink.yield(piece)
                }
            }
            let process = try OpenSSL.start(
                arguments.split(separator: " ").map(String.init),
                in: authority.folder.url,
                output: output.fileHandleForWriting
            )
            // The output must end when the program ends.
            try? output.fileHandleForWriting.close()
            var text = ""
            var port: Int?
            for await piece in pieces {
                text += String(decoding: piece, as: UTF8.self)
                port = Self.port(in: text)
                if port != nil { break }
            }
            guard let port, let url = URL(string: "https://127.0.0.1:\(port)/") else {
                process.kill()
                throw NotStarted(output: text)
            }
            (self.port, self.url, self.authority, self.process) = (port, url, authority, process)
        }

        deinit {
            process.kill()
        }

        /// The text after `ACCEPT` in a complete line.
        private static func port(in text: String) -> Int? {
            text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
                .first { $0.hasPrefix("ACCEPT ") }
                .flatMap { $0.split(separator: ":").last }
                .flatMap { Int($0) }
        }
    }
#endif
