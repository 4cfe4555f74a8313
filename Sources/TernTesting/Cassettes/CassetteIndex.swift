import Foundation
import Tern

/// The exchanges of a recording by their requests.
struct CassetteIndex: Sendable {
    /// Exchanges whose requests are equal, in their order.
    private struct Equal: Sendable {
        var numbers: [Int] = []
        /// How many of the first ones were taken.
        private var taken = 0

        mutating func next(except used: Set<Int>) -> Int? {
            while taken < numbers.count, used.contains(numbers[taken]) { taken += 1 }
            return taken < numbers.count ? numbers[taken] : nil
        }
    }

    private let file: HARFile
    private let matching: Cassette.Matching
    private let rules: Redaction
    /// By requests with all values.
    private var exact: [CassetteKey: Equal]
    /// By requests without the values of secrets. `nil` until it is needed.
    private var hidden: [CassetteKey: Equal]?

    init(_ file: HARFile, _ matching: Cassette.Matching, _ rules: Redaction) {
        self.file = file
        self.matching = matching
        self.rules = rules
        exact = Self.numbers(in: file, matching, hiding: nil)
    }

    /// The first exchange of a request that isn't among `used`: one whose values are equal, or else one whose values are
    /// equal except for secrets.
    mutating func next(_ request: RecordedRequest, _ target: String?, except used: Set<Int>) -> Int? {
        let key = CassetteKey(request, matching, hiding: nil, target: target)
        return exact[key]?.next(except: used) ?? nextHidingSecrets(request, target, except: used)
    }

    /// All exchanges of a request whose values are equal, or else those whose values are equal except for secrets.
    mutating func numbers(_ request: RecordedRequest, _ target: String?) -> [Int] {
        let key = CassetteKey(request, matching, hiding: nil, target: target)
        return exact[key]?.numbers ?? numbersHidingSecrets(request, target)
    }

    /// The first exchange of a request that isn't among `used`, and whose values are equal except for secrets.
    mutating func nextHidingSecrets(_ request: RecordedRequest, _ target: String?, except used: Set<Int>) -> Int? {
        hideSecrets()
        return hidden?[CassetteKey(request, matching, hiding: rules, target: target)]?.next(except: used)
    }

    /// All exchanges of a request whose values are equal except for secrets.
    mutating func numbersHidingSecrets(_ request: RecordedRequest, _ target: String?) -> [Int] {
        hideSecrets()
        return hidden?[CassetteKey(request, matching, hiding: rules, target: target)]?.numbers ?? []
    }

    /// The exchange whose request differs least, and its differences. `nil` if there is none.
    func nearest(to request: RecordedRequest, _ target: String?) -> (number: Int, difference: TargetDifference)? {
        let request = CassetteRedaction.hidingSecrets(of: request, by: rules)
        return file.entries.indices.filter { !file.entries[$0].exchange.request.url.isEmpty }.map { number in
            let recorded = file.entries[number].exchange
            let isOtherCase = target != nil && recorded.target != nil && target != recorded.target
            return (
                number,
                TargetDifference(
                    between: CassetteRedaction.hidingSecrets(
                        of: (try? file.request(number)) ?? recorded.request,
                        by: rules
                    ),
                    and: request,
                    isOtherCase: isOtherCase,
                    shownBy: rules
                )
            )
        }
        .min { $0.1.distance < $1.1.distance }
    }

    // MARK: - Private

    private mutating func hideSecrets() {
        if hidden == nil { hidden = Self.numbers(in: file, matching, hiding: rules) }
    }

    private static func numbers(
        in file: HARFile,
        _ matching: Cassette.Matching,
        hiding rules: Redaction?
    ) -> [CassetteKey: Equal] {
        var numbers = [CassetteKey: Equal](minimumCapacity: file.entries.count)
        for (number, entry) in file.entries.enumerated() where !entry.exchange.request.url.isEmpty {
            let request = ((try? file.request(number)) ?? entry.exchange.request).recognizable
            let key = CassetteKey(request, matching, hiding: rules, target: entry.exchange.target)
            numbers[key, default: Equal()].numbers.append(number)
        }
        return numbers
    }
}
