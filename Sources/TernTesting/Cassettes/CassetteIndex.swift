import Foundation
import Tern

/// The recorded exchanges by their requests.
struct CassetteIndex: Sendable {
    private let requests: [(request: RecordedRequest, target: String?)]
    private let matching: Cassette.Matching
    private let rules: Redaction
    /// Exchanges whose requests are equal with all values, in their order.
    private let exact: [CassetteKey: [Int]]
    /// The same without the values of secrets. `nil` until it is needed.
    private var hidden: [CassetteKey: [Int]]?

    init(
        _ requests: [(request: RecordedRequest, target: String?)],
        _ matching: Cassette.Matching,
        _ rules: Redaction
    ) {
        self.requests = requests
        self.matching = matching
        self.rules = rules
        exact = Self.numbers(of: requests, matching, hiding: nil)
    }

    /// The exchanges of a request whose values are equal, secrets included.
    func numbers(of request: RecordedRequest, _ target: String?) -> [Int] {
        exact[CassetteKey(request, matching, hiding: nil, target: target)] ?? []
    }

    /// The exchanges of a request whose values are equal, except for secrets.
    mutating func numbersHidingSecrets(of request: RecordedRequest, _ target: String?) -> [Int] {
        let hidden = hidden ?? Self.numbers(of: requests, matching, hiding: rules)
        self.hidden = hidden
        return hidden[CassetteKey(request, matching, hiding: rules, target: target)] ?? []
    }

    /// The exchange whose request differs least, and its differences. `nil` if there is none.
    func nearest(to request: RecordedRequest, _ target: String?) -> (number: Int, difference: TargetDifference)? {
        requests.enumerated().map { number, recorded in
            let isOtherCase = target != nil && recorded.target != nil && target != recorded.target
            return (
                number,
                TargetDifference(
                    between: recorded.request,
                    and: request,
                    isOtherCase: isOtherCase,
                    shownBy: rules
                )
            )
        }
        .min { $0.1.distance < $1.1.distance }
    }

    private static func numbers(
        of requests: [(request: RecordedRequest, target: String?)],
        _ matching: Cassette.Matching,
        hiding rules: Redaction?
    ) -> [CassetteKey: [Int]] {
        var numbers: [CassetteKey: [Int]] = [:]
        for (number, recorded) in requests.enumerated() {
            let key = CassetteKey(recorded.request, matching, hiding: rules, target: recorded.target)
            numbers[key, default: []].append(number)
        }
        return numbers
    }
}
