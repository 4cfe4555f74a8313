#if os(Linux)
    /// A hash of the addresses and ports at both ends of a connection.
    struct CurlEndpoints: Hashable {
        private let hash: UInt64

        /// `nil` if the values don't identify a connection, as for Unix domain sockets.
        init?(
            remoteAddress: UnsafePointer<CChar>?,
            remotePort: Int32,
            localAddress: UnsafePointer<CChar>?,
            localPort: Int32
        ) {
            guard localPort > 0, let remoteAddress, let localAddress else { return nil }
            // FNV-1a is enough: the texts are short and not secret.
            var hash: UInt64 = 0xcbf2_9ce4_8422_2325
            func add(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
            for text in [remoteAddress, localAddress] {
                var next = text
                while next.pointee != 0 {
                    add(UInt8(bitPattern: next.pointee))
                    next += 1
                }
                add(0)
            }
            self.hash =
                hash ^ UInt64(UInt16(truncatingIfNeeded: remotePort)) << 16
                ^ UInt64(UInt16(truncatingIfNeeded: localPort))
        }
    }
#endif
