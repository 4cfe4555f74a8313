import Foundation
import Tern
import TestDoubles
import Testing

@testable import TernHTTP
@testable import TernURLSession

/// Configurations and options that a session doesn't support are errors when the transport is made.
struct URLSessionCheckTests {
    private func refusal(_ change: (URLSessionConfiguration) -> Void) throws -> TernError {
        let configuration = URLSessionConfiguration.ephemeral
        change(configuration)
        let error = #expect(throws: TernError.self) { try URLSessionTransport(configuration: configuration) }
        #expect(error?.code == .unsupportedConfiguration)
        return try #require(error)
    }

    @Test func backgroundSessionIsRefusedWithTheReason() throws {
        #if canImport(FoundationNetworking)
            let error = try refusal { $0.identifier = "org.example.downloads" }
        #else
            let error = try #require(
                #expect(throws: TernError.self) {
                    try URLSessionTransport(configuration: .background(withIdentifier: "org.example.downloads"))
                }
            )
        #endif
        #expect(error.reason.contains("background session"), "\(error.reason)")
        #expect(error.reason.contains("after the process has ended"), "\(error.reason)")
    }

    @Test func discretionaryTransfersAreRefused() throws {
        #expect(try refusal { $0.isDiscretionary = true }.reason.contains("isDiscretionary"))
    }

    @Test(arguments: ["Authorization", "authorization", "Cookie", "Host", "Connection", "Proxy-Authorization"])
    func additionalFieldsOfTheSystemAreRefused(name: String) throws {
        let error = try refusal { $0.httpAdditionalHeaders = [name: "secret-value"] }
        #expect(error.reason.contains(name), "\(error.reason)")
        #expect(!"\(error)".contains("secret-value"))
    }

    @Test(arguments: [
        ("X-A\r\nX-B", "b"), ("", "b"), ("X A", "b"), ("X-A:", "b"), ("X-A", "b\r\nX-B: c"), ("X-A", "\0"),
    ])
    func additionalFieldsThatAreNotValidAreRefused(name: String, value: String) throws {
        #expect(try refusal { $0.httpAdditionalHeaders = [name: value] }.reason.contains("httpAdditionalHeaders"))
    }

    @Test func otherConfigurationsAreAccepted() throws {
        let configuration = URLSessionConfiguration.default
        configuration.httpAdditionalHeaders = ["User-Agent": "Test/1", "Accept-Language": "de, en"]
        configuration.httpMaximumConnectionsPerHost = 2
        _ = try URLSessionTransport(configuration: configuration)
    }

    #if canImport(FoundationNetworking)
        @Test(arguments: [
            "waitsForConnectivity", "onWaitingForConnectivity", "allowsCellularAccess", "allowsExpensiveNetworkAccess",
            "allowsConstrainedNetworkAccess", "assumesHTTP3Capable", "cookieStorage", "cache", "onChallenge",
        ])
        func optionsAreRefusedByName(name: String) throws {
            var options = URLSessionTransport.Options()
            switch name {
            case "waitsForConnectivity": options.waitsForConnectivity = true
            case "onWaitingForConnectivity": options.onWaitingForConnectivity = { _ in }
            case "allowsCellularAccess": options.allowsCellularAccess = false
            case "allowsExpensiveNetworkAccess": options.allowsExpensiveNetworkAccess = false
            case "allowsConstrainedNetworkAccess": options.allowsConstrainedNetworkAccess = false
            case "assumesHTTP3Capable": options.assumesHTTP3Capable = true
            case "cookieStorage": options.cookieStorage = .shared
            case "cache": options.cache = URLCache(memoryCapacity: 1, diskCapacity: 0, diskPath: nil)
            default: options.onChallenge = { _ in .standard }
            }
            #expect(options.changed == [name])
            let errors = [
                #expect(throws: TernError.self) { try URLSessionTransport(TransportConfiguration(), options: options) },
                #expect(throws: TernError.self) {
                    try URLSessionTransport(configuration: .ephemeral, options: options)
                },
            ]
            for error in errors {
                #expect(error?.code == .unsupportedConfiguration)
                #expect(error?.reason.contains(name) == true, "\(error?.reason ?? "")")
            }
        }
    #endif

    @Test func defaultOptionsAreAccepted() throws {
        #expect(URLSessionTransport.Options().changed.isEmpty)
        _ = try URLSessionTransport(TransportConfiguration(), options: URLSessionTransport.Options())
        _ = try URLSessionTransport(configuration: .ephemeral, options: URLSessionTransport.Options())
    }
}
