import Foundation
import TestDoubles
import Testing

@testable import TernImages

/// Broken headers.
@Suite(.timeLimit(.minutes(20)))
struct HeaderMutationTests {
    /// The types allow no size below 1, so the test is that nothing traps or runs away.
    @Test func mutatedHeadersAreReadWithoutATrap() {
        var numbers = SeededRandom(seed: 21)
        var (headers, sizes) = (0, 0)
        for round in 0..<100_000 {
            var data = Pictures.all[round % Pictures.all.count]
            for _ in 0..<Int.random(in: 1...4, using: &numbers) { Self.mutate(&data, &numbers) }

            guard let header = ImageHeader(data) else { continue }
            headers += 1
            _ = EncodedImage(data: data, header: header).isTruncated
            guard let size = header.size else { continue }
            sizes += 1
            if size.width < 1 || size.height < 1 {
                Issue.record(
                    "\(header.format) has the size \(size.width) × \(size.height): \(data.base64EncodedString())"
                )
            }
        }

        #expect(headers > 40_000)
        #expect(sizes > 12_000)
    }

    @Test func everyPrefixIsReadWithoutATrap() {
        for data in Pictures.all {
            for count in 0...data.count {
                let prefix = data.prefix(count)
                guard let header = ImageHeader(prefix) else { continue }
                #expect(ImageHeader(data)?.format == header.format)
                _ = EncodedImage(data: prefix, header: header).isTruncated
            }
        }
    }

    private static func mutate(_ data: inout Data, _ numbers: inout SeededRandom) {
        guard !data.isEmpty else { return }
        let index = Int.random(in: 0..<data.count, using: &numbers)
        switch Int.random(in: 0..<6, using: &numbers) {
        case 0: data[data.startIndex + index] = UInt8.random(in: 0...255, using: &numbers)
        case 1: data[data.startIndex + index] ^= 1 << UInt8.random(in: 0...7, using: &numbers)
        case 2: data[data.startIndex + index] = [0, 0xFF, 0x7F, 0x80].randomElement(using: &numbers) ?? 0
        case 3: data = Data(data.prefix(index))
        case 4:
            let end = min(data.count, index + 4)
            for place in index..<end { data[data.startIndex + place] = 0xFF }
        default: data.insert(UInt8.random(in: 0...255, using: &numbers), at: data.startIndex + index)
        }
    }
}
