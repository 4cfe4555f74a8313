import Foundation

extension Data {
    /// Bytes that no compressor makes smaller, the same in each run.
    package init(noiseOfBytes count: Int) {
        var state: UInt64 = 7
        self.init(
            (0..<count).map { _ in
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return UInt8(truncatingIfNeeded: state >> 56)
            }
        )
    }
}
