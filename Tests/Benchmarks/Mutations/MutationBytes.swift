/// Changed bytes and unrequested bytes.
enum MutationBytes {
    static func change(_ bytes: inout [UInt8], by kind: MutationKind, _ random: inout MutationRandom) {
        guard !bytes.isEmpty else { return }
        // Mostly in the head, where changes have more effect.
        let isInHead = random.happens(0.7)
        let place = Int.random(in: 0..<(isInHead ? min(120, bytes.count) : bytes.count), using: &random)
        switch kind {
        case .flippedBytes:
            bytes[place] =
                random.happens(0.5) ? bytes[place] ^ (1 << random.pick(0, 1, 5, 7)) : UInt8(random.next() & 0xFF)
        case .deletedBytes:
            bytes.removeSubrange(place..<min(bytes.count, place + random.pick(1, 1, 2, 10, 60)))
        case .insertedBytes:
            let inserted: [UInt8] = random.pick(
                [13, 10],
                [10],
                [13],
                [0],
                [0xFF, 0xFE],
                [0x20],
                [0x3A],
                [0x39],
                [13, 10, 13, 10],
                [UInt8](repeating: 0x41, count: 5_000),
                Array("\r\nX-Injected: yes\r\n".utf8)
            )
            bytes.insert(contentsOf: inserted, at: place)
        default:
            let lines = bytes.split(separator: 10, maxSplits: 8, omittingEmptySubsequences: false)
            guard let line = lines.dropLast().randomElement(using: &random) else { return }
            bytes.insert(contentsOf: Array(line) + [10], at: random.pick(line.endIndex + 1, 0))
        }
    }

    /// Bytes after a response or on an idle connection.
    ///
    /// - Parameter response: The response that was sent.
    static func unasked(for number: Int, _ response: [UInt8], _ random: inout MutationRandom) -> [UInt8] {
        let token = MutationToken(kind: .extra, number: number)
        switch Int.random(in: 0..<7, using: &random) {
        case 0: return [13, 10]
        case 1: return [10]
        case 2: return Array("HTTP/1.1".utf8)
        case 3: return Array("\(token)\n".utf8)
        case 4: return response
        case 5: return MutationResponse.whole(token, status: 408, close: true)
        default: return MutationResponse.whole(token)
        }
    }
}
