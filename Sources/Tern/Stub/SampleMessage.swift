import Foundation

/// The response message of a sample: a status, header fields, and a body in chunks.
package struct SampleMessage: Sendable {
    /// The loss of the connection after `receivedBytes` of the body.
    package struct Loss: Sendable {
        package let receivedBytes: Int
        package let error: any Error
    }

    /// A pause within the body after `receivedBytes`. It has no effect if the body has no further bytes.
    package struct Hold: Sendable {
        package let receivedBytes: Int
        package let gate: SampleGate
    }

    /// The time of the body's chunks and of its end.
    package struct Pace: Sendable {
        /// The time before the first chunk.
        var start = Duration.zero
        /// The time before each chunk but the first. The last one is also that of the further chunks.
        package let intervals: [Duration]
        /// The time between the last chunk and the end of the body.
        var rest = Duration.zero
        /// Holds the end of the body. `nil` if the body ends with its last chunk.
        package let end: SampleGate?

        /// The pause before a chunk. `nil` if there is none.
        func interval(before chunk: Int) -> Duration? {
            guard chunk > 0, let last = intervals.last else { return nil }
            let interval = chunk <= intervals.count ? intervals[chunk - 1] : last
            return interval > .zero ? interval : nil
        }
    }

    /// A step in the delivery of the body.
    package enum Step: Sendable {
        case chunk(Data)
        case hold(SampleGate)
        case pause(Duration)
        /// Always the last step.
        case loss(any Error)
    }

    /// Settings that only a server of the test kit can apply.
    package protocol WireSettings: Sendable, CustomStringConvertible {}

    package internal(set) var status: Int
    package var headers: HTTPHeaders
    package var trailers: HTTPHeaders = [:]
    /// The URL of the response; `nil` for that of the request.
    package let url: URL?
    package internal(set) var chunks: [Data]
    package internal(set) var loss: Loss?
    package internal(set) var hold: Hold?
    package internal(set) var pace: Pace?
    package var wireSettings: (any WireSettings)?
    /// Whether a request with a `Range` field receives a part of the body.
    package internal(set) var servesRanges = false
    /// Whether the body is a value that was encoded without an encoder of its own.
    var isEncodedByDefault = false
    /// Whether the content codings of the body are removed.
    package var isDecoded = false

    package init(status: Int, headers: HTTPHeaders, chunks: [Data], url: URL? = nil) {
        // A copy begins at index 0, as a live body does.
        let isSliced = chunks.contains { $0.startIndex != 0 }
        self.chunks = isSliced ? chunks.map { Data($0) } : chunks
        self.status = status
        self.headers = headers
        self.url = url
    }

    /// Sets the body.
    ///
    /// - Parameters:
    ///   - times: The time of each chunk since the fields.
    ///   - end: The time of the body's end.
    package mutating func setChunks(_ chunks: [Data], at times: [Duration], end: Duration) {
        self.chunks = chunks
        pace = nil
        guard !times.isEmpty || end > .zero else { return }
        let intervals = zip(times.dropFirst(), times).map { max(.zero, $0 - $1) }
        let rest = max(.zero, end - (times.last ?? .zero))
        let pace = Pace(start: times.first ?? .zero, intervals: intervals, rest: rest, end: nil)
        if ([pace.start, rest] + intervals).contains(where: { $0 > .zero }) { self.pace = pace }
    }

    /// All chunks, joined.
    package var body: Data {
        // `joined()` would copy byte by byte.
        chunks.reduce(into: Data()) { $0 += $1 }
    }

    /// The steps of the body's delivery: chunks that aren't empty, the pauses, and the loss of the connection.
    package var steps: [Step] {
        var steps: [Step] = []
        var hold = hold
        var count = 0
        let end = max(0, loss?.receivedBytes ?? .max)
        if let start = pace?.start, start > .zero { steps.append(.pause(start)) }
        for (index, chunk) in chunks.enumerated() {
            var remaining = chunk.prefix(end - count)
            if let pause = pace?.interval(before: index), count > 0, !remaining.isEmpty { steps.append(.pause(pause)) }
            if let pause = hold, pause.receivedBytes < count + remaining.count {
                let first = remaining.prefix(max(0, pause.receivedBytes - count))
                if !first.isEmpty { steps.append(.chunk(Data(first))) }
                steps.append(.hold(pause.gate))
                remaining = remaining.dropFirst(first.count)
                count += first.count
                hold = nil
            }
            // A copy begins at index 0, as a live chunk does.
            if !remaining.isEmpty { steps.append(.chunk(remaining.startIndex == 0 ? remaining : Data(remaining))) }
            count += remaining.count
        }
        if let rest = pace?.rest, rest > .zero { steps.append(.pause(rest)) }
        if let end = pace?.end { steps.append(.hold(end)) }
        if let loss { steps.append(.loss(loss.error)) }
        return steps
    }

    /// This message as the response to a request. It has no body for HEAD, and with status 204 or 304.
    package func responding(to request: Request) -> SampleMessage {
        if servesRanges { return part(for: request.method, request.headers).respondingWhole(to: request) }
        return respondingWhole(to: request)
    }

    private func respondingWhole(to request: Request) -> SampleMessage {
        guard request.method == .head || status == 204 || status == 304 else { return received(by: request) }
        var message = SampleMessage(status: status, headers: headers, chunks: [], url: url)
        message.wireSettings = wireSettings
        return message
    }

    /// The error for a stub if only a server can send this message. `nil` if a stub can send it.
    package var wireOnlyError: TernError? {
        wireSettings.map { settings in
            TernError(
                .missingSample,
                reason: "The sample response can only be sent by a LoopbackServer: \(settings).",
                advice: "Use a LoopbackServer, or .networkError, .breakingOff or .held(by:) instead."
            )
        }
    }

    /// Why no double can send the message: its status isn't that of a final response, or a field isn't valid. `nil` if a
    /// double can send it.
    package var mistake: TernError? {
        guard (200..<1000).contains(status) else {
            return TernError(
                .malformedResponse,
                reason: "Status \(status) is not the status of a final response.",
                advice: "Give the sample response a status from 200 to 999."
            )
        }
        return Self.mistake(inFields: headers)
    }

    /// Why fields can't be sent. `nil` if they can.
    package static func mistake(inFields fields: HTTPHeaders) -> TernError? {
        for field in fields {
            do throws(TernError) {
                try HTTPField.check(name: field.name, value: field.value, isOfResponse: true)
            } catch {
                return TernError(
                    .malformedResponse,
                    reason: error.reason,
                    advice: "Correct the field of the sample response."
                )
            }
        }
        return nil
    }

    /// Checks that a stub can send the message.
    ///
    /// - Throws: `TernError` with code `.missingSample` if only a server can send it; with code `.malformedResponse` if the
    ///   status isn't that of a final response, or a field isn't valid.
    package func check() throws {
        if let error = wireOnlyError { throw error }
        if let error = mistake { throw error }
    }
}
