import Foundation
import Tern
import TernPlugins
import TestDoubles
import TestRounds
import Testing

/// The fields of W3C Trace Context.
@Suite(.timeLimit(.minutes(20)))
struct TraceContextTests {
    private static let id = "0af7651916cd43dd8448eb211c80319c"
    private static let span = "b7ad6b7169203331"
    private static let field = "00-\(id)-\(span)-01"

    @Test func partsAreRead() throws {
        let context = try #require(TraceContext(traceparent: Self.field, tracestate: ["a=1", "b=2"]))
        #expect(context.traceID == Self.id)
        #expect(context.spanID == Self.span)
        #expect(context.isSampled)
        #expect(context.state == "a=1,b=2")
        #expect(context.traceparent == Self.field)
        #expect("\(context)" == Self.field)
    }

    @Test(arguments: [("00", "00"), ("01", "01"), ("02", "00"), ("ff", "01"), ("fe", "00")])
    func onlyTheSampledFlagIsKept(flags: String, kept: String) {
        let field = "00-\(Self.id)-\(Self.span)-\(flags)"
        #expect(TraceContext(traceparent: field)?.traceparent == "00-\(Self.id)-\(Self.span)-\(kept)")
    }

    @Test(arguments: ["01-\(id)-\(span)-01", "cc-\(id)-\(span)-01-what-follows", "fe-\(id)-\(span)-01-"])
    func laterVersionIsReadAsVersionZero(field: String) {
        #expect(TraceContext(traceparent: field)?.traceparent == Self.field)
    }

    @Test(
        arguments: [
            "", "00", "ff-\(id)-\(span)-01", "00-\(id)-\(span)-01-", "00-\(id)-\(span)-01-x", "01-\(id)-\(span)-01x",
            "00-\(id)-\(span)-1", "00-\(id)-\(span)-0g", "0-\(id)-\(span)-01", "00-\(id.uppercased())-\(span)-01",
            "00-00000000000000000000000000000000-\(span)-01", "00-\(id)-0000000000000000-01", "00_\(id)-\(span)-01",
            " 00-\(id)-\(span)-01", "00-\(id)-\(span)-01 ", "00-\(id)x-\(span)-1", "0é-\(id)-\(span)-01",
            "00-\(id)-\(span)-01,00-\(id)-\(span)-01",
        ]
    )
    func invalidParentIsRejected(field: String) {
        #expect(TraceContext(traceparent: field, tracestate: ["a=1"]) == nil)
    }

    @Test func longParentIsRejected() {
        #expect(TraceContext(traceparent: String(repeating: "0", count: 1_000_000), tracestate: ["a=1"]) == nil)
    }

    @Test(
        arguments: [
            (["a=1"], "a=1"), (["a=1,b=2", "c=3"], "a=1,b=2,c=3"), ([], ""), (["a= b"], "a= b"),
            (["0tenant@sys=x"], "0tenant@sys=x"), (["a=1\u{0}"], ""), (["a=1\r\nX-Evil: 1"], ""), (["a\u{7F}=1"], ""),
        ] as [([String], String)]
    )
    func stateIsPassedOnUnlessNoFieldCanHaveIt(fields: [String], state: String) {
        #expect(TraceContext(traceparent: Self.field, tracestate: fields)?.state == state)
    }

    @Test func mutatedFieldsAreReadWithoutATrap() {
        var random = SeededRandom(seed: 1)
        var valid = 0
        let rounds = Rounds.count(100_000, part: 10_000)
        for _ in 0..<rounds {
            var bytes = Array((random.below(2) == 0 ? Self.field : "a=1,0t@s=x y,c/d=2").utf8)
            for _ in 0...random.below(3) where !bytes.isEmpty {
                let place = random.below(bytes.count)
                switch random.below(3) {
                case 0: bytes.remove(at: place)
                case 1: bytes[place] = UInt8(truncatingIfNeeded: random.next())
                default: bytes.insert(random.pick(Array("-,=@0a ".utf8)), at: place)
                }
            }
            let text = String(decoding: bytes, as: UTF8.self)
            guard
                let context = TraceContext(traceparent: text)
                    ?? TraceContext(traceparent: Self.field, tracestate: [text])
            else { continue }
            valid += 1
            #expect(context.traceparent.utf8.count == 55)
            #expect(TraceContext(traceparent: context.traceparent, tracestate: [context.state]) == context)
        }
        #expect(valid > rounds / 10)
    }
}
