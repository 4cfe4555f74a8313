import Foundation
import TestDoubles
import Testing

@testable import TernHTTP

@Suite(.timeLimit(.minutes(20)))
struct UploadChannelTests {
    @Test func engineReceivesManySmallPiecesAtOnce() async throws {
        let count = 270_000
        let askedFor = Locked(0)
        let isAllAskedFor = Watched(false)
        let source = RequestBody.stream {
            AsyncStream<Data> {
                let index = askedFor.withLock { index in
                    index += 1
                    return index
                }
                if index == count { isAllAskedFor.update { $0 = true } }
                return index > count ? nil : Data([UInt8(truncatingIfNeeded: index)])
            }
        }
        let channel = UploadChannel(source) {}
        #expect(channel.begin())
        await isAllAskedFor.value { $0 }

        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 * 1024, alignment: 1)
        defer { buffer.deallocate() }
        guard case .bytes(buffer.count) = channel.take(into: buffer) else {
            Issue.record("The channel had less than it was brought.")
            return
        }
        let expected = (1...buffer.count).map { UInt8(truncatingIfNeeded: $0) }
        #expect(Data(buffer) == Data(expected))
        channel.abandon()
    }
}
