#if os(Linux)
    import Glibc

    /// The output to one client, written as fast as the socket accepts it.
    struct ServerOutput {
        let descriptor: Int32
        let filler: UnsafeRawBufferPointer
        private(set) var isBroken = false
        /// Bytes that the socket didn't accept at once.
        private var rest: ArraySlice<UInt8> = []
        private var fillerBytes = 0

        init(descriptor: Int32, filler: UnsafeRawBufferPointer) {
            self.descriptor = descriptor
            self.filler = filler
        }

        var isEmpty: Bool { rest.isEmpty && fillerBytes == 0 }

        /// Sends the bytes, and then `count` bytes of filler.
        mutating func send(_ bytes: UnsafeRawBufferPointer, fillerBytes: Int = 0) {
            let count = rest.isEmpty ? write(bytes) : 0
            if count < bytes.count { rest.append(contentsOf: bytes[count...]) }
            self.fillerBytes = fillerBytes
            if fillerBytes > 0 { flush() }
        }

        mutating func flush() {
            if !rest.isEmpty { rest.removeFirst(rest.withUnsafeBytes { write($0) }) }
            while rest.isEmpty, fillerBytes > 0 {
                let count = write(UnsafeRawBufferPointer(rebasing: filler.prefix(fillerBytes)))
                if count == 0 { return }
                fillerBytes -= count
            }
        }

        /// - Returns: The number of bytes that the socket accepted. 0 when it is full or broken.
        private mutating func write(_ bytes: UnsafeRawBufferPointer) -> Int {
            let flags = Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
            let count = Glibc.send(descriptor, bytes.baseAddress, bytes.count, flags)
            if count < 0, errno != EAGAIN { isBroken = true }
            return max(count, 0)
        }
    }
#endif
