import Foundation
import Tern
import TernTesting

/// A port on 127.0.0.1 where the kernel accepts connections, but no server reads from them. A client receives no response.
final class SilentLoopbackPort: Sendable {
    let number: Int
    private let descriptor: Int32

    init() throws(TestKitError) {
        (descriptor, number) = try Sockets.listen()
    }

    deinit {
        Sockets.close(descriptor)
    }

    /// Returns when a client has connected.
    func connection() async {
        let source = DispatchSource.makeReadSource(fileDescriptor: descriptor)
        let (stream, continuation) = AsyncStream<Void>.makeStream()
        source.setEventHandler { continuation.yield() }
        source.activate()
        for await _ in stream { break }
        await withCheckedContinuation { done in
            source.setCancelHandler { done.resume() }
            source.cancel()
        }
    }
}
