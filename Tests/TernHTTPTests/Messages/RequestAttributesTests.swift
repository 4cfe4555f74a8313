import TernHTTP
import Testing

@Suite(.timeLimit(.minutes(20)))
struct RequestAttributesTests {
    private enum Number: RequestAttributeKey {
        static let defaultValue = 1
    }

    private enum Name: RequestAttributeKey {
        static var defaultValue: String? { "default" }
    }

    @Test func valuesAreFoundByTheirKeys() {
        var attributes = RequestAttributes()
        #expect(attributes[Number.self] == 1)
        #expect(attributes[Name.self] == "default")
        attributes[Number.self] = 2
        attributes[Name.self] = "a"
        attributes[Number.self] += 1
        #expect(attributes[Number.self] == 3)
        #expect(attributes[Name.self] == "a")
        attributes[Name.self] = nil
        #expect(attributes[Name.self] == nil)
    }

    @Test func changeOfACopyLeavesTheOriginalUnchanged() {
        var original = RequestAttributes()
        original[Number.self] = 2
        original[Name.self] = "a"
        var copy = original
        copy[Number.self] = 3
        #expect(copy[Number.self] == 3)
        #expect(copy[Name.self] == "a")
        #expect(original[Number.self] == 2)
        #expect(original[Name.self] == "a")
        #expect("\(copy)" == "2 attributes")
    }

    @Test func mergedValuesWin() {
        var (attributes, other) = (RequestAttributes(), RequestAttributes())
        attributes[Number.self] = 2
        attributes[Name.self] = "a"
        other[Number.self] = 3
        attributes.merge(other)
        attributes.merge(RequestAttributes())
        #expect(attributes[Number.self] == 3)
        #expect(attributes[Name.self] == "a")
        other.merge(attributes)
        #expect(other[Name.self] == "a")
    }
}
