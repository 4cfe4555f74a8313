import Foundation
import Tern
import TestDoubles
import Testing

/// One text for people, two for developers, and the bridged `NSError`.
@Suite(.timeLimit(.minutes(20)))
struct TernErrorFormsTests {
    /// The numbers of bridged errors. Never change one: apps and crash reports rely on them.
    private static let numbers: [(code: TernError.Code, number: Int)] = [
        (.invalidURL, 100), (.invalidField, 101), (.encodingFailed, 102), (.missingSample, 103),
        (.unsupportedConfiguration, 104),
        (.cancelled, 200), (.timedOut, 201), (.notConnected, 202), (.hostNotFound, 203), (.connectionRefused, 204),
        (.connectionLost, 205), (.tlsFailed, 206), (.proxyFailed, 207), (.malformedResponse, 208),
        (.tooManyRedirects, 209), (.bodyTooLarge, 210), (.bodyNotReplayable, 211), (.transportFailed, 212),
        (.fileFailed, 213), (.overloaded, 214),
        (.unacceptableStatus, 300), (.unacceptableMediaType, 301), (.decodingFailed, 302), (.pluginFailed, 303),
        (.missingCredentials, 304), (.refreshFailed, 305), (.tooManyRefreshes, 306),
        (.invalidNextPage, 307), (.credentialsNotStored, 308),
        (.init(rawValue: "ofYourOwn"), 1),
    ]

    private let error = TernError(
        .connectionLost,
        reason: "It broke.",
        target: GitHub.user(login: "octocat"),
        request: Request(
            url: URL(string: "https://api.github.com/users/octocat")!,
            headers: ["Accept": "text/plain", "Authorization": "Bearer hunter2"],
            body: .data(Data("hunter2".utf8))
        ),
        response: Response(statusCode: 200, headers: ["Server": "a"], body: .data(Data("part".utf8))),
        attempts: 3,
        underlying: URLError(.networkConnectionLost)
    )

    @Test func errorIsCaughtByItsCode() {
        func caught(_ error: any Error) -> String {
            do { throw error } catch TernError.Code.notConnected { return "offline" } catch { return "other" }
        }
        #expect(caught(TernError(.notConnected)) == "offline")
        #expect(caught(TernError(.timedOut)) == "other")
        #expect(caught(URLError(.notConnectedToInternet)) == "other")
    }

