import Foundation
import Testing

@testable import TernHTTP
@testable import TernURLSession

/// Events of a session that no server of a test can cause on every platform.
@Suite(.timeLimit(.minutes(20)))
struct URLSessionTransferTests {
    private let url: URL

    init() throws {
        url = try #require(URL(string: "http://api.example/a"))
    }

    private func response(_ status: Int = 200, _ fields: [String: String] = [:]) throws -> HTTPURLResponse {
        try #require(HTTPURLResponse(url: url, statusCode: status, httpVersion: "HTTP/1.1", headerFields: fields))
    }

    private func transfer(
        followsRedirects: Bool = false,
        _ change: (inout Request) -> Void = { _ in }
    ) -> URLSessionTransfer {
        var request = Request(url: url)
        change(&request)
        return URLSessionTransfer(request, hop: Hop(followsRedirects: followsRedirects))
    }

    /// Loads nothing and never ends.
    private final class SilentProtocol: URLProtocol {
        override class func canInit(with request: URLRequest) -> Bool { true }
        override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }
        override func startLoading() {}
        override func stopLoading() {}
    }

    /// Starts a task that receives nothing, and returns the result of the transfer after `events`.
    private func result(
        of transfer: URLSessionTransfer,
        _ events: () throws -> Void
    ) async throws -> URLSessionResult {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.protocolClasses = [SilentProtocol.self]
        configuration.urlCache = nil
        let session = URLSession(configuration: configuration)
        let task = session.dataTask(with: url)
        defer {
            task.cancel()
            session.finishTasksAndInvalidate()
        }
        return try await withCheckedThrowingContinuation { continuation in
            transfer.start(continuation) { task }
            do { try events() } catch { transfer.fail(error) }
        }
    }

    @Test func bodyOfAFollowedRedirectHasALimit() async throws {
        let transfer = transfer(followsRedirects: true) { $0.delivery = .collected(limit: 10) }
        let error = await #expect(throws: TernError.self) {
            _ = try await result(of: transfer) {
                transfer.received(try response(302, ["Location": "/b"]))
                transfer.received(Data(count: Redirect.maximumBodyBytes))
                #expect(!transfer.isEnded)
                transfer.received(Data(count: 1))
                transfer.completed(nil)
            }
        }
        #expect(error?.code == .bodyTooLarge)
        #expect(error?.reason == TernError.bodyTooLarge(limit: Redirect.maximumBodyBytes, status: 302).reason)
    }

    @Test func headsOfPartsAreNotTheResponse() async throws {
        let transfer = transfer()
        let result = try await result(of: transfer) {
            transfer.received(try response(200, ["Content-Type": "multipart/x-mixed-replace; boundary=a"]))
            transfer.received(Data("first".utf8))
            transfer.received(try response(200, ["Content-Type": "image/jpeg", "Content-Length": "6"]))
            transfer.received(Data("second".utf8))
            transfer.completed(nil)
        }
        #expect(result.response.value(forHTTPHeaderField: "Content-Type")?.hasPrefix("multipart/") == true)
        #expect(result.body == Data("firstsecond".utf8))
        #expect(result.progress.expectedReceivedBytes == nil)
    }

    @Test(arguments: [true, false]) func refusalOfTheProxyHasItsResponse(isCollected: Bool) async throws {
        let transfer = transfer { $0.delivery = isCollected ? .collected(limit: 10) : .streamed }
        let error = await #expect(throws: TernError.self) {
            _ = try await result(of: transfer) {
                transfer.challengedByProxy(nil)
                transfer.received(try response(407, ["Proxy-Authenticate": "Basic"]))
                transfer.received(Data("no".utf8))
                transfer.completed(nil)
            }
        }
        #expect(error?.code == .proxyFailed)
        #expect(error?.response?.statusCode == 407)
        #expect(error?.response?.headers["Proxy-Authenticate"] == "Basic")
        #expect(error?.response?.data == Data(isCollected ? "no".utf8 : "".utf8))
    }

    @Test func response407WithoutAProxyIsAResponse() async throws {
        let transfer = transfer()
        let result = try await result(of: transfer) {
            transfer.received(try response(407))
            transfer.completed(nil)
        }
        #expect(result.response.statusCode == 407)
    }

    @Test(
        arguments: [
            ("GET", 200, ["Content-Length": "6"], .connectionLost), ("GET", 200, ["Content-Length": "5"], nil),
            ("GET", 200, [:], nil), ("HEAD", 200, ["Content-Length": "6"], nil),
            ("GET", 304, ["Content-Length": "6"], nil),
            ("GET", 200, ["Content-Length": "6", "Content-Encoding": "gzip"], nil),
        ] as [(HTTPMethod, Int, [String: String], TernError.Code?)]
    )
    func bodyShorterThanAnnouncedIsALostConnection(
        method: HTTPMethod,
        status: Int,
        fields: [String: String],
        code: TernError.Code?
    ) async throws {
        let transfer = transfer { $0.method = method }
        let outcome: TernError.Code?
        do {
            let result = try await result(of: transfer) {
                transfer.received(try response(status, fields))
                if method == .get { transfer.received(Data("short".utf8)) }
                transfer.completed(nil)
            }
            #expect(result.response.statusCode == status)
            outcome = nil
        } catch let error as TernError {
            outcome = error.code
        }
        #expect(outcome == code)
    }
}
