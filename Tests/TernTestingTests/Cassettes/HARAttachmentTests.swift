import Foundation
import Tern
import Testing

@testable import TernTesting

/// Recordings of Playwright whose bodies are in files beside the HAR, or with it in a zip.
@Suite(.timeLimit(.minutes(20)))
struct HARAttachmentTests {
    private let folder = CassetteFolder()

    /// - Parameter file: The name of the file, as JSON has it.
    private func entry(_ file: String, type: String = "application/json", length: Int? = nil) -> String {
        let length = length.map { #",{"name":"Content-Length","value":"\#($0)"}"# } ?? ""
        return """
            {"request":{"method":"POST","url":"https://api.example.com/counter","postData":{"text":"","_file":"sent.txt"}},
             "response":{"status":200,"headers":[{"name":"Content-Type","value":"\(type)"}\(length)],
             "content":{"size":1,"_file":"\(file)"}}}
            """
    }

    private func har(_ entries: String...) -> Data {
        Data("{\"log\":{\"entries\":[\(entries.joined(separator: ","))]}}".utf8)
    }

    private func write(_ content: String, to name: String) throws {
        try Data(content.utf8).write(to: folder.url.deletingLastPathComponent().appendingPathComponent(name))
    }

    private func response(_ cassette: Cassette) throws -> SampleResponse {
        let url = "https://api.example.com/counter"
        return try cassette.response(to: RecordedRequest(method: .post, url: url, body: Data("sent".utf8)))
    }

    private func zip(isStored: Bool = false) throws -> Data {
        var zip = ZipFile()
        try zip.add(har(entry("7.json")), named: "har.har", isStored: isStored)
        try zip.add(Data("7".utf8), named: "7.json", isStored: isStored)
        try zip.add(Data("sent".utf8), named: "sent.txt", isStored: isStored)
        return zip.data
    }

    @Test func bodiesAreReadFromFilesBesideTheHAR() throws {
        try write("7", to: "7.json")
        try write("sent", to: "sent.txt")
        let cassette = try folder.cassette(entry("7.json"))
        _ = try response(cassette)
        #expect(try cassette.file?.responseBody(0) == Data("7".utf8))
        // Another body isn't equal.
        let other = RecordedRequest(method: .post, url: "https://api.example.com/counter", body: Data("x".utf8))
        #expect(throws: TestKitError.self) { try folder.cassette(entry("7.json")).response(to: other) }
    }

    /// Playwright writes what Chromium has read, in UTF-8.
    @Test(
        arguments: [
            ("text/plain; charset=iso-8859-1", "\u{20ac}\u{e9}", 2, [0x80, 0xe9]),
            ("text/plain", "\u{c3}\u{a9}", 2, [0xc3, 0xa9]), ("text/event-stream", "\u{c3}\u{a9}", nil, [0xc3, 0xa9]),
            ("application/json", "\u{e9}", 2, [0xc3, 0xa9]),
            ("text/plain; charset=utf-16", "a\u{e9}", 4, [0x61, 0, 0xe9, 0]),
        ] as [(String, String, Int?, [UInt8])]
    )
    func attachedTextHasTheBytesOfTheServer(type: String, text: String, length: Int?, bytes: [UInt8]) throws {
        try write(text, to: "a.txt")
        let cassette = try folder.cassette(entry("a.txt", type: type, length: length))
        #expect(try cassette.file?.responseBody(0) == Data(bytes))
    }

    @Test func attachedBytesStayAsTheyAre() throws {
        let file = folder.url.deletingLastPathComponent().appendingPathComponent("a.bin")
        try Data([0xff, 0, 0xe9]).write(to: file)
        let cassette = try folder.cassette(entry("a.bin", type: "text/plain; charset=iso-8859-1"))
        #expect(try cassette.file?.responseBody(0) == Data([0xff, 0, 0xe9]))
    }

    @Test func missingFileIsNamed() throws {
        try write("sent", to: "sent.txt")
        let cassette = try folder.cassette(entry("7.json"))
        let error = #expect(throws: TestKitError.self) { try response(cassette) }
        #expect(error?.code == .unreadableCassette)
        #expect(error?.message.contains("\"7.json\" can't be read (No such file or directory)") == true)
    }

    @Test func textAboutAFileHasNoControlCharacters() throws {
        try write("sent", to: "sent.txt")
        let error = #expect(throws: TestKitError.self) { try response(folder.cassette(entry(#"a\u001b[2J\nb"#))) }
        #expect(error?.message.contains("\"a [2J b\" can't be read") == true, "\(error?.message ?? "")")
    }

    @Test func missingFileOfARequestIsNamed() throws {
        let error = #expect(throws: TestKitError.self) { try response(folder.cassette(entry("7.json"))) }
        #expect(error?.code == .unmatchedRequest)
        #expect(error?.message.contains("Its body can't be read: \"sent.txt\" can't be read") == true)
    }

    @Test(arguments: ["../7.json", "a/../../7.json", "/etc/hosts", "", ".", "a//b", #"a\\b"#, "~/a/.."])
    func nameOutsideOfTheFolderIsRefused(name: String) throws {
        try write("sent", to: "sent.txt")
        let error = #expect(throws: TestKitError.self) { try response(folder.cassette(entry(name))) }
        #expect(error?.message.contains("isn't the name of a file beside the HAR") == true, "\(error?.message ?? "")")
    }

    @Test func linkOutOfTheFolderIsRefused() throws {
        let other = CassetteFolder()
        try Data("7".utf8).write(to: other.url)
        try write("sent", to: "sent.txt")
        let link = folder.url.deletingLastPathComponent().appendingPathComponent("link")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: other.url)
        let folderLink = folder.url.deletingLastPathComponent().appendingPathComponent("folder")
        let destination = other.url.deletingLastPathComponent()
        try FileManager.default.createSymbolicLink(at: folderLink, withDestinationURL: destination)
        for name in ["link", "folder/test.har"] {
            let error = #expect(throws: TestKitError.self) { try response(folder.cassette(entry(name))) }
            #expect(error?.message.contains("leaves the folder of the HAR") == true)
        }
    }

    @Test(arguments: [true, false])
    func zipIsReplayed(isStored: Bool) throws {
        try zip(isStored: isStored).write(to: folder.url)
        let cassette = try Cassette(contentsOf: folder.url, mode: .replay, at: SourcePosition())
        _ = try response(cassette)
        #expect(try cassette.file?.responseBody(0) == Data("7".utf8))
    }

    @Test func nothingIsRecordedIntoAZip() throws {
        let bytes = try zip()
        try bytes.write(to: folder.url)
        let error = #expect(throws: TestKitError.self) {
            try Cassette(contentsOf: folder.url, mode: .recordMissing, at: SourcePosition())
        }
        #expect(error?.code == .unwritableCassette)
        #expect(try Data(contentsOf: folder.url) == bytes)
    }

    @Test func fileThatIsNotInTheZipIsNamed() throws {
        var zip = ZipFile()
        try zip.add(har(entry("7.json")), named: "har.har")
        try zip.add(Data("sent".utf8), named: "sent.txt")
        try zip.data.write(to: folder.url)
        let cassette = try Cassette(contentsOf: folder.url, mode: .replay, at: SourcePosition())
        let error = #expect(throws: TestKitError.self) { try response(cassette) }
        #expect(error?.message.contains("the zip has no file \"7.json\"") == true)
    }

    /// A download that was cut off, and one with a damaged byte.
    @Test func damagedZipIsAnErrorOrReadWhole() throws {
        var zip = ZipFile()
        let text = (0..<2000).map { "\($0 * $0)" }.joined()
        try zip.add(har(entry("7.json")) + Data(text.utf8.map { _ in 0x20 }), named: "har.har")
        try zip.add(Data("7".utf8), named: "7.json")
        try zip.add(Data("sent".utf8), named: "sent.txt")
        try zip.add(Data(text.utf8), named: "text", isStored: true)
        let whole = zip.data
        for count in stride(from: 0, to: whole.count, by: 100) {
            try whole.prefix(count).write(to: folder.url)
            let error = #expect(throws: TestKitError.self) { try HARFile(contentsOf: folder.url) }
            #expect(error?.code == .unreadableCassette)
        }
        for index in stride(from: 0, to: whole.count, by: whole.count / 200) {
            for byte in [0, 0x7f, 0xff] as [UInt8] {
                var damaged = whole
                damaged[index] = byte
                guard let archive = try? ZipArchive(damaged) else { continue }
                for name in archive.names { _ = try? archive.file(named: name) }
            }
        }
        #expect(try ZipArchive(whole).names == ["har.har", "7.json", "sent.txt", "text"])
    }

    /// The list says less than what the content expands to.
    @Test func fileLargerThanItsLengthIsRefused() throws {
        var zip = ZipFile()
        try zip.add(Data(repeating: 0x61, count: 100_000), named: "a")
        var data = zip.data
        let length = data.count - 22 - 47 + 24
        data.replaceSubrange(length..<length + 4, with: [100, 0, 0, 0])
        let archive = try ZipArchive(data)
        #expect(throws: HARFile.Problem.self) { try archive.file(named: "a") }
        data.replaceSubrange(length..<length + 4, with: [0xff, 0xff, 0xff, 0xff])
        #expect(throws: HARFile.Problem.self) { try ZipArchive(data).file(named: "a") }
    }
}
