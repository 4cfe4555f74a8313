import Foundation
import TestDoubles
import TestRounds
import Testing

@testable import Tern
@testable import TernHTTP

/// Plants a random secret in a random place of a random text, and searches for it in all text forms of its carriers.
///
/// A round's number is its seed, so that a failure can be run again. `TERN_REDACTION_ROUNDS` sets how many there are.
@Suite(.timeLimit(.minutes(60)))
struct RedactionFuzzTests {
    private static let rounds =
        ProcessInfo.processInfo.environment["TERN_REDACTION_ROUNDS"].flatMap { Int($0) }
        ?? Rounds.count(1_000, part: 100)

    private struct Round {
        let secret: PlantedSecret
        let carrier: SecretCarrier
        let texts: [String]

        init(_ number: Int, names: [String], canCut: Bool) {
            var random = SeededRandom(seed: UInt64(number))
            let kind = random.pick(PlantedSecret.Kind.allCases)
            secret = PlantedSecret(kind, name: random.pick(names), canCut: canCut, using: &random)
            carrier = random.pick(SecretCarrier.carriers(of: kind))
            let texts = carrier.texts(of: secret.text)
            // Debug descriptions show values under harmless names.
            self.texts = secret.isHiddenInBodies ? texts : texts.filter { !$0.contains("- response: ") }
        }

        /// The texts that contain a part of the secret.
        var leaks: [String] { RedactionFuzzTests.leaks(of: secret.parts, in: texts) }
    }

    private static func leaks(of parts: [String], in texts: [String]) -> [String] {
        let needles = parts.flatMap { [String($0.prefix(5)), String($0.suffix(5))] }
        return texts.filter { text in needles.contains { text.contains($0) } }
    }

    @Test func textsOmitPlantedSecrets() {
        for number in 0..<Self.rounds {
            let round = Round(number, names: PlantedSecret.names, canCut: true)
            guard let leak = round.leaks.first else { continue }
            Issue.record(
                "Round \(number), \(round.carrier): \(round.secret.text.debugDescription) as \(leak.debugDescription)"
            )
        }
    }

    @Test func textsOfARequestOmitItsSecrets() {
        for number in 0..<Self.rounds / 5 {
            var random = SeededRandom(seed: UInt64(number))
            let secret = PlantedSecret(.form, name: "x", canCut: false, using: &random).parts[0]
            let name = random.pick(PlantedSecret.names)
            let texts = SecretCarrier.textsOfRequest(name: name, secret: secret, using: &random)
            guard let leak = Self.leaks(of: [secret], in: texts).first else { continue }
            Issue.record("Round \(number): \(secret) in \(leak.debugDescription)")
        }
    }

    @Test func textsOmitSecretsInCodingPaths() {
        for number in 0..<Self.rounds / 5 {
            var random = SeededRandom(seed: UInt64(number))
            let secret = PlantedSecret(.form, name: "x", canCut: false, using: &random).parts[0]
            let name = random.pick(PlantedSecret.names)
            let texts = SecretCarrier.textsOfPath(name: name, secret: secret, using: &random)
            guard let leak = Self.leaks(of: [secret], in: texts).first else { continue }
            Issue.record("Round \(number): \(secret) in \(leak.debugDescription)")
        }
    }

    @Test func harmlessContentIsKept() {
        for number in 0..<Self.rounds / 5 {
            let secret = Round(number, names: PlantedSecret.names, canCut: false).secret
            let text: String?
            switch secret.kind {
            case .userInfo, .query, .fragment, .pathParameter, .pathSegment, .nestedURL:
                text = Redaction.default.text(ofURL: secret.text)
            case .json, .jsonString, .jsonKey, .form:
                // JSON Lines are not JSON.
                guard !secret.text.contains("}\n{") else { continue }
                text = Redaction.default.text(
                    ofBody: Data(secret.text.utf8),
                    contentType: "application/x-www-form-urlencoded",
                    limit: 4_000,
                    isRequest: true
                )
            case .knownToken: text = Redaction.default.text(ofSentence: secret.text)
            case .jsonPair, .jsonTable, .csv, .markup, .multipart, .prose, .headers, .dump: continue
            }
            #expect(text?.contains(secret.witness) == true, "Round \(number): \(secret.text) as \(text ?? "nil")")
            #expect(text?.contains(Redaction.mark) == true, "Round \(number): \(secret.text) as \(text ?? "nil")")
        }
    }

