#if os(Linux)
    import Foundation
    import Testing

    @testable import Tern
    @testable import TernCurl

    struct PlatformTransportTests {
        @Test func isCurlTransportWhereLibcurlCanBeUsed() {
            #expect(PlatformTransport().description == "CurlTransport")
        }

        @Test func reportsTheReasonOfTheFallback() {
            let transport = PlatformTransport(
                configuration: TransportConfiguration(),
                fallbackReason: "libcurl 7.61.1 is older than 7.68."
            )
            let expected = "URLSessionTransport, since CurlTransport can't be used: libcurl 7.61.1 is older than 7.68."
            #expect(transport.description == expected)
        }

        @Test func errorOfTheOtherEngineNamesTheReasonOfTheFallback() {
            var configuration = TransportConfiguration()
            configuration.connectTimeout = .seconds(3)
            let reason = "libcurl 7.61.1 is too old: Tern needs 7.68 or later."
            let transport = PlatformTransport(configuration: configuration, fallbackReason: reason)
            #expect(transport.description.contains("connectTimeout"))
            #expect(transport.description.hasSuffix("since CurlTransport can't be used: \(reason)"))
        }

        @Test func doesNotFallBackForAnyOtherReason() async throws {
            var configuration = TransportConfiguration()
            configuration.connectTimeout = .zero
            let transport = PlatformTransport(configuration: configuration, fallbackReason: nil)
            let request = Request(url: try #require(URL(string: "http://127.0.0.1")))
            let error = try await #require(throws: TernError.self) { try await transport.response(to: request) }
            #expect(error.code == .unsupportedConfiguration)
        }

        @Test(arguments: [EMFILE, ENFILE])
        func lackOfDescriptorsIsNotARefusedConnection(systemError: Int32) {
            let error = CurlError.error(7, details: "Failed to connect", systemError: systemError)
            #expect(error.code == .transportFailed)
            #expect(error.reason.contains("file descriptor"))
        }
    }
#endif
