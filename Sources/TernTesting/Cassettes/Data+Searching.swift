import Foundation

extension Data {
    /// The index of the first byte of this value at or after an index. `endIndex` if there is none.
    func index(of byte: UInt8, from start: Index) -> Index {
        withUnsafeBytes { bytes in
            let offset = start - startIndex
            guard let base = bytes.baseAddress, offset < bytes.count,
                let found = memchr(base + offset, Int32(byte), bytes.count - offset)
            else { return endIndex }
            return startIndex + base.distance(to: UnsafeRawPointer(found))
        }
    }

    /// The lines, without their line feeds.
    var lines: [Data] {
        var lines: [Data] = []
        var start = startIndex
        while start < endIndex {
            let end = index(of: 0x0a, from: start)
            lines.append(self[start..<end])
            start = end + 1
        }
        return lines
    }
}
