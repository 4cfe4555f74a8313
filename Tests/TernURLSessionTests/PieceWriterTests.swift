import Foundation
import Testing

@testable import TernHTTP
@testable import TernURLSession

struct PieceWriterTests {
    /// A stream with room for a number of bytes.
    private struct Room {
        var free: Int
        var written = Data()

        mutating func write(_ start: UnsafePointer<UInt8>, _ count: Int) -> Int {
            let count = min(count, free, 3)
            written.append(start, count: count)
            free -= count
            return count
        }
    }

    private func advance(_ writer: inout PieceWriter, _ room: inout Room) -> PieceWriter.Outcome {
        let free = room.free
        var (left, target) = (free, room)
        defer { room = target }
        return writer.advance(
            while: { left > 0 },
            write: { start, count in
                let written = target.write(start, count)
                left -= written
                return written
            }
        )
    }

    @Test func writesOnlyWhileThereIsRoom() {
        var (writer, room) = (PieceWriter(), Room(free: 4))
        writer.begin(Data("0123456789".utf8))
        #expect(advance(&writer, &room) == .isFull)
        #expect(room.written == Data("0123".utf8))
        #expect(advance(&writer, &room) == .isFull)
        room.free = 100
        #expect(advance(&writer, &room) == .done)
        #expect(room.written == Data("0123456789".utf8))
        #expect(advance(&writer, &room) == .done)
        writer.begin(Data("ab".utf8))
        #expect(advance(&writer, &room) == .done)
        #expect(room.written == Data("0123456789ab".utf8))
    }

    @Test(arguments: [0, -1]) func closedStreamFails(result: Int) {
        var writer = PieceWriter()
        writer.begin(Data([1]))
        #expect(writer.advance(while: { true }, write: { _, _ in result }) == .failed)
    }

    @Test func emptyPieceIsDoneWithoutAWrite() {
        var writer = PieceWriter()
        writer.begin(Data())
        #expect(writer.advance(while: { false }, write: { _, _ in -1 }) == .done)
    }
}
