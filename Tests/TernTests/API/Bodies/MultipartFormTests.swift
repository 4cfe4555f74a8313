import Foundation
import TestDoubles
import Testing

@testable import Tern
@testable import TernHTTP

struct MultipartFormTests {
    private let folder = TemporaryFolder()

    private func body(_ parts: [HTTPTask.Part], boundary: String? = "b") throws -> RequestBody {
        try #require(try HTTPTask.multipart(parts, boundary: boundary).encodedBody(default: QueryEncoder()))
    }

    private func text(_ body: RequestBody) async throws -> String {
        String(decoding: try await body.collected(), as: UTF8.self)
    }

    @Test func requestClosureCanCreateTheSameForm() async throws {
        let parts: [HTTPTask.Part] = [.text("Holidays", name: "title"), .data(Data([0x41]), name: "raw")]

        let form = try RequestBody.multipart(parts, boundary: "b")

        #expect(try await text(form) == text(try body(parts)))
        #expect(form.contentType == "multipart/form-data; boundary=b")
        #expect(form.length == Int64(try await form.collected().count))
        #expect(form.isReplayable)
        let missing = HTTPTask.Part.file(URL(fileURLWithPath: "/missing/file"), name: "notes")
        let error = #expect(throws: TernError.self) { try RequestBody.multipart([missing]) }
        #expect(error?.code == .encodingFailed)
        let value = #expect(throws: TernError.self) { try RequestBody.multipart([.json(Double.nan, name: "price")]) }
        #expect(value?.code == .encodingFailed)
        #expect(value?.reason.contains("a part of the multipart form") == true)
    }