    /// With a harmless name, the same texts show the value. This shows that the other tests can fail.
    @Test func valueOfAHarmlessNameIsShown() {
        var found = 0
        var count = 0
        for number in 0..<Self.rounds / 5 {
            let round = Round(number, names: PlantedSecret.harmlessNames, canCut: false)
            switch (round.secret.kind, round.carrier) {
            // Bodies and invalid URLs aren't shown there.
            case (_, .wholeBody), (_, .requestURL), (_, .redirect), (_, .unlistedField), (_, .credentialsError),
                (_, .event):
                continue
            case (.query, _), (.fragment, _), (.nestedURL, _), (.json, .log), (.json, .status), (.form, .log):
                count += 1
            // The other values are secrets because of their place, or are in bodies that aren't shown.
            default: continue
            }
            if !round.leaks.isEmpty { found += 1 }
        }
        #expect(count > Self.rounds / 50)
        #expect(found * 100 >= count * 80, "\(found) of \(count)")
    }

    /// Rules that hide nothing show each planted secret, and rules that hide everything show none.
    @Test func rulesForNothingAndEverythingApplyToEachText() {
        for number in 0..<Self.rounds / 5 {
            let secret = Round(number, names: PlantedSecret.harmlessNames, canCut: false).secret
            let data = Data(secret.text.utf8)
            let type = "application/x-www-form-urlencoded"
            let url = URL(string: secret.text) ?? URL(filePath: "/")
            var request = Request(
                url: url,
                headers: ["Server": "k\(secret.parts[0])"],
                body: .data(data, contentType: type)
            )
            for rules in [Redaction.nothing, .everything] {
                request.redaction = rules
                let response = Response(
                    statusCode: 500,
                    data: data,
                    headers: ["Server": secret.parts[0]],
                    request: request
                )
                let error = try? response.decode([String: [Int]].self)
                #expect(error == nil)
                let failure = Validation.successCodes.failure(of: response)
                let texts = [
                    rules.text(ofURL: secret.text),
                    rules.text(ofBody: data, contentType: type, limit: .max, isRequest: true) ?? "",
                    "\(request)", request.curl(), failure?.description ?? "",
                    failure?.debugDescription ?? "",
                ]
                let leaks = Self.leaks(of: secret.parts, in: texts)
                if rules == .nothing {
                    #expect(leaks.count >= 3, "Round \(number): \(secret.text)")
                } else {
                    #expect(leaks.isEmpty, "Round \(number): \(secret.text) as \(leaks)")
                }
            }
        }
    }

    /// Any text is rendered within the time limit.
    @Test func brokenTextsAreRendered() {
        let junk = Array("<>/\"'={}[]()&;:@?#%\\\n\r\t ,|+.-_!0a\0é😀")
        for number in 0..<Self.rounds / 2 {
            var random = SeededRandom(seed: UInt64(number))
            let kind = random.pick(PlantedSecret.Kind.allCases)
            let secret = PlantedSecret(kind, name: random.pick(PlantedSecret.names), canCut: true, using: &random)
            var text = Array(secret.text)
            for _ in 0...random.below(8) {
                let index = random.below(text.count + 1)
                if index < text.count, random.below(2) == 0 { text.remove(at: index) }
                text.insert(random.pick(junk), at: min(index, text.count))
                if random.below(4) == 0 { text += text[min(index, text.count)...] }
            }
            let carrier = random.pick(SecretCarrier.carriers(of: kind))
            // The secret may be anywhere now. The test only checks that rendering neither traps nor hangs.
            #expect(carrier.texts(of: String(text)).allSatisfy { $0.utf8.count < 1_000_000 }, "Round \(number)")
        }
    }

    @Test(arguments: [
        "[", "{\"a\":", "<a ", "<a>", "<!--", "<a></", "a:b@", "http://a?", "%25", "a=b:c&", "/", "a,b\n", "\"",
    ])
    func textOfOneTokenRepeatedIsRendered(token: String) {
        let text = String(repeating: token, count: 500)
        let rules = Redaction.default
        #expect(rules.excerpt(of: Data(text.utf8)).count <= Redaction.maximumExcerptLength + 1)
        #expect(!rules.text(ofURL: text).isEmpty)
        #expect(!rules.text(ofSentence: text).isEmpty)
        #expect(!rules.text(ofField: "Link", value: text).isEmpty)
    }
}
