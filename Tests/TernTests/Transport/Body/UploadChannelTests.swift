import Foundation
import Testing

@testable import Tern

@Suite(.timeLimit(.minutes(5)))
struct UploadChannelTests {
    @Test func engineGetsManySmallPiecesAtOnce() async throws {
        let count = 520_000
        let askedFor = Watched(0)
        let source = BodySource.stream {
            AsyncStream<Data> {
                let index = askedFor.update { index in
                    index += 1
                    return index
                }
                return index > count ? nil : Data([UInt8(truncatingIfNeeded: index)])
            }
        }
        let channel = UploadChannel(source) {}
        #expect(channel.begin())
        await askedFor.value { $0 >= count }

        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 * 1024, alignment: 1)
        defer { buffer.deallocate() }
        guard case .bytes(buffer.count) = channel.take(into: buffer) else {
            Issue.record("The channel had less than it was brought.")
            return
        }
        #expect(buffer.indices.allSatisfy { buffer[$0] == UInt8(truncatingIfNeeded: $0 + 1) })
        channel.abandon()
    }
}
