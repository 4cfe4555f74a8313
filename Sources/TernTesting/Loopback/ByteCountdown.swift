import Tern

/// Counts the bytes of a script down to the end of a response whose length is announced. A client may take the response
/// as complete before the script returns.
final class ByteCountdown: Sendable {
    /// Negative after more bytes than announced.
    private let remainingBytes: Locked<Int?>
    private let onLastBytes: @Sendable () -> Void

    /// - Parameters:
    ///   - bytes: The number of bytes. `nil` if the length isn't announced.
    ///   - onLastBytes: Called before the last bytes are sent, with an announced length.
    init(_ bytes: Int?, onLastBytes: @escaping @Sendable () -> Void) {
        remainingBytes = Locked(bytes)
        self.onLastBytes = onLastBytes
    }

    func willSend(_ count: Int) {
        let isEnd = remainingBytes.withLock { remaining in
            guard let bytes = remaining else { return false }
            remaining = bytes - count
            return bytes > 0 && bytes <= count
        }
        if isEnd { onLastBytes() }
    }

    /// Whether as many bytes were sent as announced. `true` if no length is announced.
    var isExact: Bool { remainingBytes.withLock { $0 ?? 0 == 0 } }
}
