import Foundation
import Tern
import Testing

@testable import TernTesting

/// What a comparison with a server reports, and what it leaves out.
@Suite(.timeLimit(.minutes(20)))
struct CassetteComparisonTests {
    private let folder = CassetteFolder()

    private static func changes(
        _ old: String,
        _ new: String,
        ignoring: [String] = []
    ) throws -> [String] {
        let shapes = try [old, new].map { try #require(JSONShape(Data($0.utf8))) }
        return shapes[1].changes(since: shapes[0], except: IgnoredParts(ignoring).hasPath)
    }

    /// Keys that are ids or codes differ from response to response.
    @Test(arguments: [
        (#"{"users":{"17":{"n":"a"},"18":{"n":"b"}}}"#, #"{"users":{"21":{"n":"c"}}}"#),
        (#"{"rates":{"EUR":1.1,"CHF":1.0}}"#, #"{"rates":{"EUR":1.2,"CHF":1.1,"SEK":0.1}}"#),
        (#"{"2026-11-28":[1]}"#, #"{"2026-11-29":[1,2],"2026-11-30":[]}"#),
        (#"{"a1b2-77":null,"x9y8":{"b":1}}"#, #"{"c3d4":{"b":2}}"#),
        (#"{"8F14E45F-ceea-467a-9a36-dedd4bea2543":1}"#, #"{"aaaaaaaa-ceea-467a-9a36-dedd4bea2543":1}"#),
        (#"{"/a/b":1,"a@b.example":2}"#, #"{"/c":1}"#), (#"{"1":1}"#, "{}"), (#"[{"a.b":1}]"#, #"[{"a.b":2}]"#),
        (#"{"DE":1,"FR":2}"#, #"{"DE":1,"AT":3}"#), (#"{"EUR":1}"#, #"{"CHF":1}"#),
        (#"{"a.txt":{"n":1},"LH400":{"n":2}}"#, #"{"b.txt":{"n":1},"a1b":{"n":1}}"#),
        (#"{"https://a.example/b":1}"#, #"{"https://a.example/c":1}"#), (#"{"":1,"a/b":2}"#, #"{"":1}"#),
    ])
    func mapIsNoChange(old: String, new: String) throws {
        #expect(try Self.changes(old, new) == [])
    }

    @Test(arguments: [
        (#"{"name":"a"}"#, #"{"login":"a"}"#, ["`login` is new: a string.", "`name` is gone, which was a string."]),
        (#"{"Name":"a"}"#, #"{"Login":"a"}"#, ["`Login` is new: a string.", "`Name` is gone, which was a string."]),
        (#"{"NAME":1}"#, #"{"LOGIN":1}"#, ["`LOGIN` is new: a number.", "`NAME` is gone, which was a number."]),
        (#"{"名前":1}"#, "{}", ["`名前` is gone, which was a number."]),
        (#"{"line1":"a"}"#, #"{"line2":"a"}"#, ["`line1` is gone, which was a string.", "`line2` is new: a string."]),
        (#"{"u":{"1":{"n":"a"}}}"#, #"{"u":{"2":{"n":1}}}"#, ["`u.*.n` is a number, and was a string."]),
        (#"{"1":"a","b":"c"}"#, #"{"1":"a","2":"c"}"#, ["`2` is new: a string.", "`b` is gone, which was a string."]),
        (#"{"1":"a"}"#, #"{"1":"a","2":7}"#, ["`2` is new: a number."]),
        (
            #"[{"a.b":{"c":1}}]"#, #"[{"a.b":{"d":1}}]"#,
            ["`[].*.c` is gone, which was a number.", "`[].*.d` is new: a number."]
        ),
        ("[1]", "{}", ["The body is an object, and was an array."]), ("[]", #"["a"]"#, []), ("null", "[1]", []),
    ])
    func changeIsReportedWithItsPath(old: String, new: String, changes: [String]) throws {
        #expect(try Self.changes(old, new) == changes)
    }

    /// An object whose keys look like ids at first sight, and that loses the second.
    @Test(arguments: [
        ["@id", "@type"], ["$id", "$ref"], ["#id", "#text"], ["@ID", "@IN"], ["_id", "_rev"], ["-id", "-type"],
        ["$", "_"], ["dc:title", "dc:date"], ["ns1:a", "ns1:b"], ["db.host", "db.port"], ["ID", "URL"],
        ["ID", "TAG", "URL"], ["A", "B"], ["X-ID", "X-TIME"], ["MD5", "SHA1"], ["ipv4Address", "ipv6Address"],
        ["oauth2_token", "base64Data"], ["\u{7B2C}\u{4E00}\u{540D}", "\u{7B2C}\u{4E8C}\u{540D}"],
    ])
    func lostMemberIsReported(keys: [String]) throws {
        let old = try JSONEncoder().encode(Dictionary(uniqueKeysWithValues: keys.map { ($0, "x") }))
        let rest = keys.filter { $0 != keys[1] }
        let new = try JSONEncoder().encode(Dictionary(uniqueKeysWithValues: rest.map { ($0, "y") }))

        let changes = try Self.changes(String(decoding: old, as: UTF8.self), String(decoding: new, as: UTF8.self))

        #expect(changes == ["`\(keys[1])` is gone, which was a string."])
    }

    @Test func lastCodeIsReported() throws {
        #expect(try Self.changes(#"{"ID":"x"}"#, "{}") == ["`ID` is gone, which was a string."])
    }

    @Test(arguments: [
        ("a", []), ("a.b", ["`a.c[].d` is new: a number."]), ("a.c[].d", ["`a.b` is gone, which was a string."]),
        ("a.*", []), ("a.c[].*", ["`a.b` is gone, which was a string."]),
        ("a.c", ["`a.b` is gone, which was a string."]),
        ("*", []), ("b", ["`a.b` is gone, which was a string.", "`a.c[].d` is new: a number."]),
        ("", ["`a.b` is gone, which was a string.", "`a.c[].d` is new: a number."]),
    ])
    func pathIsLeftOut(path: String, changes: [String]) throws {
        let found = try Self.changes(#"{"a":{"b":"x","c":[{}]}}"#, #"{"a":{"c":[{"d":1}]}}"#, ignoring: [path])
        #expect(found == changes)
    }

    @Test(arguments: [["set-cookie"], []]) func fieldIsLeftOut(ignored: [String]) async throws {
        let isSecond = Locked(false)
        let server = try LoopbackServer(journal: nil) { _ in
            .json(text: "1", headers: isSecond.withLock(\.self) ? ["Set-Cookie": "a=b"] : [:])
        }
        _ = try await folder.record(server) { try await $0.value(.counter) }
        isSecond.withLock { $0 = true }
        let journal = Journal()
        let cassette = try Cassette(
            contentsOf: folder.url,
            mode: .compare,
            ignoring: ignored,
            journal: journal,
            at: SourcePosition()
        )
        _ = try await Provider<RecordedAPI>().at(server.url).played(by: cassette).value(.counter)
        for _ in 0..<2 { try cassette.save() }
        #expect(journal.findings().map(\.kind) == (ignored.isEmpty ? [.changedServer] : []))
    }
}
