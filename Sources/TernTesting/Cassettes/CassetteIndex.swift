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

    /// How requests are compared, the strictest first.
    private enum Comparison: CaseIterable {
        /// With all values.
        case exact
        /// Without the values of secrets.
        case hidingSecrets
        /// Also without escapes in the URL, and with any body for an exchange whose body the file lacks.
        case decoded
    }

    private let file: HARFile
    private let matching: Cassette.Matching
    private let rules: Redaction
    /// Those that were needed so far.
    private var tables: [Comparison: [CassetteKey: Equal]] = [:]

    init(_ file: HARFile, _ matching: Cassette.Matching, _ rules: Redaction) {
        self.file = file
        self.matching = matching
        self.rules = rules
    }

    /// The first exchange of a request that isn't among `used`: one whose values are equal, or else one whose values are
    /// equal except for secrets, or else one whose values are written otherwise.
    mutating func next(_ request: RecordedRequest, _ target: String?, except used: Set<Int>) -> Int? {
        next(Comparison.allCases[...], request, target, except: used)
    }

    /// All exchanges of a request whose values are equal, or else those whose values are equal except for secrets, or else
    /// those whose values are written otherwise.
    mutating func numbers(_ request: RecordedRequest, _ target: String?) -> [Int] {
        for comparison in Comparison.allCases {
            makeTable(comparison)
            let equal = keys(of: request, comparison, target).compactMap { tables[comparison]?[$0] }
            if !equal.isEmpty { return equal.flatMap(\.numbers).sorted() }
        }
        return []
    }

    /// The first exchange of a request that isn't among `used`, and whose values are equal except for secrets.
    mutating func nextHidingSecrets(_ request: RecordedRequest, _ target: String?, except used: Set<Int>) -> Int? {
        next(Comparison.allCases.dropFirst(), request, target, except: used)
    }

    /// The exchange whose request differs least, and its differences. `nil` if there is none.
    func nearest(to request: RecordedRequest, _ target: String?) -> (number: Int, difference: RequestDifference)? {
        /// Of the fields, only those by which a request is recognized.
        func compared(_ request: RecordedRequest) -> RecordedRequest {
            var request = CassetteRedaction.hidingSecrets(of: request, by: rules)
            let fields = request.headers.filter { ["content-type", "range"].contains($0.name.lowercased()) }
            request.headers = HTTPHeaders(fields)
            return request
        }
        let sent = compared(request)
        return file.entries.indices.filter { !file.entries[$0].exchange.request.url.isEmpty }.map { number in
            let recorded = file.entries[number].exchange
            var sent = sent
            if file.entries[number].lacksRequestBody { sent.body = Data() }
            let isOtherCase = target != nil && recorded.target != nil && target != recorded.target
            return (
                number,
                RequestDifference(
                    between: compared((try? file.request(number)) ?? recorded.request),
                    and: sent,
                    isOtherCase: isOtherCase,
                    shownBy: rules
                )
            )
        }
        .min { $0.1.distance < $1.1.distance }
    }

    // MARK: - Private

    private mutating func next(
        _ comparisons: ArraySlice<Comparison>,
        _ request: RecordedRequest,
        _ target: String?,
        except used: Set<Int>
    ) -> Int? {
        for comparison in comparisons {
            makeTable(comparison)
            let keys = keys(of: request, comparison, target)
            for key in keys {
                if let number = tables[comparison]?[key]?.next(except: used) { return number }
            }
            // An exchange of another spelling doesn't replace one that was replayed.
            if comparison == .hidingSecrets, keys.contains(where: { tables[comparison]?[$0] != nil }) { return nil }
        }
        return nil
    }

    /// What a request is recognized by, each form once: with the values of its secrets hidden only under their names or
    /// everywhere, and in the last comparison with its body or without.
    private func keys(of request: RecordedRequest, _ comparison: Comparison, _ target: String?) -> [CassetteKey] {
        let hasAnyBody = comparison == .decoded && matching.contains(.body)
        let compared = hasAnyBody ? [matching, matching.subtracting(.body)] : [matching]
        var keys: [CassetteKey] = []
        for isEverywhere in comparison == .exact ? [false] : [false, true] {
            for matching in compared {
                let key = key(of: request, comparison, matching, target, isEverywhere: isEverywhere)
                if !keys.contains(key) { keys.append(key) }
            }
        }
        return keys
    }

    private func key(
        of request: RecordedRequest,
        _ comparison: Comparison,
        _ matching: Cassette.Matching,
        _ target: String?,
        isEverywhere: Bool
    ) -> CassetteKey {
        CassetteKey(
            request,
            matching,
            hiding: comparison == .exact ? nil : rules,
            isEverywhere: isEverywhere,
            target: target,
            spelling: comparison == .decoded ? .form : .escaped
        )
    }

    private mutating func makeTable(_ comparison: Comparison) {
        guard tables[comparison] == nil else { return }
        var numbers = [CassetteKey: Equal](minimumCapacity: file.entries.count)
        for (number, entry) in file.entries.enumerated() where !entry.exchange.request.url.isEmpty {
            let request = ((try? file.request(number)) ?? entry.exchange.request).recognizable
            let hasAnyBody = comparison == .decoded && entry.lacksRequestBody
            let compared = hasAnyBody ? matching.subtracting(.body) : matching
            // The secrets of a recording are placeholders, and no words that the request has elsewhere.
            let key = key(of: request, comparison, compared, entry.exchange.target, isEverywhere: true)
            numbers[key, default: Equal()].numbers.append(number)
        }
        tables[comparison] = numbers
    }
}
