#if os(Linux)
    import Foundation
    import Tern

    /// The cost of bodies that are too large for memory.
    enum LargeBodies {
        /// An operation is one mebibyte. Each round is one transfer.
        static func downloads(server: URL, mebibytes: Int) throws -> [Report] {
            let bare = try BareCurl(width: 1, bodies: .counted)
            let transport = try CurlTransport()
            let provider = Provider<LiveAPI>(transport: transport)
            let file = temporaryFile()
            let streamed = Comparison(
                title: "\(mebibytes) MiB down, per MiB",
                operations: mebibytes,
                rounds: 9,
                contenders: [
                    Contender("bare libcurl loop") { count in
                        let received = try await bare.get("\(server)/bytes/\(count << 20)", count: 1)
                        try WrongBody.check(received, expected: count << 20)
                    },
                    Contender("CurlTransport, streamed") { count in
                        try WrongBody.check(
                            try await stream(count, from: server, over: transport),
                            expected: count << 20
                        )
                    },
                ]
            )
            let written = Comparison(
                title: "\(mebibytes) MiB down to a file, per MiB",
                operations: mebibytes,
                rounds: 9,
                contenders: [
                    Contender("bare libcurl loop") { count in
                        let descriptor = open(file.path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
                        let bare = try BareCurl(width: 1, bodies: .written(descriptor))
                        let received = try await bare.get("\(server)/bytes/\(count << 20)", count: 1)
                        close(descriptor)
                        try WrongBody.check(received, expected: count << 20)
                        try FileManager.default.removeItem(at: file)
                    },
                    Contender("CurlTransport") { count in
                        var request = request("/bytes/\(count << 20)", server)
                        request.delivery = .download(.file(file, resumes: false))
                        _ = try await transport.response(to: request)
                        try WrongBody.check(size(of: file), expected: count << 20)
                        try FileManager.default.removeItem(at: file)
                    },
                    Contender("Provider.download") { count in
                        let target = LiveAPI(baseURL: server, path: "/bytes/\(count << 20)")
                        _ = try await provider.download(target, to: file)
                        try WrongBody.check(size(of: file), expected: count << 20)
                        try FileManager.default.removeItem(at: file)
                    },
                ]
            )
            return [streamed, written].map(report)
        }

        private static func report(of comparison: Comparison) -> Report {
            Report(comparison.title) {
                let lines = Table.lines(try await comparison.rows())
                guard let tern = comparison.contenders.last else { return lines }
                let peak = try await growth { try await tern.run(comparison.operations) }
                return lines + ["\(tern.name): peak memory \(peak) KiB above what it was before"]
            }
        }

        /// An operation is one mebibyte. Each round is one upload.
        static func upload(server: URL, mebibytes: Int) throws -> Report {
            let transport = try CurlTransport()
            let file = try FilledFile(mebibytes: mebibytes)
            return report(
                of: Comparison(
                    title: "\(mebibytes) MiB up from a file, per MiB",
                    operations: mebibytes,
                    rounds: 9,
                    contenders: [
                        Contender("file") { _ in try await upload(.file(file.url), to: server, over: transport) },
                        Contender("multipart form with the file") { _ in
                            try await upload(.multipart([.file(file.url, name: "file")]), to: server, over: transport)
                        },
                    ]
                )
            )
        }

        private static func upload(_ task: HTTPTask, to server: URL, over transport: CurlTransport) async throws {
            let endpoint = Endpoint(
                url: server.appending(path: "/sink").absoluteString,
                sampleResponseClosure: { .status(200) },
                method: .post,
                task: task
            )
            let request = try endpoint.request()
            let response = try await transport.response(to: request)
            let received = Int64(String(decoding: response.data, as: UTF8.self)) ?? 0
            guard received == request.body?.length else { throw WrongBody(bytes: Int(received)) }
        }

        /// The server could send far faster than the reader reads.
        static func slowReader(server: URL, mebibytes: Int) throws -> Report {
            Report("\(mebibytes) MiB down to a reader that takes 2 ms for a piece") {
                let transport = try CurlTransport()
                let peak = try await growth {
                    let received = try await stream(mebibytes, from: server, over: transport) {
                        // A slow reader is measured.
                        try await Task.sleep(for: .milliseconds(2))
                    }
                    try WrongBody.check(received, expected: mebibytes << 20)
                }
                return ["peak memory \(peak) KiB above what it was before"]
            }
        }

        // MARK: - Private

        private static func request(_ path: String, _ server: URL) -> Request {
            Request(url: server.appending(path: path))
        }

        private static func stream(
            _ mebibytes: Int,
            from server: URL,
            over transport: CurlTransport,
            pause: @Sendable () async throws -> Void = {}
        ) async throws -> Int {
            var request = request("/bytes/\(mebibytes << 20)", server)
            request.delivery = .streamed
            guard let stream = try await transport.response(to: request).stream else { return 0 }
            var received = 0
            for try await piece in stream {
                received += piece.count
                try await pause()
            }
            return received
        }

        /// The growth of the memory, in KiB.
        private static func growth(_ work: () async throws -> Void) async throws -> Int {
            ProcessStatus.resetPeak()
            let before = ProcessStatus.residentKiB
            try await work()
            return ProcessStatus.peakKiB - before
        }

        private static func temporaryFile() -> URL {
            FileManager.default.temporaryDirectory.appending(path: "tern-benchmark-\(UUID().uuidString)")
        }

        private static func size(of file: URL) -> Int {
            (try? FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int) ?? 0
        }
    }

    /// A temporary file with this many mebibytes.
    private final class FilledFile: Sendable {
        let url = FileManager.default.temporaryDirectory.appending(path: "tern-benchmark-\(UUID().uuidString)")

        init(mebibytes: Int) throws {
            _ = FileManager.default.createFile(atPath: url.path, contents: nil)
            let handle = try FileHandle(forWritingTo: url)
            let piece = Data(repeating: 0x61, count: 1 << 20)
            for _ in 0..<mebibytes { try handle.write(contentsOf: piece) }
            try handle.close()
        }

        deinit {
            try? FileManager.default.removeItem(at: url)
        }
    }
#endif
