import Foundation

extension BodyStream {
    /// A stream of the body that an engine pushes through a channel.
    init(_ channel: BodyChannel) {
        self.init(ChannelBody(channel))
    }
}

/// The reader of a channel. Ends the exchange when no copy of the stream is left.
private final class ChannelBody: BodySequence {
    private let channel: BodyChannel

    init(_ channel: BodyChannel) {
        self.channel = channel
    }

    deinit {
        channel.abandon()
    }

    var metrics: TransportMetrics? { channel.metrics }
    var trailers: HTTPHeaders { channel.trailers }

    func next() async throws -> Data? {
        try await ExternalWait.run("the next piece of a body", continues: true) { [channel] in try await channel.next()
        }
    }

    func end(with error: TernError) {
        channel.end(with: error)
    }

    func abandon(with error: TernError) {
        channel.abandon(with: error)
    }
}
