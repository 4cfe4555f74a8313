/// Received bytes that wait to be parsed. Taking bytes from the front moves an index; the bytes themselves are moved
/// only when more are added.
package struct ByteQueue {
    private var storage: [UInt8] = []
    private var start = 0
    /// The bytes before this index contain no LF. A line that arrives byte by byte is therefore searched only once.
    private var searched = 0

    package init() {}

    package var count: Int { storage.count - start }

    package mutating func append(_ bytes: UnsafeRawBufferPointer) {
        if start == storage.count {
            storage.removeAll(keepingCapacity: storage.capacity <= 256 * 1024)
            (start, searched) = (0, 0)
        } else if start > 32 * 1024, start > storage.count / 2 {
            storage.removeSubrange(..<start)
            (start, searched) = (0, max(0, searched - start))
        }
        storage.append(contentsOf: bytes)
    }

    /// The next line with its LF. `nil` if the line is incomplete.
    ///
    /// Release the slice before the next ``append(_:)``; otherwise the queue is copied.
    mutating func takeLine() -> ArraySlice<UInt8>? {
        let from = max(start, searched)
        guard let end = storage[from...].firstIndex(of: 0x0A) else {
            searched = storage.count
            return nil
        }
        defer { start = end + 1 }
        return storage[start...end]
    }

    /// Passes the first `size` bytes to `read` without removing them. There must be at least `size` bytes.
    package func peek(_ size: Int, _ read: (UnsafeBufferPointer<UInt8>) -> Void) {
        storage.withUnsafeBufferPointer { read(UnsafeBufferPointer(rebasing: $0[start..<(start + size)])) }
    }

    /// Removes up to `maximum` bytes and passes them to `read`.
    package mutating func take(upTo maximum: Int, _ read: (UnsafeBufferPointer<UInt8>) -> Void) -> Int {
        let taken = min(maximum, count)
        peek(taken, read)
        start += taken
        return taken
    }

    /// Passes all bytes to `read`, and removes as many as it has used.
    mutating func take<Value>(_ read: (UnsafeRawBufferPointer) -> (Value, used: Int)) -> Value {
        let (value, used) = storage.withUnsafeBytes { read(UnsafeRawBufferPointer(rebasing: $0[start...])) }
        start += used
        return value
    }
}