    @Test func descriptionHasCodeTargetRequestReasonCauseAndNextStep() {
        #expect(
            "\(error)" == """
                connectionLost in GitHub.user (GET https://api.github.com/users/octocat) after 3 attempts: It broke. \
                (URLError -1005) Try again if the request is idempotent.
                """
        )
    }

    @Test func debugDescriptionAddsRequestResponseAttemptsAndCause() {
        #expect(
            String(reflecting: error) == """
                \(error)
                - NSError: Tern.TernError 205
                - attempts: 3
                - request: GET https://api.github.com/users/octocat, 7 bytes
                    Accept: text/plain
                    Authorization: <redacted>
                - response: status 200, 4 bytes
                    Server: a
                - underlying: URLError -1005
                """
        )
    }

    @Test func debugDescriptionShowsTheCauseAsItsOwnDebugDescription() {
        struct Broken: Error, CustomDebugStringConvertible {
            var debugDescription: String { "cable 7, token=hunter2" }
        }
        let foreign = String(reflecting: TernError(.transportFailed, underlying: Broken()))
        let nested = String(reflecting: TernError(.pluginFailed, underlying: error))
        let decoding = String(reflecting: TernError(.decodingFailed, underlying: Broken()))

        #expect(foreign.contains("Broken: cable 7, token=<redacted>"))
        #expect(nested.contains("    - attempts: 3"))
        #expect(decoding.contains("Broken"))
        #expect(!decoding.contains("cable"))
    }

    @Test func adviceOfTheThrowerReplacesThatOfTheCode() {
        let error = TernError(.transportFailed, reason: "The cable is cut.", advice: "Mend it.")
        let silent = TernError(.transportFailed, reason: "The cable is cut.", advice: "")

        #expect("\(error)" == "transportFailed: The cable is cut. Mend it.")
        #expect(error.advice == "Mend it.")
        #expect("\(silent)" == "transportFailed: The cable is cut.")
        #expect(TernError(.timedOut).advice == "Try again, or give the target a longer timeout.")
    }

    @Test(arguments: numbers.map(\.code))
    func everyCodeHasTextsForDevelopers(code: TernError.Code) {
        let error = TernError(code)

        #expect("\(error)" == "\(code.rawValue): \(error.reason) \(error.advice)")
        #expect(error.reason.hasSuffix("."))
        #expect(error.advice.hasSuffix("."))
    }

    @Test(arguments: numbers.map(\.code))
    func everyCodeHasOneShortSentenceForPeople(code: TernError.Code) {
        let error = TernError(
            code,
            reason: "The server at https://api.example.com/ broke.",
            target: GitHub.user(login: "octocat"),
            request: self.error.request,
            underlying: URLError(.unknown)
        )
        let sentence = error.localizedDescription

        #expect(sentence == TernError(code).localizedDescription)
        #expect(sentence == error.errorDescription)
        #expect((error as NSError).localizedDescription == sentence)
        #expect((error as NSError).localizedRecoverySuggestion == error.recoverySuggestion)
        #expect(error.failureReason == nil)
        for text in [sentence, error.recoverySuggestion].compactMap(\.self) {
            #expect(text.count <= 80)
            #expect(text.hasSuffix(".") && text.dropLast().allSatisfy { !".:()/`_\"".contains($0) }, "\(text)")
            #expect(text.first?.isUppercase == true && !text.dropFirst().contains(where: \.isUppercase), "\(text)")
            for word in ["Tern", "URL", "TLS", "target", "provider", "plugin", "transport"] {
                #expect(!text.contains(word), "\(text)")
            }
        }
    }

    @Test func sentencesForPeopleDifferByStatus() {
        let statuses = [400, 401, 403, 404, 409, 422, 429, 500]
        let errors = statuses.map { TernError(.unacceptableStatus, response: Response(statusCode: $0)) }

        #expect(Set(errors.map(\.localizedDescription)).count == statuses.count)
        #expect(errors.map(\.recoverySuggestion).last == "Try again later.")
        // An edit of a representation that has changed (RFC 9110, section 15.5.13).
        let changed = TernError(.unacceptableStatus, response: Response(statusCode: 412))
        #expect(changed.localizedDescription == errors[4].localizedDescription)
        #expect(changed.recoverySuggestion == errors[4].recoverySuggestion)
        #expect(
            TernError(.decodingFailed, response: Response(statusCode: 401)).errorDescription?.contains("sign") == false
        )
    }

    @Test func sentencesForPeopleDiffer() {
        let sentences = Self.numbers.map { TernError($0.code).localizedDescription }

        #expect(Set(sentences).count == Self.numbers.count)
        #expect(TernError(.init(rawValue: "other")).localizedDescription == "Something went wrong with the request.")
    }

    @Test(arguments: numbers)
    func bridgedErrorHasAStableDomainAndNumber(code: TernError.Code, number: Int) {
        let bridged = TernError(code) as NSError

        #expect(bridged.domain == "Tern.TernError")
        #expect(bridged.code == number)
    }

    @Test func bridgedErrorHasTheDescriptionAndTheCause() throws {
        let bridged = error as NSError
        let underlying = try #require(bridged.userInfo[NSUnderlyingErrorKey] as? NSError)

        #expect(bridged.localizedDescription == "The connection to the server was lost.")
        #expect(bridged.localizedRecoverySuggestion == "Check the network connection and try again.")
        #expect(bridged.userInfo[NSDebugDescriptionErrorKey] as? String == "\(error)")
        #expect(underlying.domain == NSURLErrorDomain)
        #expect(underlying.code == URLError.networkConnectionLost.rawValue)
        #expect(underlying.userInfo.keys.sorted() == [NSDebugDescriptionErrorKey])
        #expect((TernError(.timedOut) as NSError).userInfo[NSUnderlyingErrorKey] == nil)
    }

    @Test func bridgedErrorKeepsNoUserInfoOfTheCause() throws {
        let url = "https://ada:hunter2@api.example.com/?token=hunter2"
        let cause = NSError(domain: "Engine", code: 7, userInfo: ["NSErrorFailingURLStringKey": url, "x": "hunter2"])
        let bridged = TernError(.transportFailed, underlying: cause) as NSError
        let underlying = try #require(bridged.userInfo[NSUnderlyingErrorKey] as? NSError)

        #expect(underlying.domain == "Engine")
        #expect(underlying.code == 7)
        #expect(leaks(of: "hunter2", in: textForms(ofError: TernError(.transportFailed, underlying: cause))).isEmpty)
    }

    @Test func lostConnectionHasTheTextsOfItsError() {
        let loss = ConnectionLoss(error, isConnectionReused: true)

        #expect(loss.localizedDescription == error.localizedDescription)
        #expect((loss as NSError).domain == "Tern.ConnectionLoss")
        #expect((loss as NSError).code == 205)
        #expect("\(loss)" == "\(error) [may be processed, sent, on a reused connection]")
        #expect(leaks(of: "hunter2", in: textForms(ofError: loss)).isEmpty)
    }
}
