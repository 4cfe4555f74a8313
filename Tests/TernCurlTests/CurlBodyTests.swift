#if os(Linux)
    import Foundation
    import TernConformance
    import TernTesting
    import Testing

    @testable import TernCurl
    @testable import TernHTTP

    @Suite(.timeLimit(.minutes(20)))
    struct CurlBodyTests {
        private let memory = CurlMemory()
        private let channel = BodyChannel(onRoom: {}, onAbandon: {})

        private func body() -> CurlBody {
            var body = CurlBody(limit: 0, memory: memory, budget: BodyBudget())
            body.channel = channel
            return body
        }

        @Test func deliversFullPiecesAtOnceAndTheRestOnDemand() async throws {
            var body = body()
            let bytes = Data.pattern(CurlMemory.blockBytes * 3 + 100_000)
            #expect(BodyBudget.maximumBytes == CurlMemory.blockBytes * 2)
            let hasRoom = try bytes.withUnsafeBytes { try body.take($0, of: nil) }
            #expect(!hasRoom)
            #expect(channel.waitingBytes == CurlMemory.blockBytes * 3)
            #expect(body.hasPiece)
            _ = body.flush()
            #expect(!body.hasPiece)
            channel.finish(.success(()))
            var received = Data()
            while let piece = try await channel.next() { received += piece }
            #expect(received == bytes)
        }

        @Test func reusesAPieceThatItsReaderReleased() async throws {
            let block = lent()
            var body = body()
            let bytes = Data.pattern(CurlMemory.blockBytes)
            _ = try bytes.withUnsafeBytes { try body.take($0, of: nil) }
            var piece = try await channel.next()
            #expect(piece == bytes)
            let other = memory.take()
            #expect(other !== block)
            piece = nil
            #expect(memory.take() === block)
        }

        @Test(arguments: [true, false])
        func releasesTheMemoryOnceIfTheReaderChangesThePiece(isCopied: Bool) async throws {
            let block = lent()
            var body = body()
            let bytes = Data.pattern(CurlMemory.blockBytes)
            _ = try bytes.withUnsafeBytes { try body.take($0, of: nil) }
            var piece = try #require(try await channel.next())
            let copy = isCopied ? piece : Data()
            piece[0] = ~piece[0]
            piece.append(contentsOf: bytes)
            piece.removeFirst(CurlMemory.blockBytes)
            #expect(piece == bytes)
            #expect(copy == (isCopied ? bytes : Data()))
            withExtendedLifetime(copy) { #expect((memory.take() === block) == !isCopied) }
            #expect(memory.take() !== block)
        }

        @Test func keepsNoFullBlockForASmallPiece() async throws {
            let block = lent()
            var body = body()
            let bytes = Data.pattern(1_000)
            _ = try bytes.withUnsafeBytes { try body.take($0, of: nil) }
            _ = body.flush()
            let piece = try await channel.next()
            #expect(memory.take() === block)
            #expect(piece == bytes)
        }

        /// The next block.
        private func lent() -> CurlMemory.Block {
            let block = memory.take()
            memory.giveBack(block)
            return block
        }
    }
#endif
