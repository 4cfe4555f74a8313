import Foundation
import Testing

@testable import Tern

/// Hand-written `encode(to:)`, which can do more than a synthesized one.
@Suite(.timeLimit(.minutes(20)))
struct QueryEncoderContainerTests {
    class Animal: Encodable {
        let name = "Tern"
    }

    final class Bird: Animal {
        private enum Key: CodingKey { case wings, legs }
        private let usesSuperEncoder: Bool

        init(usesSuperEncoder: Bool) {
            self.usesSuperEncoder = usesSuperEncoder
        }

        override func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(2, forKey: .wings)
            try super.encode(to: usesSuperEncoder ? container.superEncoder() : encoder)
            try container.encode(2, forKey: .legs)
        }
    }

    @Test func superclassesEncodeIntoTheSameObjectOrTheirOwn() throws {
        let shared = try text(of: Bird(usesSuperEncoder: false))
        let own = try text(of: Bird(usesSuperEncoder: true))

        #expect(shared == "wings=2&name=Tern&legs=2")
        #expect(own == "wings=2&super%5Bname%5D=Tern&legs=2")
    }

    struct Nested: Encodable, Sendable {
        private enum Key: CodingKey { case object, list, other }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            var list = container.nestedUnkeyedContainer(forKey: .list)
            var object = container.nestedContainer(keyedBy: Key.self, forKey: .object)
            try object.encode(1, forKey: .other)
            try list.encode(2)
            var inner = list.nestedContainer(keyedBy: Key.self)
            try inner.encode("x", forKey: .list)
            var elements = list.nestedUnkeyedContainer()
            try elements.encode(true)
            try list.encodeNil()
            try 4.encode(to: list.superEncoder())
            try container.encodeNil(forKey: .other)
            #expect(list.count == 5)
        }
    }

    @Test func nestedContainersMayBeFilledInAnyOrder() throws {
        let text = try text(of: Nested())

        #expect(text == "list=2&list%5B1%5D%5Blist%5D=x&list%5B2%5D=true&list=4&object%5Bother%5D=1")
    }

    struct Wrapper<Value: Encodable & Sendable>: Encodable, Sendable {
        let value: Value

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(value)
        }
    }

    @Test func wrappedValuesAreEncodedLikeTheInnerValue() throws {
        #expect(try text(of: Wrapper(value: ["b": 1, "a": 2])) == "a=2&b=1")
        #expect(try encoded(["a": Wrapper(value: Wrapper(value: "x"))]) == "a=x")
        #expect(try encoded(["a": Wrapper(value: [1, 2])]) == "a=1&a=2")
        #expect(try encoded(["a": Wrapper(value: String?.none)]) == "")
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    struct WideNumbers: Encodable, Sendable {
        private enum Key: CodingKey { case signed, unsigned, missing, list }
        var signed = Int128.min
        var unsigned: UInt128? = .max
        var missing: Int128?

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(signed, forKey: .signed)
            try container.encodeIfPresent(unsigned, forKey: .unsigned)
            try container.encodeIfPresent(missing, forKey: .missing)
            var list = container.nestedUnkeyedContainer(forKey: .list)
            try list.encode(Int128(1))
            try list.encode(UInt128(2))
        }
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    struct WideNumber: Encodable, Sendable {
        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(UInt128.max)
        }
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    @Test func integersOf128BitsAreEncodedLikeOthers() throws {
        #expect(
            try text(of: WideNumbers()) == "signed=\(Int128.min)&unsigned=\(UInt128.max)&list=1&list=2"
        )
        #expect(try encoded(["a": WideNumber()]) == "a=\(UInt128.max)")
        let withNil = try QueryEncoder(nils: .empty).encode(QueryParameters(WideNumbers()))
        #expect(withNil.contains("&missing=&list=1"))
    }

    struct Silent: Encodable, Sendable {
        func encode(to encoder: any Encoder) {}
    }

    @Test func valueThatEncodesNothingIsOmitted() throws {
        #expect(try encoded(["a": Silent(), "b": 1]) == "b=1")
        #expect(try text(of: Silent()) == "")
    }

    // MARK: - Errors

    struct Point: Encodable, Sendable {
        var values: [Double]
    }

    @Test(
        arguments: [
            (["a": Double.nan], "a"),
            (["a": Float.infinity], "a"),
            (["a": -Double.infinity], "a"),
            (["a": Decimal.nan], "a"),
            (["a": Date(timeIntervalSince1970: .infinity)], "a"),
            (["a": Point(values: [1, .nan])], "a.values.1"),
            (["a": ["b": Double.nan]], "a.b"),
            (QueryParameters(Point(values: [.nan])), "values.0"),
        ] as [(QueryParameters, String)]
    )
    func numbersThatAreNotFiniteFailWithTheirPath(parameters: QueryParameters, path: String) throws {
        let context = try invalidValue { try QueryEncoder().encode(parameters) }

        #expect(context.codingPath.map(\.stringValue).joined(separator: ".") == path)
        #expect(context.debugDescription.contains("not finite"))
    }

    @Test(arguments: [
        QueryParameters("secret"), QueryParameters(42), QueryParameters([1, 2]), QueryParameters(["secret"]),
        QueryParameters(Wrapper(value: "secret")),
    ])
    func objectsWithoutKeysFailWithoutShowingTheValue(parameters: QueryParameters) throws {
        let error = try #require(throws: EncodingError.self) { try QueryEncoder().encode(parameters) }

        #expect("\(error)".contains("without keys"))
        #expect(!"\(error) \(String(reflecting: error))".contains("\"secret\""))
    }

    final class Ring: Encodable {
        var next: Ring?
        var name = "ring"
    }

    struct Endless: Encodable, Sendable {
        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(self)
        }
    }

    @Test func endlessRecursionIsAnError() throws {
        let ring = Ring()
        ring.next = ring
        defer { ring.next = nil }

        let throughKeys = try invalidValue { try text(of: ring) }
        let throughItself = try invalidValue { try encoded(["a": Endless()]) }

        #expect(throughKeys.codingPath.count == QueryNodeEncoder.maximumDepth)
        #expect(throughKeys.debugDescription.contains("64 levels"))
        #expect(throughItself.codingPath.map(\.stringValue) == ["a"])
    }

    // MARK: - Helpers

    private func encoded(_ parameters: QueryParameters) throws -> String {
        try QueryEncoder().encode(parameters)
    }

    /// Takes values that are not `Sendable`, too.
    private func text(of value: some Encodable) throws -> String {
        var writer = QueryWriter(options: QueryEncoder())
        let node = try QueryNode(value, path: [], options: QueryEncoder())
        for child in node.children { writer.write(child.node, named: writer.escape(child.name)) }
        return writer.output
    }

    private func invalidValue(_ body: () throws -> String) throws -> EncodingError.Context {
        let error = try #require(throws: EncodingError.self) { _ = try body() }
        guard case .invalidValue(_, let context) = error else { throw error }
        return context
    }
}
