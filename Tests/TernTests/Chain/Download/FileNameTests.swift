import Foundation
import Testing

@testable import Tern

/// The names that servers give to downloads.
@Suite(.timeLimit(.minutes(20)))
struct FileNameTests {
    private static let url = URL(string: "https://files.example/archive/tern.zip?version=2")!

    @Test(arguments: [
        // RFC 6266, section 5
        ("Attachment; filename=example.html", "example.html"),
        ("INLINE; FILENAME= \"an example.html\"", "an example.html"),
        ("attachment; filename*= UTF-8''%e2%82%ac%20rates", "€ rates"),
        ("attachment; filename=\"EURO rates\"; filename*=utf-8''%e2%82%ac%20rates", "€ rates"),
        ("attachment; filename*=utf-8'en'%C3%A4.txt; filename=\"a.txt\"", "ä.txt"),
        ("attachment; filename*=ISO-8859-1''%E4.txt", "ä.txt"),
        ("attachment; filename=\"a \\\"quoted\\\" name.txt\"", "a \"quoted\" name.txt"),
        ("attachment; filename=\"semi;colon=.txt\"; size=3", "semi;colon=.txt"),
        ("attachment; filename=a b.txt ; size=3", "a b.txt"),
        ("attachment; filename=\"first.txt\"; filename=\"second.txt\"", "first.txt"),
        ("attachment; filename=\"ä.txt\"", "ä.txt"),
        ("filename=a.txt", "tern.zip"),
        // A malformed `filename*` isn't used.
        ("attachment; filename*=utf-8''%zz; filename=a.txt", "a.txt"),
        ("attachment; filename*=utf-8''%ff; filename=a.txt", "a.txt"),
        ("attachment; filename*=utf-16''a; filename=a.txt", "a.txt"),
        ("attachment; filename*=plain", "tern.zip"),
        ("attachment; filename=\"unfinished", "tern.zip"),
        ("attachment", "tern.zip"), ("", "tern.zip"), (";;;=;filename", "tern.zip"),
        ("attachment; filename=", "tern.zip"),
        // Names that would leave the directory, or hide the file
        ("attachment; filename=\"../../etc/passwd\"", "passwd"),
        ("attachment; filename=\"/etc/passwd\"", "passwd"),
        ("attachment; filename=\"..\\\\..\\\\boot.ini\"", "boot.ini"),
        ("attachment; filename=\"C:\\\\temp\\\\a.txt\"", "a.txt"),
        ("attachment; filename*=utf-8''..%2F..%2Fetc%2Fpasswd", "passwd"),
        ("attachment; filename*=utf-8''a%00.txt%0D%0A", "a.txt"),
        ("attachment; filename*=utf-8''%00", "tern.zip"),
        ("attachment; filename*=utf-8''invoice%E2%80%AEfdp.exe", "invoicefdp.exe"),
        ("attachment; filename=\"..\"", "tern.zip"), ("attachment; filename=\".\"", "tern.zip"),
        ("attachment; filename=\"a/\"", "a"), ("attachment; filename=\"///\"", "tern.zip"),
        ("attachment; filename=\".bashrc\"", "bashrc"), ("attachment; filename=\" . .a\"", "a"),
        ("attachment; filename=\"   \"", "tern.zip"),
    ])
    func nameIsThatOfTheField(field: String, name: String) {
        #expect(FileName.name(of: ["Content-Disposition": field], at: Self.url) == name)
    }

    @Test(arguments: [
        ("https://a.example/b/c.txt", "c.txt"), ("https://a.example/b/", "b"), ("https://a.example", "download"),
        ("https://a.example/", "download"), ("https://a.example/%2E%2E%2Fb", "b"), ("https://a.example/..", "download"),
        ("https://a.example/a%20b.txt?c", "a b.txt"), ("https://a.example/%00", "download"),
    ])
    func nameIsThatOfTheURLOtherwise(url: String, name: String) throws {
        #expect(FileName.name(of: [:], at: try #require(URL(string: url))) == name)
    }

    @Test func longNameKeepsItsExtension() throws {
        let name = try #require(FileName.sanitized(String(repeating: "🐦", count: 100) + ".tar"))
        #expect(name.utf8.count <= 255)
        #expect(name.utf8.count > 250)
        #expect(name.hasSuffix("🐦.tar"))
        #expect(FileName.numbered(name, 17).utf8.count <= 255)
        #expect(FileName.numbered(name, 17).hasSuffix("🐦 17.tar"))
        #expect(FileName.numbered("a", 2) == "a 2")
        #expect(FileName.sanitized("a." + String(repeating: "b", count: 300))?.utf8.count == 255)
    }

    /// Names whose first character consists of many scalars.
    @Test(
        arguments: [
            ("e" + String(repeating: "\u{301}", count: 300), "e" + String(repeating: "\u{301}", count: 127)),
            (
                "x" + String(repeating: "\u{301}", count: 130) + ".bashrc",
                "x" + String(repeating: "\u{301}", count: 123) + ".bashrc"
            ),
            (".\u{301}x", "\u{301}x"), (". .\u{301}", "\u{301}"),
        ]
    )
    func nameIsShortenedByScalarsAndVisible(name: String, expected: String) {
        #expect(FileName.sanitized(name) == expected)
    }
}
