import Foundation
import Tern

extension Transport {
    /// This transport with a cassette: recorded responses replace it, or what it sends is recorded.
    ///
    /// - Parameters:
    ///   - cassette: ``Cassette/current``, that of the running test, by default. `nil` changes nothing.
    ///   - clock: Measures the delays of recorded responses. Real time by default.
    public func played(
        by cassette: Cassette? = .current,
        clock: any Clock<Duration> = ContinuousClock()
    ) -> any Transport {
        guard let cassette else { return self }
        return CassetteTransport(cassette: cassette, base: self, clock: clock)
    }
}

extension Provider {
    /// A copy of this provider with a cassette: recorded responses replace those of its transport, or what it sends is
    /// recorded. Its calls aren't stubbed. The journal of the cassette records them.
    ///
    /// - Parameter cassette: ``Cassette/current``, that of the running test, by default. `nil` changes nothing.
    public func played(by cassette: Cassette? = .current) -> Provider {
        guard let cassette else { return self }
        return adding(CassetteTargetPlugin())
            .sending { CassetteTransport(cassette: cassette, base: $0, clock: clock) }
            .recorded(in: cassette.journal, at: cassette.source)
    }
}

/// Adds the target of a call to its request.
private struct CassetteTargetPlugin: Plugin {
    nonisolated(nonsending) func intercept(_ request: Request, context: RequestContext, next: Next) async throws
        -> Response
    {
        var request = request
        request.attributes[CassetteTarget.self] = context.target
        return try await next(request)
    }
}

/// The target of a request. `nil` if no provider has sent it.
private enum CassetteTarget: RequestAttributeKey {
    static let defaultValue: (any TargetType)? = nil
}

/// Replays the exchanges of a cassette, or records those of another transport.
private struct CassetteTransport: Transport {
    let cassette: Cassette
    let base: any Transport
    let clock: any Clock<Duration>

    // Without a hop to another thread, as the stages around it.
    nonisolated(nonsending) func send(_ request: Request, hop: Hop) async throws -> Response {
        let target = request.attributes[CassetteTarget.self]
        if cassette.mode == .record || cassette.mode == .compare { return try await record(request, target, hop) }
        let (request, recorded) = try await request.readable()
        let sample: SampleResponse?
        do throws(TestKitError) {
            sample = try cassette.replayed(recorded, target)
        } catch {
            throw TernError(.missingSample, reason: error.message, advice: "Correct the recording.", underlying: error)
        }
        if let sample { return try await sample.transport(on: clock).send(request, hop: hop) }
        if cassette.mode == .recordMissing { return try await record(request, target, hop) }
        let error = cassette.missing(recorded, target.map(targetName), cassette.matching)
        cassette.journal?.report(Journal.Finding(.unmatchedRequest, error.reasonAndAdvice, at: cassette.source))
        throw error
    }

    /// A recording has the body as it was delivered.
    func decodesResponse(to request: Request, with headers: HTTPHeaders) -> Bool {
        cassette.mode == .replay || base.decodesResponse(to: request, with: headers)
    }

    // MARK: - Private

    private nonisolated(nonsending) func record(
        _ request: Request,
        _ target: (any TargetType)?,
        _ hop: Hop
    ) async throws -> Response {
        let recorded = RecordedRequest(request)
        let recording = cassette.begin(recorded, target.map(targetName))
        var request = request
        if let body = request.body, body.data == nil {
            request.body = body.observedInPieces {
                let copy = Locked(RecordedBody(of: recorded))
                return { piece in
                    guard let piece else { return recording.setRequestBody(copy.withLock(\.self)) }
                    copy.withLock { $0.add(piece) }
                }
            }
        }
        do {
            let response = recording.received(try await base.send(request, hop: hop))
            await recording.readRequestBody(of: request)
            return response
        } catch let loss as ConnectionLoss where loss.allowsRepetition(of: request) {
            // Tern sends the request again.
            throw loss
        } catch {
            let passed = request.attributes[RequestDeadline.self]?.passedError
            recording.failed(passed.map { TernError($0, response: (error as? TernError)?.response) } ?? error)
            await recording.readRequestBody(of: request)
            throw error
        }
    }
}

extension Request {
    /// The request as a cassette recognizes it, and one that can still be sent.
    fileprivate nonisolated(nonsending) func readable() async throws -> (Request, RecordedRequest) {
        guard let body, body.data == nil else { return (self, RecordedRequest(self).recognizable) }
        var request = self
        if !body.isReplayable { request.body = .data(try await body.collected(), contentType: body.contentType) }
        var result = RecordedRequest(request)
        let recorded = Locked(RecordedBody(of: result))
        try await request.body?.forEachChunk { piece in recorded.withLock { $0.add(piece) } }
        result.setBody(recorded.withLock(\.self))
        return (request, result)
    }
}
