import Foundation
import Tern
import TernTesting

/// A port on 127.0.0.1 where the kernel accepts connections, but no server reads from them. A client receives no
/// response.
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
        await withCheckedContinuation { done in
            // The source is cancelled at the first event. The port stays readable, so the source would call its handler
            // repeatedly.
            source.setEventHandler { source.cancel() }
            source.setCancelHandler { done.resume() }
            source.activate()
        }
    }
}
