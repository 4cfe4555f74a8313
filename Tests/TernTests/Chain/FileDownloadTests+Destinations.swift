import Foundation
import TernTesting
import TestDoubles
import Testing

@testable import Tern

/// The length of the body, and the place of the file.
extension FileDownloadTests {
    // MARK: - Length

    @Test func shortBodyIsAnErrorThatCanBeContinued() async throws {
        let transport = transport(Self.whole("0123", headers: Self.headers), Self.part("456789", "bytes 4-9/10"))

        #expect(await code(over: transport) == .connectionLost)

        try await download(over: transport)
        #expect(try folder.contents() == ["text": "0123456789"])
    }

    @Test func longBodyIsAnErrorAndLeavesNoFile() async throws {
        #expect(await code(over: transport(Self.whole("0123456789+", headers: Self.headers))) == .malformedResponse)
        #expect(try folder.contents() == [:])
    }

    @Test func longPartIsAnErrorAndLeavesNoFile() async throws {
        let transport = transport(Self.lost("012345"), Self.part("6789+", "bytes 6-9/10"))
        #expect(await code(over: transport) == .connectionLost)
        #expect(await code(over: transport) == .malformedResponse)
        #expect(try folder.contents() == [:])
    }

    @Test func shortPartCanBeContinued() async throws {
        let transport = transport(
            Self.lost("012345"),
            Self.part("67", "bytes 6-7/10"),
            Self.part("89", "bytes 8-9/10")
        )
        for _ in 0..<2 { #expect(await code(over: transport) == .connectionLost) }
        try await download(over: transport)
        #expect(try folder.contents() == ["text": "0123456789"])
    }

    // MARK: - Destination

    @Test func destinationThatCanNotBeWrittenIsAnErrorOfACallThatWasNotSent() async throws {
        let transport = transport(Self.whole("new"))

        let error = await #expect(throws: TernError.self) {
            try await download(over: transport, to: .file(URL(filePath: "/")))
        }

        #expect(error?.code == .fileFailed)
        #expect(error?.attempts == 0)
        #expect(transport.requests.value.isEmpty)
    }

    @Test func existingFileIsReplacedByDefault() async throws {
        try Data("old".utf8).write(to: file)
        try await download(over: transport(Self.whole("new")))
        #expect(try folder.contents() == ["text": "new"])
    }

    @Test func existingFileCanBeAnErrorBeforeTheRequest() async throws {
        try Data("old".utf8).write(to: file)
        let transport = transport(Self.whole("new"))

        let error = await #expect(throws: TernError.self) {
            try await download(over: transport, to: .file(file, ifExists: .fail))
        }

