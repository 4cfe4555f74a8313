#if os(Linux)
    import Foundation

    /// Where the body of an answer goes: as a whole into memory, or piece by piece to a reader.
    struct CurlBody {
        /// Takes the pieces. `nil` while the body is collected.
        var channel: BodyChannel?
        /// The whole body, if it is collected.
        private(set) var collected = Data()

        private let limit: Int
        private let memory: CurlMemory
        private let budget: BodyBudget
        /// What `channel` hasn't got yet: as many bytes of the block.
        private var block: CurlMemory.Block?
        private var pieceBytes = 0

        /// What is announced need not come, and may be more than there is memory.
        private static let maximumReservedBytes = 64 * 1024 * 1024

        /// - Parameter limit: How many bytes are collected at most.
        init(limit: Int, memory: CurlMemory, budget: BodyBudget) {
            self.limit = limit
            self.memory = memory
            self.budget = budget
        }

        /// Whether there is something to hand over.
        var hasPiece: Bool { block != nil }

        /// Takes some more of the body, and hands over what makes a full piece.
        ///
        /// - Parameter announcedBytes: How long the body is to be.
        /// - Returns: Whether there is room for more.
        /// - Throws: `TernError` with code `.bodyTooLarge`, if more is collected than may be.
        mutating func take(_ bytes: UnsafeRawBufferPointer, of announcedBytes: Int?) throws(TernError) -> Bool {
            if channel == nil {
                try collect(bytes, of: announcedBytes)
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
                // libcurl brings 64 KiB at most, and waking a reader for each is dear.
                if pieceBytes >= min(CurlMemory.blockBytes, budget.bytesPerStream) { hasRoom = flush() }
            }
            return hasRoom
        }

        /// Hands over what has come, however little.
        ///
        /// - Returns: Whether there is room for more.
        mutating func flush() -> Bool {
            guard let block, let channel else { return true }
            let count = pieceBytes
            self.block = nil
            pieceBytes = 0
            return channel.push(piece(of: block, count))
        }

        private mutating func collect(
            _ bytes: UnsafeRawBufferPointer,
            of announcedBytes: Int?
        ) throws(TernError) {
            guard bytes.count <= limit - collected.count else { throw .bodyTooLarge(limit: limit) }
            if collected.isEmpty {
                collected.reserveCapacity(min(announcedBytes ?? 0, limit, Self.maximumReservedBytes))
            }
            collected.append(contentsOf: bytes)
        }

        /// A piece that somebody keeps holds no more than twice the memory that it needs.
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
