import Foundation
import Testing

@testable import Tern

/// The examples of the standard, and each rule of its section 9.2.6.
@Suite(.timeLimit(.minutes(20)))
struct EventParserTests {
    typealias Event = ServerSentEvent

    private static func events(of chunks: [Data], limit: Int = 1_000) throws -> [Event] {
        var parser = EventParser(limit: limit)
        var events: [Event] = []
        for chunk in chunks {
            parser.append(chunk)
            while let event = try parser.next() { events.append(event) }
        }
        return events
    }

    private static func events(of text: String) throws -> [Event] { try events(of: [Data(text.utf8)]) }

    @Test(arguments: [
        (
            ": test stream\n\ndata: first event\nid: 1\n\ndata:second event\nid\n\ndata:  third event",
            [
                Event(data: "first event", id: "1"), Event(data: "second event"),
            ]
        ),
        ("data: YHOO\ndata: +2\ndata: 10\n\n", [Event(data: "YHOO\n+2\n10")]),
        ("data\n\ndata\ndata\n\ndata:", [Event(data: ""), Event(data: "\n")]),
        ("data:test\n\ndata: test\n\n", [Event(data: "test"), Event(data: "test")]),
        ("event: add\ndata: 7\n\ndata: 8\n\n", [Event(data: "7", event: "add"), Event(data: "8")]),
        (
            "id: 1\ndata: a\n\ndata: b\n\nid: 2\n\ndata: c\n\n",
            [
                Event(data: "a", id: "1"), Event(data: "b", id: "1"), Event(data: "c", id: "2"),
            ]
        ),
        (
            "retry: 250\ndata: a\n\nretry: 1s\ndata: b\n\nretry:\ndata: c\n\nretry: -1\ndata: d\n\n",
            [
                Event(data: "a", retry: .milliseconds(250)), Event(data: "b"), Event(data: "c"), Event(data: "d"),
            ]
        ),
        ("id: a\u{0}b\ndata: 1\n\n", [Event(data: "1")]),
        ("event: x\n\ndata: 1\n\n", [Event(data: "1")]),
        ("Data: 1\n data: 2\ndata : 3\nunknown: 4\n\n", []),
        ("\u{FEFF}data: a\r\rdata: b\r\n\r\ndata: c\n\n", [Event(data: "a"), Event(data: "b"), Event(data: "c")]),
        ("data: a: b\n\ndata:\u{20}\u{20}c \n\n", [Event(data: "a: b"), Event(data: " c ")]),
        ("data: é\u{2028}💾\n\n", [Event(data: "é\u{2028}💾")]),
        ("data: lost", []),
        ("data: lost\n", []),
        ("", []),
    ])
    func everySplitGivesTheSameEvents(_ text: String, _ expected: [Event]) throws {
        let bytes = Data(text.utf8)

        for split in 0...bytes.count {
            #expect(try Self.events(of: [bytes[..<split], bytes[split...]]) == expected, "split at \(split)")
        }
        #expect(try Self.events(of: bytes.map { Data([$0]) }) == expected)
    }

    @Test func lineEndingsDoNotMatter() throws {
        let text = "event: a\nid: 1\n: comment\ndata: x\ndata: y\n\ndata: z\n\n"
        let expected = try Self.events(of: text)

        #expect(expected.count == 2)
        for ending in ["\r", "\r\n"] {
            let bytes = Data(text.replacingOccurrences(of: "\n", with: ending).utf8)
            for split in 0...bytes.count {
                #expect(try Self.events(of: [bytes[..<split], bytes[split...]]) == expected)
            }
        }
    }

    @Test func invalidUTF8IsReplaced() throws {
        #expect(
            try Self.events(of: [Data("data: a".utf8) + [0xFF] + Data("b\n\n".utf8)]) == [Event(data: "a\u{FFFD}b")]
        )
    }

    @Test func idAndReconnectionTimeApplyWithoutAnEvent() throws {
        var parser = EventParser(lastEventID: "0", limit: 100)
        parser.append(Data("retry: 7\n".utf8))
        #expect(try parser.next() == nil)
        #expect(parser.reconnectionTime == .milliseconds(7))
        #expect(parser.lastEventID == "0")

        parser.append(Data("id: 5\n".utf8))
        #expect(try parser.next() == nil)
        #expect(parser.lastEventID == "0")

        parser.append(Data("\n".utf8))
        #expect(try parser.next() == nil)
        #expect(parser.lastEventID == "5")
    }

    @Test func eventAboveTheLimitIsAnError() {
        let lines = String(repeating: "data: 1234\n", count: 5) + "\n"
        let error = #expect(throws: TernError.self) { try Self.events(of: [Data(lines.utf8)], limit: 23) }
        #expect(error?.code == .bodyTooLarge)
        #expect(throws: Never.self) { try Self.events(of: [Data(lines.utf8)], limit: 24) }
    }

    @Test(arguments: [
        Event(data: "a"), Event(data: ""), Event(data: "a\nb\n"), Event(data: " a", event: "x", id: "7"),
        Event(data: "💾", retry: .milliseconds(20)),
    ])
    func bytesOfAnEventGiveTheEvent(_ event: Event) throws {
        #expect(try Self.events(of: [event.bytes]) == [event])
    }

    @Test func lineEndingsInAnEventStayLineEndings() throws {
        let event = Event(data: "a\r\nb\rc", event: "x\ny", id: "1\r2")
        #expect(try Self.events(of: [event.bytes]) == [Event(data: "a\nb\nc", event: "xy", id: "12")])
    }
}
