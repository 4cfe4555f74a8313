#if os(Linux)
    import TernHTTP
    import Foundation

    /// The body of a response, which is collected in memory or delivered to a reader piece by piece.
    struct CurlBody {
        /// Receives the pieces. `nil` while the body is collected.
        var channel: BodyChannel?
        /// The collected body. Empty if the body is streamed.
        private(set) var collected = Data()

        private let limit: Int
        private let memory: CurlMemory
        private let budget: BodyBudget
        /// The piece that `channel` hasn't received yet: the first `pieceBytes` bytes of the block.
        private var block: CurlMemory.Block?
        private var pieceBytes = 0

        /// Memory is reserved up to this size only: an announced length can be wrong, and can exceed the memory.
        private static let maximumReservedBytes = 64 * 1024 * 1024

        /// - Parameter limit: The maximum size of a collected body, in bytes.
        init(limit: Int, memory: CurlMemory, budget: BodyBudget) {
            self.limit = limit
            self.memory = memory
            self.budget = budget
        }

        /// Whether a piece waits to be flushed.
        var hasPiece: Bool { block != nil }

        /// Appends received bytes, and delivers each full piece.
        ///
        /// - Parameters:
        ///   - announcedBytes: The announced length of the body. `nil` if it is unknown.
        ///   - status: The status of the response, for the error.
        /// - Returns: Whether the channel accepts more bytes at once.
        /// - Throws: `TernError` with code `.bodyTooLarge` if a collected body exceeds the limit.
        mutating func take(
            _ bytes: UnsafeRawBufferPointer,
            of announcedBytes: Int?,
            status: Int = 200
        ) throws(TernError) -> Bool {
            if channel == nil {
                try collect(bytes, of: announcedBytes, status: status)
                return true
            }
            var hasRoom = true
            var rest = bytes[...]
            while !rest.isEmpty {
                let block = block ?? memory.take()
                self.block = block
                let part = UnsafeRawBufferPointer(rebasing: rest.prefix(CurlMemory.blockBytes - pieceBytes))
                UnsafeMutableRawBufferPointer(start: block.bytes + pieceBytes, count: part.count).copyMemory(from: part)
                pieceBytes += part.count
                rest = rest.dropFirst(part.count)
                // libcurl delivers at most 64 KiB at a time, and waking the reader for each is expensive.
                if pieceBytes >= min(CurlMemory.blockBytes, budget.bytesPerStream) { hasRoom = flush() }
            }
            return hasRoom
        }

        /// Delivers the pending piece, even if it isn't full.
        ///
        /// - Returns: Whether the channel accepts more bytes at once.
        mutating func flush() -> Bool {
            guard let block, let channel else { return true }
            let count = pieceBytes
            self.block = nil
            pieceBytes = 0
            return channel.push(piece(of: block, count))
        }

        private mutating func collect(
            _ bytes: UnsafeRawBufferPointer,
            of announcedBytes: Int?,
            status: Int
        ) throws(TernError) {
            guard bytes.count <= limit - collected.count else { throw .bodyTooLarge(limit: limit, status: status) }
            if collected.isEmpty {
                collected.reserveCapacity(min(announcedBytes ?? 0, limit, Self.maximumReservedBytes))
            }
            collected.append(contentsOf: bytes)
        }

        /// Copies small pieces, so that a retained piece holds at most twice the memory that it needs.
        private func piece(of block: CurlMemory.Block, _ count: Int) -> Data {
            if count <= CurlMemory.blockBytes / 2 {
                defer { memory.giveBack(block) }
                return Data(bytes: block.bytes, count: count)
            }
            return Data(
                bytesNoCopy: block.bytes,
                count: count,
                deallocator: .custom { [memory] _, _ in memory.giveBack(block) }
            )
        }
    }
#endif
