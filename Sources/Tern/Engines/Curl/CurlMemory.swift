#if os(Linux)
    import Foundation

    /// Memory for the pieces of bodies, used again and again: what malloc gets back it may give to the system, and then each
    /// page costs a fault when it is asked for anew, which takes longer than receiving it.
    final class CurlMemory: Sendable {
        /// ``blockBytes`` bytes, which have one owner at a time: a piece while it grows, then its reader's `Data`.
        final class Block: Sendable {
            // Unsafe only by its type: nobody but the owner of the block touches its bytes.
            nonisolated(unsafe) let bytes = UnsafeMutableRawPointer.allocate(byteCount: blockBytes, alignment: 16)

            deinit {
                bytes.deallocate()
            }
        }

        static let blockBytes = 256 * 1024
        /// About as many as wait for one reader.
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