    @Test func formHasTheBytesOfRFC7578() async throws {
        let file = try folder.file("notes.txt", Data("hello".utf8))

        let body = try body([
            .text("Holidays", name: "title"),
            .json(["visible": true], name: "options"),
            .data(Data([0x41]), name: "raw"),
            .file(file, name: "notes"),
        ])

        #expect(
            try await text(body) == """
                --b\r
                Content-Disposition: form-data; name="title"\r
                \r
                Holidays\r
                --b\r
                Content-Disposition: form-data; name="options"\r
                Content-Type: application/json\r
                \r
                {"visible":true}\r
                --b\r
                Content-Disposition: form-data; name="raw"\r
                \r
                A\r
                --b\r
                Content-Disposition: form-data; name="notes"; filename="notes.txt"\r
                Content-Type: text/plain; charset=utf-8\r
                \r
                hello\r
                --b--\r\n
                """
        )
        #expect(body.contentType == "multipart/form-data; boundary=b")
        #expect(body.length == Int64(try await body.collected().count))
        #expect(body.isReplayable)
        #expect(body.data == nil)
    }

    @Test func namesAreEscapedAsBrowsersDo() async throws {
        let body = try body([.data(Data(), name: "a\"b\r\nc", filename: "ü\\\0\".png")])

        #expect(
            try await text(body).contains(
                "Content-Disposition: form-data; name=\"a%22b%0D%0Ac\"; filename=\"ü\\%00%22.png\"\r\nContent-Type: image/png\r\n"
            )
        )
    }

    /// HTML standard, "multipart/form-data encoding algorithm": in names and texts, but neither in names of files nor in bytes.
    @Test(arguments: [("\n", "%0A"), ("\r", "%0D"), ("\r\n", "%0D%0A")])
    func newlineOfANameOrATextIsCRLF(newline: String, escaped: String) async throws {
        let body = try body([
            .text("1\(newline)\(newline)2", name: "a\(newline)b"),
            .data(Data("1\(newline)2".utf8), name: "c", filename: "d\(newline)e", contentType: nil),
        ])

        let form = """
            --b\r
            Content-Disposition: form-data; name="a%0D%0Ab"\r
            \r
            1\r
            \r
            2\r
            --b\r
            Content-Disposition: form-data; name="c"; filename="d\(escaped)e"\r
            \r
            1\(newline)2\r
            --b--\r

            """
        #expect(try await text(body) == form)
        #expect(body.length == Int64(form.utf8.count))
    }

    @Test func formWithoutPartsIsItsEnd() async throws {
        let body = try body([])

        #expect(try await text(body) == "--b--\r\n")
        #expect(body.length == 7)
    }

    @Test func boundaryIsRandomAndAbsentFromTheParts() async throws {
        let first = try body([.text("a", name: "a")], boundary: nil)
        let second = try body([.text("a", name: "a")], boundary: nil)

        let type = try #require(first.contentType)
        #expect(type != second.contentType)
        #expect(type.wholeMatch(of: /multipart\/form-data; boundary=tern-[0-9a-f]{1,32}/) != nil)
        #expect(try await text(first).hasPrefix("--\(type.dropFirst("multipart/form-data; boundary=".count))\r\n"))
    }

    @Test(
        arguments: [
            ("", "1 to 70"), (String(repeating: "b", count: 71), "1 to 70"), ("a b", "1 to 70"), ("a\r\nb", "1 to 70"),
            ("é", "1 to 70"), ("inside", "occurs in a part"),
        ]
    )
    func boundaryThatCannotDelimitIsRefused(_ boundary: String, _ reason: String) {
        let error = #expect(throws: TernError.self) {
            try body([.text("text --inside text", name: "a")], boundary: boundary)
        }
        #expect(error?.code == .encodingFailed)
        #expect(error?.reason.contains(reason) == true)
    }

    @Test func mediaTypeWithALineBreakIsRefused() {
        let error = #expect(throws: TernError.self) {
            try body([.data(Data(), name: "a", contentType: "text/plain\r\nX-Evil: 1")])
        }
        #expect(error?.code == .invalidField)
    }

    @Test func valueThatCannotBeEncodedNamesTheForm() {
        let task = HTTPTask.multipart([.json(["price": Double.nan], name: "a")])
        let endpoint = Endpoint(url: "https://api.example.com", sampleResponseClosure: { .status(200) }, task: task)

        let error = #expect(throws: TernError.self) { try endpoint.request() }

        #expect(error?.code == .encodingFailed)
        #expect(error?.reason.hasPrefix("Encoding a part of the multipart form failed at \"price\"") == true)
    }

    @Test func missingFileFailsBeforeTheCall() {
        let file = folder.url.appendingPathComponent("missing.png")

        let error = #expect(throws: TernError.self) { try body([.file(file, name: "photo")]) }

        #expect(error?.code == .encodingFailed)
        #expect(error?.reason == "The body's file \"\(file.path)\" can't be read (No such file or directory).")
    }

    #if os(Linux)
        @Test(arguments: [
            ("directory", "can't be read (Is a directory)"), ("fifo", "is a FIFO, a socket or a device"),
            ("/dev/zero", "is a FIFO, a socket or a device"),
        ])
        func fileThatIsNoRegularFileFailsBeforeTheCall(name: String, problem: String) throws {
            let file = name.hasPrefix("/") ? URL(fileURLWithPath: name) : folder.url.appendingPathComponent(name)
            if name == "directory" {
                try FileManager.default.createDirectory(at: file, withIntermediateDirectories: true)
            }
            if name == "fifo" { #expect(mkfifo(file.path, 0o600) == 0) }

            let part = #expect(throws: TernError.self) { try body([.file(file, name: "photo")]) }
            let whole = #expect(throws: TernError.self) { try RequestBody.file(file) }

            #expect(part?.code == .encodingFailed)
            #expect(part?.reason == "The body's file \"\(file.path)\" \(problem).")
            #expect(whole?.reason == part?.reason)
        }
    #endif

    @Test(arguments: [[.max, 1], [.max - 1, .max], [-5, 1], [1, .min]] as [[Int64]])
    func lengthsThatNoFormCanHaveFailBeforeTheCall(lengths: [Int64]) {
        let parts = lengths.map { length in
            HTTPTask.Part.body(.stream(length: length) { AsyncStream<Data> { $0.finish() } }, name: "a")
        }

        let error = #expect(throws: TernError.self) { try body(parts) }

        #expect(error?.code == .encodingFailed)
        #expect(error?.reason.hasPrefix("The lengths of the multipart form's parts") == true)
    }

    @Test(arguments: ["shrunk", "grown to more than before"])
    func fileWhoseSizeChangesFailsTheCall(_ content: String) async throws {
        let file = try folder.file("notes.txt", Data("ten bytes.".utf8))
        let body = try body([.file(file, name: "notes"), .text("end", name: "end")])
        _ = try folder.file("notes.txt", Data(content.utf8))

        let error = await #expect(throws: TernError.self) { try await text(body) }

        #expect(error?.code == .encodingFailed)
        #expect(error?.reason.contains("but 10 were announced") == true)
    }

    @Test func partOfUnknownLengthMakesTheLengthUnknown() async throws {
        let chunks: @Sendable () -> AsyncStream<Data> = {
            AsyncStream { continuation in
                for chunk in ["a", "", "bc"] { continuation.yield(Data(chunk.utf8)) }
                continuation.finish()
            }
        }
        let known = try body([.body(.stream(length: 3, contentType: "text/csv", chunks), name: "log")])
        let unknown = try body([.body(.stream(chunks), name: "log", filename: "log.csv")])

        #expect(known.length == Int64(try await known.collected().count))
        #expect(unknown.length == nil)
        #expect(try await text(known).contains("Content-Type: text/csv\r\n\r\nabc\r\n"))
        #expect(
            try await text(unknown).contains("filename=\"log.csv\"\r\nContent-Type: text/csv; charset=utf-8\r\n\r\nabc")
        )
    }

    @Test func formWithAOneShotPartIsOneShot() async throws {
        let (chunks, continuation) = AsyncStream.makeStream(of: Data.self)
        continuation.yield(Data("once".utf8))
        continuation.finish()
        let body = try body([.body(.stream(once: chunks), name: "log")])

        #expect(!body.isReplayable)
        #expect(try await text(body).contains("once"))
        #expect(await failure { try await text(body) }?.code == .bodyNotReplayable)
    }

    @Test func partHasItsOwnFields() async throws {
        let body = try body([
            .text("a", name: "a").adding(headers: ["Content-ID": "<1>"]).adding(headers: ["content-id": "<2>"]),
            .data(Data("b".utf8), name: "b", filename: "b.png").adding(headers: ["Content-Type": "image/x-own"]),
        ])

        #expect(
            try await text(body) == """
                --b\r
                Content-Disposition: form-data; name="a"\r
                content-id: <2>\r
                \r
                a\r
                --b\r
                Content-Disposition: form-data; name="b"; filename="b.png"\r
                Content-Type: image/x-own\r
                \r
                b\r
                --b--\r\n
                """
        )
        #expect(body.length == Int64(try await body.collected().count))
        let error = #expect(throws: TernError.self) {
            try self.body([.text("a", name: "a").adding(headers: ["X-A": "1\r\nX-B: 2"])])
        }
        #expect(error?.code == .invalidField)
    }

    @Test func relatedBodyHasPartsWithoutNames() async throws {
        let photo = try folder.file("photo.png", Data("png".utf8))
        let task = HTTPTask.multipart(
            [.unnamed(.json(["title": "Sea"])), .unnamed(.file(photo)).adding(headers: ["Content-ID": "<photo>"])],
            contentType: "multipart/related; type=\"application/json\"",
            boundary: "b"
        )

        let body = try #require(try task.encodedBody(default: QueryEncoder()))

        #expect(body.contentType == "multipart/related; type=\"application/json\"; boundary=b")
        #expect(
            try await text(body) == """
                --b\r
                Content-Type: application/json\r
                \r
                {"title":"Sea"}\r
                --b\r
                Content-Type: image/png\r
                Content-ID: <photo>\r
                \r
                png\r
                --b--\r\n
                """
        )
    }

    @Test func multipartBodyCanBeAPart() async throws {
        let inner = HTTPTask.multipart([.unnamed(.plain)], contentType: "multipart/mixed", boundary: "in")
        let body = try RequestBody.multipart([.unnamed(inner)], contentType: "multipart/mixed", boundary: "out")

        #expect(
            try await text(body)
                == "--out\r\nContent-Type: multipart/mixed; boundary=in\r\n\r\n--in\r\n\r\n\r\n--in--\r\n\r\n--out--\r\n"
        )
    }

    @Test(
        arguments: [
            ("multipart/form-data", "has no name"), ("Multipart/Form-Data; charset=utf-8", "has no name"),
            ("application/json", "isn't a multipart type"), ("multipart/mixed; boundary=c", "without a boundary"),
            ("", "isn't a multipart type"),
        ]
    )
    func typeThatTheFormCannotHaveIsRefused(type: String, reason: String) {
        let error = #expect(throws: TernError.self) {
            try RequestBody.multipart([.unnamed(.plain)], contentType: type)
        }

        #expect(error?.code == .encodingFailed)
        #expect(error?.reason.contains(reason) == true)
    }

    @Test func typeWithALineBreakIsRefused() {
        let error = #expect(throws: TernError.self) {
            try RequestBody.multipart([], contentType: "multipart/mixed\r\nX-Evil: 1")
        }
        #expect(error?.code == .invalidField)
    }

    @Test func textFormsShowNoValue() {
        let task = HTTPTask.multipart([.text("hunter2", name: "password"), .data(Data("hunter2".utf8), name: "a")])
        var dumped = ""
        dump(task, to: &dumped)

        #expect(task.description == "multipart body of 2 parts")
        #expect(!dumped.contains("hunter2"))
        #expect("\(HTTPTask.Part.text("hunter2", name: "a"))" == "part of 7 bytes")
        #expect("\(HTTPTask.Part.unnamed(.json(["password": "hunter2"])))" == "part with json body")
    }
}
