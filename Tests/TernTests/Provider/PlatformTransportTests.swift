#if os(Linux)
    import Foundation
    import TestDoubles
    import Testing

    @testable import Tern
    @testable import TernCurl

    struct PlatformTransportTests {
        @Test func isCurlTransportWhereLibcurlCanBeUsed() {
            #expect(PlatformTransport.platform.description == "CurlTransport")
        }

        @Test func callsFailWithTheVersionsWhereLibcurlCannotBeUsed() async throws {
            let failure = CurlLibrary.failure(with: "libcurl 7.61.1", 0x07_3D_01, isComplete: false)
            let transport = PlatformTransport(engine: .failure(try #require(failure)))
            let reason = "libcurl 7.61.1 is too old: Tern needs 7.68 or later."
            #expect(transport.description == "no engine: \(reason)")
            #expect(
                !transport.decodesResponse(to: Request(url: URL(filePath: "/")), with: ["Content-Encoding": "gzip"])
            )

            let provider = Provider<LiveTarget>(transport: transport)
            let target = LiveTarget(try #require(URL(string: "http://127.0.0.1")), "/")
            let error = await #expect(throws: TernError.self) { try await provider.request(target) }
            #expect(error?.code == .transportFailed)
            #expect(error?.reason == reason)
            #expect(error?.description.contains("Install another libcurl") == true)
        }

        @Test func unsupportedConfigurationIsNoOtherEngine() {
            var configuration = TransportConfiguration()
            configuration.connectTimeout = .zero
            let error = #expect(throws: TernError.self) { try PlatformTransport(configuration) }
            #expect(error?.code == .unsupportedConfiguration)
        }

        @Test(arguments: [EMFILE, ENFILE])
        func lackOfDescriptorsIsNotARefusedConnection(systemError: Int32) {
            let error = CurlError.error(7, details: "Failed to connect", systemError: systemError)
            #expect(error.code == .transportFailed)
            #expect(error.reason.contains("file descriptor"))
        }
    }
#endif
