import Foundation
import Tern
import TernConformance
import Testing

/// The features that cases need. A transport without features passes all cases that need no feature.
@Suite(.timeLimit(.minutes(20)))
struct FeatureTests {
    /// The platform's transport without any optional feature.
    private struct PlainTransport: Transport {
        private let transport: any Transport

        init(_ configuration: TransportConfiguration) throws(TernError) {
            try configuration.check()
            let hasProxy = if case .url = configuration.proxy { true } else { false }
            let usesFeatures =
                configuration.httpVersions == .http2 || hasProxy
                || configuration.unixSocketPath != nil || configuration.connectionsPerHost != nil
                || configuration.cookies == .inMemory || configuration.tls != TransportConfiguration.TLS()
            guard !usesFeatures else { throw TernError(.unsupportedConfiguration) }
            var configuration = configuration
            configuration.decompresses = false
            transport = try .platform(configuration)
        }

        func send(_ request: Request, hop: Hop) async throws -> Response {
            guard request.url.scheme == "http" else { throw TernError(.transportFailed, reason: "No TLS.") }
            let isBodyReplayable = request.body?.isReplayable ?? true
            var request = request
            if let body = request.body { request.body = try await collected(body) }
            if request.delivery == .streamed { request.delivery = .collected(limit: .max) }
            var response: Response
            do { response = try await transport.send(request, hop: hop) } catch var loss as ConnectionLoss {
                loss.isBodyReplayable = isBodyReplayable
                throw loss
            }
            (response.metrics, response.trailers) = (nil, [:])
            return response
        }

        private func collected(_ body: RequestBody) async throws -> RequestBody {
            let (chunks, sink) = AsyncStream<Data>.makeStream()
            try await body.forEachChunk { sink.yield($0) }
            sink.finish()
            var data = Data()
            for await chunk in chunks { data += chunk }
            return .data(data, contentType: body.contentType)
        }
    }

    #if os(Linux)
        @Test(arguments: 0..<4) func transportWithoutFeaturesPassesTheCasesWithoutFeatures(lane: Int) async {
            let cases = TransportConformance.cases(offering: [])
            for index in stride(from: lane, to: cases.count, by: 4) {
                do {
                    try await cases[index].run(within: .seconds(60)) { try PlainTransport($0) }
                } catch {
                    // The error names the case.
                    Issue.record(error)
                }
            }
        }
    #endif

    @Test(arguments: TransportConformance.Feature.all)
    func someCasesNeedTheFeature(_ feature: TransportConformance.Feature) {
        #expect(TransportConformance.cases.contains { $0.features.contains(feature) })
        let others = TransportConformance.cases(offering: TransportConformance.Feature.all.subtracting([feature]))
        #expect(others.allSatisfy { !$0.features.contains(feature) })
        #expect(others.count < TransportConformance.cases.count)
    }

    @Test func transportWithAllFeaturesHasAllCases() {
        let all = TransportConformance.cases(offering: TransportConformance.Feature.all)
        #expect(all.map(\.name) == TransportConformance.cases.map(\.name))
    }
}
