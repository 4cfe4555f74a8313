#if os(Linux)
    import TernHTTP
    import Foundation

    /// Reusable memory for the pieces of bodies.
    ///
    /// malloc may return freed memory to the system. Each page of new memory then costs a page fault, which takes
    /// longer than receiving the bytes.
    final class CurlMemory: Sendable {
        /// A block of ``blockBytes`` bytes with one owner at a time: the piece while it grows, then the reader's
        /// `Data`.
        final class Block: Sendable {
            // Only the current owner of the block accesses its bytes.
            nonisolated(unsafe) let bytes = UnsafeMutableRawPointer.allocate(byteCount: blockBytes, alignment: 16)

            deinit {
                bytes.deallocate()
            }
        }

        static let blockBytes = 256 * 1024
        /// About as many blocks as one channel buffers.
        private static let maximumSpareBlocks = 4

        private let spareBlocks = Locked<[Block]>([])

        func take() -> Block {
            spareBlocks.withLock { $0.popLast() } ?? Block()
        }

        func giveBack(_ block: Block) {
            spareBlocks.withLock { blocks in
                if blocks.count < Self.maximumSpareBlocks { blocks.append(block) }
            }
        }
    }
#endif
