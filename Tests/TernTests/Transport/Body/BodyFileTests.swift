import Foundation
import Testing

@testable import Tern

@Suite(.timeLimit(.minutes(5)))
struct BodyFileTests {
    private struct Failure: Error {}

    private let folder = TemporaryFolder()
    private let channel = BodyChannel(onRoom: {}, onAbandon: {})
    private var file: URL { folder.url.appendingPathComponent("body.bin") }

    @Test func fileExistsOnceTheBodyIsComplete() async throws {
        let writing = Task { [channel, file] in try await BodyFile.write(BodyStream(channel), to: file) }
        for text in ["one ", "two ", "three"] { _ = channel.push(Data(text.utf8)) }
        channel.finish(.success(()))

        try await writing.value

        #expect(try folder.contents() == ["body.bin": "one two three"])
    }

    @Test func nameCanHaveTheMaximumLengthOfTheFileSystem() async throws {
        // 240 of the 255 bytes that the file system allows.
        let name = String(repeating: "🐦", count: 60)
        channel.finish(.success(()))
        try await BodyFile.write(BodyStream(channel), to: folder.url.appendingPathComponent(name))
        #expect(try folder.contents() == [name: ""])
    }

    @Test func emptyBodyIsAnEmptyFile() async throws {
        channel.finish(.success(()))
        try await BodyFile.write(BodyStream(channel), to: file)
        #expect(try folder.contents() == ["body.bin": ""])
    }

    @Test func existingFileIsReplaced() async throws {
        try Data("a longer text that was there before".utf8).write(to: file)
        _ = channel.push(Data("new".utf8))
        channel.finish(.success(()))

        try await BodyFile.write(BodyStream(channel), to: file)

        #expect(try folder.contents() == ["body.bin": "new"])
    }

    @Test func failureLeavesTheExistingFileAndNoOther() async throws {
        try Data("old".utf8).write(to: file)
        _ = channel.push(Data("half".utf8))
        channel.finish(.failure(Failure()))

        await #expect(throws: Failure.self) { try await BodyFile.write(BodyStream(channel), to: file) }

        #expect(try folder.contents() == ["body.bin": "old"])
    }

    @Test func cancellationLeavesNoFile() async throws {
        let isWritten = SampleGate()
        let channel = BodyChannel(onRoom: { isWritten.release() }, onAbandon: {})
        _ = channel.push(Data(count: BodyBudget.maximumBytes * 3 / 4))
        _ = channel.push(Data(count: BodyBudget.maximumBytes * 3 / 4))
        let writing = Task { [file] in try await BodyFile.write(BodyStream(channel), to: file) }
        try await isWritten.pass()

        writing.cancel()

        await #expect(throws: CancellationError.self) { try await writing.value }
        #expect(try folder.contents() == [:])
    }

    @Test func cancellationAtTheEndOfTheBodyLeavesNoFile() async throws {
        channel.finish(.success(()))
        let writing = Task { [channel, file] in
            withUnsafeCurrentTask { $0?.cancel() }
            try await BodyFile.write(BodyStream(channel), to: file)
        }
        await #expect(throws: CancellationError.self) { try await writing.value }
        #expect(try folder.contents() == [:])
    }

    @Test(arguments: ["missing/body.bin", "folder"])
    func unwritableDestinationIsAnErrorWithItsName(path: String) async throws {
        let place = folder.url.appendingPathComponent(path)
        let folderInPlace = folder.url.appendingPathComponent("folder/inside")
        try FileManager.default.createDirectory(at: folderInPlace, withIntermediateDirectories: true)
        channel.finish(.success(()))

        let error = await #expect(throws: TernError.self) { try await BodyFile.write(BodyStream(channel), to: place) }

        #expect(error?.code == .transportFailed)
        #expect(error?.reason.contains(place.lastPathComponent) == true)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["folder"])
    }

    @Test func destinationThatIsNotAFileURLIsAnError() async throws {
        channel.finish(.success(()))
        let place = try #require(URL(string: "http://a.example/body.bin"))
        await #expect { try await BodyFile.write(BodyStream(channel), to: place) } throws: {
            ($0 as? TernError)?.code == .transportFailed
        }
    }
}
