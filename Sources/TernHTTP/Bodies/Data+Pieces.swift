import Foundation

// Foundation compiles the operations of `Data` into each caller, with some hundred bytes of code each.
extension Data {
    /// The bytes at these offsets, which must exist. The result begins at index 0.
    @inline(never)
    package func piece(_ offsets: Range<Int>) -> Data {
        if startIndex == 0, offsets == indices { return self }
        return Data(self[(startIndex + offsets.lowerBound)..<(startIndex + offsets.upperBound)])
    }

    /// The bytes in pieces of this many bytes. The last piece may be shorter.
    package func pieces(of size: Int) -> [Data] {
        var pieces: [Data] = []
        var start = 0
        while start < count {
            let end = Swift.min(start + size, count)
            pieces.append(piece(start..<end))
            start = end
        }
        return pieces
    }
}

extension [Data] {
    /// The same bytes, but each element begins at index 0, as a received body does.
    package var unsliced: [Data] { contains { $0.startIndex != 0 } ? map { $0.piece(0..<$0.count) } : self }
}
