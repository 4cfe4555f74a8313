import Foundation
import Tern
import TestDoubles
import Testing

@Suite(.timeLimit(.minutes(20)))
struct TernErrorWrappingTests {
    private struct Unknown: Error, Equatable {
        let number: Int
    }

    private func error(ofTransport thrown: any Error) async throws -> TernError {
        let provider = Provider<OpenTarget>(transport: RecordingTransport { _ in throw thrown })
        return try await #require(throws: TernError.self) { try await provider.request(OpenTarget()) }
    }

    @Test(
        arguments: [
            (.cancelled, .cancelled), (.timedOut, .timedOut), (.badURL, .invalidURL), (.unsupportedURL, .invalidURL),
            (.cannotFindHost, .hostNotFound), (.dnsLookupFailed, .hostNotFound),
            (.cannotConnectToHost, .connectionRefused), (.networkConnectionLost, .connectionLost),
            (.notConnectedToInternet, .notConnected), (.internationalRoamingOff, .notConnected),
            (.callIsActive, .notConnected), (.dataNotAllowed, .notConnected), (.secureConnectionFailed, .tlsFailed),
            (.serverCertificateHasBadDate, .tlsFailed), (.serverCertificateUntrusted, .tlsFailed),
            (.serverCertificateHasUnknownRoot, .tlsFailed), (.serverCertificateNotYetValid, .tlsFailed),
            (.clientCertificateRejected, .tlsFailed), (.clientCertificateRequired, .tlsFailed),
            (.badServerResponse, .malformedResponse), (.cannotParseResponse, .malformedResponse),
            (.cannotDecodeRawData, .malformedResponse), (.cannotDecodeContentData, .malformedResponse),
            (.httpTooManyRedirects, .tooManyRedirects), (.redirectToNonExistentLocation, .tooManyRedirects),
            (.dataLengthExceedsMaximum, .bodyTooLarge), (.requestBodyStreamExhausted, .bodyNotReplayable),
            (.unknown, .transportFailed), (.resourceUnavailable, .transportFailed),
            (.userAuthenticationRequired, .transportFailed),
        ] as [(URLError.Code, TernError.Code)]
    )
    func errorsOfURLSessionHaveTheMostSpecificCode(foundation: URLError.Code, code: TernError.Code) async throws {
        let byURLError = try await error(ofTransport: URLError(foundation))
        let byNSError = try await error(ofTransport: NSError(domain: NSURLErrorDomain, code: foundation.rawValue))

        for error in [byURLError, byNSError] {
            #expect(error.code == code)
            #expect((error.underlying == nil) == (code == .cancelled))
            #expect(error.target is OpenTarget)
            #expect(error.request?.url.absoluteString == "https://api.example.com/things")
            #expect(error.attempts == 1)
        }
    }

    @Test func cancellationIsACode() async throws {
        let error = try await error(ofTransport: CancellationError())

        #expect(error.code == .cancelled)
    }

    @Test func unknownErrorsOfTheTransportAreKept() async throws {
        let error = try await error(ofTransport: Unknown(number: 7))
        let foreign = try await self.error(ofTransport: NSError(domain: "Engine", code: NSURLErrorTimedOut))

        #expect(error.code == .transportFailed)
        #expect(error.underlying as? Unknown == Unknown(number: 7))
        #expect(error.description.contains("Unknown"))
        #expect(foreign.code == .transportFailed)
        #expect((foreign.underlying as NSError?)?.domain == "Engine")
    }

    @Test func ternErrorOfATransportIsUnchanged() async throws {
        let error = try await error(
            ofTransport: TernError(.tlsFailed, reason: "Pinned key.", underlying: Unknown(number: 1))
        )

        #expect(error.code == .tlsFailed)
        #expect(error.reason == "Pinned key.")
        #expect(error.underlying as? Unknown == Unknown(number: 1))
        #expect(error.target is OpenTarget)
        #expect(error.attempts == 1)
    }

    @Test func errorsAreWrappedOnceWithAnyNumberOfPlugins() async throws {
        let seen = Watched<[TernError]>([])
        let catching = InterceptingPlugin { request, _, next in
            do {
                return try await next(request)
            } catch {
                seen.append(try #require(error as? TernError))
                throw error
            }
        }
        let provider = Provider<OpenTarget>(
            transport: RecordingTransport { _ in throw Unknown(number: 7) },
            plugins: [catching, catching, catching]
        )

        let error = try await #require(throws: TernError.self) { try await provider.request(OpenTarget()) }

        #expect(seen.value.count == 3)
        for each in seen.value + [error] {
            #expect(each.code == .transportFailed)
            #expect(each.underlying as? Unknown == Unknown(number: 7))
            #expect(each.description == error.description)
            #expect(each.attempts == 1)
        }
    }

    @Test func errorsOfTheRequestClosureHaveTheirCodes() async throws {
        let transport = RecordingTransport { _ in .text("never") }
        func error(throwing thrown: any Error) async throws -> TernError {
            let provider = Provider<OpenTarget>(requestClosure: { _, _ in throw thrown }, transport: transport)
            return try await #require(throws: TernError.self) { try await provider.request(OpenTarget()) }
        }

        let unknown = try await error(throwing: Unknown(number: 1))
        let cancelled = try await error(throwing: CancellationError())
        let own = try await error(throwing: TernError(.invalidURL, reason: "own"))
        let offline = try await error(throwing: URLError(.notConnectedToInternet))

        #expect(unknown.code == .pluginFailed)
        #expect(unknown.description.contains("request closure"))
        #expect(cancelled.code == .cancelled)
        #expect(own.code == .invalidURL)
        #expect(own.reason == "own")
        #expect(offline.code == .pluginFailed)
        #expect(offline.underlying is URLError)
        for error in [unknown, cancelled, own, offline] {
            #expect(error.target is OpenTarget)
            #expect(error.attempts == 0)
        }
        #expect(transport.requests.isEmpty)
    }
}