        #expect(error?.code == .fileFailed)
        #expect(error?.reason == "The response's file \"text\" can't be created: File exists.")
        #expect(transport.requests.value.isEmpty)
        #expect(try folder.contents() == ["text": "old"])
    }

    @Test func fileThatAppearsMeanwhileIsKept() async throws {
        let file = file
        let transport = ScriptedTransport(steps: [
            { request in
                try Data("old".utf8).write(to: file)
                return try Self.whole("new")(request)
            }
        ])
        #expect(await code(over: transport, to: .file(file, ifExists: .fail)) == .fileFailed)
        #expect(try folder.contents() == ["text": "old"])
    }

    @Test func uniqueNameKeepsExistingFiles() async throws {
        let transport = transport(Self.whole("1"), Self.whole("2"), Self.whole("3"))
        var names: [String?] = []
        for _ in 0..<3 {
            let file = folder.url.appending(path: "a.txt")
            names.append(
                try await download(over: transport, to: .file(file, ifExists: .makeUnique)).fileURL?.lastPathComponent
            )
        }
        #expect(names == ["a.txt", "a 2.txt", "a 3.txt"])
        #expect(try folder.contents() == ["a.txt": "1", "a 2.txt": "2", "a 3.txt": "3"])
    }

    @Test func existingNameInADirectoryCanBeAnError() async throws {
        try Data("old".utf8).write(to: folder.url.appending(path: "things"))
        let transport = transport(Self.whole("new"))
        #expect(await code(over: transport, to: .directory(folder.url, ifExists: .fail)) == .fileFailed)
        #expect(try folder.contents() == ["things": "old"])
    }

    @Test(arguments: ["missing/text", "text/inside", ""])
    func unusableDestinationIsAnErrorBeforeTheRequest(path: String) async throws {
        try Data("old".utf8).write(to: file)
        let transport = transport(Self.whole("new"))
        let place = path.isEmpty ? folder.url : folder.url.appending(path: path)
        #expect(await code(over: transport, to: .file(place)) == .fileFailed)
        #expect(await code(over: transport, to: .directory(folder.url.appending(path: "text"))) == .fileFailed)
        #expect(await code(over: transport, to: .directory(folder.url.appending(path: "missing"))) == .fileFailed)
        #expect(transport.requests.value.isEmpty)
        #expect(try folder.contents() == ["text": "old"])
    }

    #if os(Linux)
        @Test(arguments: ["a FIFO", "a directory"])
        func onlyARegularFileIsReplaced(kind: String) async throws {
            let place = folder.url.appending(path: "things")
            if kind == "a FIFO" {
                #expect(mkfifo(place.path, 0o600) == 0)
            } else {
                try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
            }
            let transport = transport(Self.whole("new"), Self.whole("new"))

            for destination in [Request.DownloadDestination.file(place), .directory(folder.url, ifExists: .replace)] {
                let error = await #expect(throws: TernError.self) {
                    try await download(over: transport, to: destination)
                }

                #expect(error?.code == .fileFailed)
                #expect(error?.reason == "The response's file \"things\" can't be written: it is \(kind).")
            }
            let device = #expect(throws: TernError.self) {
                try PartialFile.check(URL(filePath: "/dev/null"), ifExists: .replace)
            }
            #expect(device?.reason.hasSuffix("it is a device.") == true)
        }
    #endif

    @Test func linkIsReplacedAndNotFollowed() async throws {
        let other = folder.url.appending(path: "other")
        try Data("old".utf8).write(to: other)
        try FileManager.default.createSymbolicLink(at: file, withDestinationURL: other)

        try await download(over: transport(Self.whole("new")))

        #expect(try folder.contents() == ["text": "new", "other": "old"])
    }

    @Test func missingDirectoriesAreCreatedIfAsked() async throws {
        let place = folder.url.appending(path: "a/b/text")

        let error = await #expect(throws: TernError.self) {
            try await download(over: transport(Self.whole("new")), to: .file(place))
        }
        try await download(over: transport(Self.whole("new")), to: .file(place, createsDirectories: true))
        try await download(
            over: transport(Self.whole("new")),
            to: .directory(folder.url.appending(path: "a/b/c"), createsDirectories: true)
        )

        #expect(error?.advice.contains("createsDirectories: true") == true)
        #expect(try String(contentsOf: place, encoding: .utf8) == "new")
        #expect(FileManager.default.fileExists(atPath: folder.url.appending(path: "a/b/c/things").path))
    }

    @Test func destinationThatIsNotAFileURLIsAnError() async throws {
        let url = try #require(URL(string: "http://a.example/text"))
        #expect(await code(over: transport(Self.whole("new")), to: .file(url)) == .fileFailed)
    }

    // MARK: - The end

    @Test func directoryThatTakesThePlaceOfTheFileIsAnErrorAndTheDownloadCanBeContinued() async throws {
        let place = file.appending(path: "inside")
        let transport = ScriptedTransport(steps: [
            { request in
                try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
                return try Self.whole("0123456789", headers: Self.headers)(request)
            },
            Self.part("9", "bytes 9-9/10"),
        ])

        let error = await #expect(throws: TernError.self) { try await download(over: transport) }

        #expect(error?.code == .fileFailed)
        #expect(error?.reason == "The response's file \"text\" can't be written: it is a directory.")
        try FileManager.default.removeItem(at: file)
        #expect(try folder.contents().values.contains("0123456789"))
        try await download(over: transport)
        #expect(transport.requests.value.last?.headers["Range"] == "bytes=9-")
        #expect(try folder.contents() == ["text": "0123456789"])
    }

    @Test func downloadCancelledInsideItsBodyIsContinued() async throws {
        let first: ScriptedTransport.Step = { _ in
            let pieces = Locked(["0123", "45"])
            let stream = AsyncStream<Data> {
                let piece = pieces.withLock { $0.isEmpty ? nil : $0.removeFirst() }
                // The file has all pieces when the next one is asked for.
                if piece == nil { withUnsafeCurrentTask { $0?.cancel() } }
                return piece.map { Data($0.utf8) }
            }
            return Response(statusCode: 200, headers: Self.headers, body: .stream(BodyStream(stream)))
        }
        let transport = transport(first, Self.part("6789", "bytes 6-9/10"))
        let call = Task { try await download(over: transport) }

        #expect(await failure { try await call.value }?.code == .cancelled)

        try await download(over: transport)
        #expect(transport.requests.value.last?.headers["Range"] == "bytes=6-")
        #expect(try folder.contents() == ["text": "0123456789"])
    }

    @Test func downloadCancelledAfterItsLastByteIsContinued() async throws {
        try Data("old".utf8).write(to: file)
        let first: ScriptedTransport.Step = { _ in
            // It ends without an error in a cancelled task.
            let stream = AsyncStream<Data> { continuation in
                continuation.yield(Data("0123456789".utf8))
                continuation.finish()
            }
            return Response(statusCode: 200, headers: Self.headers, body: .stream(BodyStream(stream)))
        }
        let transport = transport(first, Self.part("9", "bytes 9-9/10"))
        let options = CallOptions { progress in
            if progress.receivedBytes == 10 { withUnsafeCurrentTask { $0?.cancel() } }
        }
        let call = Task { try await download(over: transport, options: options) }

        #expect(await failure { try await call.value }?.code == .cancelled)

        #expect(try String(contentsOf: file, encoding: .utf8) == "old")
        try await download(over: transport)
        #expect(transport.requests.value.last?.headers["Range"] == "bytes=9-")
        #expect(try folder.contents() == ["text": "0123456789"])
    }

    // MARK: - Stubs

    @Test func stubServesWholesAndRanges() async throws {
        #expect(await code(over: transport(Self.lost("0123"))) == .connectionLost)
        let sample = SampleResponse.text("0123456789", headers: ["ETag": "\"v1\""]).servingRanges()
        let progress = Watched<[Int64]>([])
        let options = CallOptions(progress: { progress.append($0.receivedBytes) })

        let stubbed = Provider<OpenTarget>(returning: sample.inPieces(3))
        let response = try await stubbed.download(OpenTarget(), to: file, options: options)

        #expect(response.statusCode == 200)
        #expect(progress.value == [4, 7, 10] || progress.value == [4, 10] || progress.value == [4, 8, 10])
        #expect(try folder.contents() == ["text": "0123456789"])

        let missing = Provider<OpenTarget>(returning: .json(["message": "gone"], status: 404))
        let error = await #expect(throws: TernError.self) { try await missing.download(OpenTarget(), to: file) }
        #expect(error?.response?.data == Data(#"{"message":"gone"}"#.utf8))
        #expect(try folder.contents() == ["text": "0123456789"])
    }

    @Test func anyProviderTypeDownloads() async throws {
        let provider: any ProviderType<OpenTarget> = Provider<OpenTarget>(stubClosure: Provider.immediatelyStub)
        let response = try await provider.download(OpenTarget(), to: .directory(folder.url))
        #expect(response.fileURL?.lastPathComponent == "things")
        #expect(try folder.contents() == ["things": "sample"])
    }
}
