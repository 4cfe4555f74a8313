import Foundation
import TestDoubles
import Testing

@testable import Tern

@Suite(.timeLimit(.minutes(20)))
struct PartialFileTests {
    private let folder = TemporaryFolder()
    private let request = Request(url: URL(string: "https://files.example/a")!)
    private var file: URL { folder.url.appending(path: "a.bin") }

    private func partial(_ destination: Request.DownloadDestination? = nil) throws -> PartialFile {
        try PartialFile(for: destination ?? .file(file), of: request)
    }

    private func information() throws -> ResumeInformation {
        let response = Response(statusCode: 200, headers: ["ETag": "\"1\""])
        return try #require(ResumeInformation(of: response, to: request, totalBytes: 9))
    }

    @Test func secondDownloadUsesAFileOfItsOwn() throws {
        let first = try partial()
        try first.restart(try information())
        try first.append(Data("first".utf8))

        let second = try partial()
        #expect(second.information(for: request) == nil)
        try second.restart(try information())
        try second.append(Data("second".utf8))
        second.end()

        #expect(try folder.contents().values.contains("first"))
        #expect(try folder.contents().count == 2)
        first.end()
        let third = try partial()
        #expect(third.count == 5)
        #expect(third.information(for: request) == (try information()))
    }

    @Test func fileThatWasMovedIsNotOpenedAgain() throws {
        let first = try partial()
        try first.restart(try information())
        try first.append(Data("first".utf8))
        _ = try first.move(to: "a.bin", ifExists: .replace)

        let second = try partial()
        try second.restart(nil)
        try second.append(Data("second".utf8))

        #expect(try String(contentsOf: file, encoding: .utf8) == "first")
        second.end()
        #expect(try folder.contents() == ["a.bin": "first"])
    }

    @Test func linksAreNotFollowed() throws {
        let victim = try folder.file("victim", Data("precious".utf8))
        let first = try partial()
        try first.restart(try information())
        try first.append(Data("1".utf8))
        first.end()
        let names = try folder.contents().keys.filter { $0.hasPrefix(".") }
        for name in names {
            let place = folder.url.appending(path: name)
            try FileManager.default.removeItem(at: place)
            try FileManager.default.createSymbolicLink(at: place, withDestinationURL: victim)
        }

        let second = try partial()
        try second.restart(try information())
        try second.append(Data("new".utf8))
        _ = try second.move(to: "a.bin", ifExists: .replace)

        #expect(try String(contentsOf: victim, encoding: .utf8) == "precious")
        #expect(try String(contentsOf: file, encoding: .utf8) == "new")
    }

    @Test func nameCanHaveTheMaximumLengthOfTheFileSystem() throws {
        // 252 of the 255 bytes that the file system allows.
        let name = String(repeating: "🐦", count: 63)
        let partial = try partial(.file(folder.url.appending(path: name)))
        _ = try partial.move(to: name, ifExists: .fail)
        #expect(try folder.contents() == [name: ""])
    }

    #if os(Linux)
        @Test func directoryThatCannotBeWrittenIsAnError() {
            let place = URL(filePath: "/proc/text")
            for resumes in [true, false] {
                let error = #expect(throws: TernError.self) { try partial(.file(place, resumes: resumes)) }
                #expect(error?.code == .fileFailed)
                #expect(error?.reason.hasPrefix("The response's file \"text\" can't be created: ") == true)
            }
        }

        /// A limit on the size of files has the effect of a full disk, without a file system for the test.
        @Test func downloadToAFullDiskIsContinuedWhenThereIsSpace() async {
            await #expect(processExitsWith: .success) {
                let folder = TemporaryFolder()
                let file = folder.url.appending(path: "a.bin")
                let transport = ScriptedTransport(steps: [
                    { _ in Response(statusCode: 200, data: Data(count: 300_000), headers: ["ETag": "\"1\""]) },
                    { request in
                        #expect(request.headers["Range"] == "bytes=100000-")
                        let headers: HTTPHeaders = ["ETag": "\"1\"", "Content-Range": "bytes 100000-299999/300000"]
                        return Response(statusCode: 206, data: Data(count: 200_000), headers: headers)
                    },
                ])
                let provider = Provider<OpenTarget>(transport: transport)
                signal(SIGXFSZ, SIG_IGN)
                var limit = rlimit()
                getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
                let unlimited = limit
                limit.rlim_cur = 100_000
                setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
                let error = await #expect(throws: TernError.self) {
                    try await provider.download(OpenTarget(), to: file)
                }
                limit = unlimited
                setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
                #expect(error?.code == .fileFailed)
                #expect(error?.reason.hasPrefix("The response's file \"a.bin\" can't be written: ") == true)

                _ = try await provider.download(OpenTarget(), to: file)

                #expect(try Data(contentsOf: file).count == 300_000)
                #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["a.bin"])
            }
        }
    #endif
}
