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
