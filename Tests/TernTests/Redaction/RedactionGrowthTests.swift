import Foundation
import Testing

@testable import Tern

/// The time of a redacted text is proportional to the length of its source. If it were proportional to the square of
/// the length, these tests would exceed their time limit.
@Suite(.timeLimit(.minutes(5)))
struct RedactionGrowthTests {
    struct Shape: CustomTestStringConvertible, Sendable {
        var prefix = "x "
        let unit: String
        var middle = ""
        var second = ""
        var end = ""

        func text(_ length: Int) -> String {
            let count = length / (unit.count + second.count)
            return prefix + String(repeating: unit, count: count) + middle + String(repeating: second, count: count)
                + end
        }

        var testDescription: String { "\(prefix)\(unit)…\(middle)\(second)…\(end)" }
    }

    @Test(
        arguments: [
            Shape(unit: "a", second: "="), Shape(unit: "a", second: "\""), Shape(unit: "a", second: "= "),
            Shape(unit: "%25", second: "="), Shape(unit: "(", end: "@"), Shape(prefix: "", unit: "'a'@"),
            Shape(prefix: "x@ ", unit: "(:/", end: "@"), Shape(prefix: "x/ ", unit: "("),
            Shape(prefix: "x/ ", unit: "(?"), Shape(unit: "‹ "), Shape(unit: "< "), Shape(unit: "<a"),
            Shape(unit: "<\u{93E} "), Shape(unit: "basic="), Shape(unit: "basic "),
        ]
    )
    func timeOfATextIsProportionalToItsLength(shape: Shape) {
        let text = shape.text(150_000)

        #expect(!Redaction.text(ofAny: text).isEmpty)
        #expect(!Redaction.text(ofReason: text, about: nil).isEmpty)
    }
}
