import Foundation

extension SampleResponse {
    /// The head of a response, the steps of its body and its arrival; or a failure, or a sequence of responses, instead.
    package struct Parts: Sendable {
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

        /// The failure instead of a response.
        package enum Failure: Sendable {
            /// The transport throws this error.
            case network(any Error)
            /// The sample can't be made, for example because its file is missing. The call fails with this error.
            case invalid(TernError)

            var error: any Error {
                switch self {
                case .network(let error): error
                case .invalid(let error): error
                }
            }
        }

        package internal(set) var status: Int
        package var headers: HTTPHeaders
        package var trailers: HTTPHeaders = [:]
        /// The URL of the response; `nil` for that of the request.
        package internal(set) var url: URL?
        package internal(set) var chunks: [Data]
        package internal(set) var loss: Loss?
        package internal(set) var hold: Hold?
        package internal(set) var pace: Pace?
        /// `nil` if the response arrives at once.
        package internal(set) var arrival: SampleArrival?
        package internal(set) var failure: Failure?
        /// The responses of which each request receives one. They have all other parts.
        package internal(set) var sequence: SampleSequence?
        package var wireSettings: (any WireSettings)?
        /// Whether a request with a `Range` field receives a part of the body.
        package internal(set) var servesRanges = false
        /// Makes the response of a value again, with the encoder that matches a decoder. `nil` for any other body.
        var encoding: (@Sendable (JSONEncoder) -> SampleResponse)?
        /// Whether the body is a value that was encoded without an encoder of its own.
        var isEncodedByDefault = false
        /// Whether the content codings of the body are removed.
        package var isDecoded = false

        package init(status: Int, headers: HTTPHeaders, chunks: [Data] = []) {
            self.chunks = chunks.unsliced
            self.status = status
            self.headers = headers
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
                let size = min(chunk.count, end - count)
                var start = 0
                if let pause = pace?.interval(before: index), count > 0, size > 0 { steps.append(.pause(pause)) }
                if let pause = hold, pause.receivedBytes < count + size {
                    start = max(0, pause.receivedBytes - count)
                    if start > 0 { steps.append(.chunk(chunk.piece(0..<start))) }
                    steps.append(.hold(pause.gate))
                    hold = nil
                }
                if start < size { steps.append(.chunk(chunk.piece(start..<size))) }
                count += size
            }
            if let rest = pace?.rest, rest > .zero { steps.append(.pause(rest)) }
            if let end = pace?.end { steps.append(.hold(end)) }
            if let loss { steps.append(.loss(loss.error)) }
            return steps
        }
    }
}
