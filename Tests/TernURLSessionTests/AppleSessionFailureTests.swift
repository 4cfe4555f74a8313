import Foundation
import TestDoubles
import Testing

@testable import TernHTTP
@testable import TernURLSession

struct AppleSessionFailureTests {
    private func failure(
        _ code: URLError.Code,
        at address: String = "https://api.example/",
        status: Int? = nil,
        _ change: (inout Request) -> Void = { _ in }
    ) throws -> TernError? {
        let url = try #require(URL(string: address))
        var request = Request(url: url)
        change(&request)
        let response = status.flatMap {
            HTTPURLResponse(url: url, statusCode: $0, httpVersion: "HTTP/1.1", headerFields: nil)
        }
        return AppleSessionFailure.error(for: URLError(code), of: request, after: response)
    }

    @Test func cancellationByTheSessionIsNotTheCallers() throws {
        let error = try #require(try failure(.cancelled))
        #expect(error.code == .tlsFailed)
        #expect(error.reason.contains("rejected a server's certificate"), "\(error.reason)")
        #expect((error.underlying as? URLError)?.code == .cancelled)
        #expect(TernError(wrapping: error).code == .tlsFailed)
        #expect(try failure(.cancelled, status: 200)?.code == .transportFailed)
        #expect(try failure(.cancelled, at: "http://api.example/")?.code == .transportFailed)
    }

    @Test func bodyWithGETIsNamed() throws {
        let error = try #require(try failure(.dataLengthExceedsMaximum) { $0.body = .data(Data("a".utf8)) })
        #expect(error.code == .transportFailed)
        #expect(error.reason == "URLSession sends no body with GET.")
        #expect(try failure(.dataLengthExceedsMaximum) == nil)
        #expect(try failure(.dataLengthExceedsMaximum, status: 200) { $0.body = .data(Data("a".utf8)) } == nil)
    }

    @Test(arguments: [URLError.Code.fileDoesNotExist, .noPermissionsToReadFile])
    func fileThatIsGoneBeforeItIsSentIsNamed(code: URLError.Code) throws {
        let folder = TemporaryFolder()
        let body = try RequestBody.file(folder.file("report", Data("a".utf8)))
        let error = try #require(try failure(code) { $0.body = body })
        #expect(error.code == .encodingFailed)
        #expect(error.reason.contains("report\" can't be read"), "\(error.reason)")
        #expect(try failure(code) == nil)
    }

    @Test func timeoutNamesTheIdleTimeoutAsOneOfSeveralCauses() throws {
        let error = try #require(try failure(.timedOut) { $0.idleTimeout = .seconds(30) })
        #expect(error.code == .timedOut)
        #expect(error.reason.contains("idle timeout (30.0 seconds) or another limit"), "\(error.reason)")
    }

    @Test(
        arguments: [
            (ECONNABORTED, .connectionLost), (ECONNREFUSED, .connectionRefused), (ENETDOWN, .notConnected),
            (ETIMEDOUT, .timedOut), (EPROTO, .malformedResponse), (ENOSPC, nil),
        ] as [(Int32, TernError.Code?)]
    )
    func errorOfTheSocketHasACode(number: Int32, code: TernError.Code?) throws {
        let request = Request(url: try #require(URL(string: "https://api.example/")))
        for domain in [NSPOSIXErrorDomain, "kNWErrorDomainPOSIX"] {
            let error = NSError(domain: domain, code: Int(number))
            #expect(AppleSessionFailure.error(for: error, of: request, after: nil)?.code == code)
        }
        let other = NSError(domain: "app.example", code: Int(number))
        #expect(AppleSessionFailure.error(for: other, of: request, after: nil) == nil)
    }

    @Test func otherErrorsKeepTheirCode() throws {
        #expect(try failure(.networkConnectionLost) == nil)
    }
}
