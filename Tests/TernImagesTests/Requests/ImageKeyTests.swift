import Foundation
import Tern
import Testing

@testable import TernImages

@Suite(.timeLimit(.minutes(20)))
struct ImageKeyTests {
    @Test func variantsOfOneURLHaveDifferentHashes() {
        var keys: [ImageKey] = []
        for number in 0..<1_000 {
            keys.append(ImageKey(ImageRequest<String>(picture("a"), transforms: [.append("\(number)")])))
            keys.append(ImageKey(ImageRequest<String>(picture("a"), headers: ["X-User": "\(number)"])))
            let size = ImageHeader.Size(width: number + 1, height: 1)
            keys.append(ImageKey(ImageRequest<String>(picture("a"), targetSize: size)))
        }
        #expect(Set(keys.map(\.hashValue)).count > 2_990)
        #expect(Set(keys).count == 3_000)
    }

    @Test func equalKeysHaveEqualHashes() {
        let plain = ImageKey(picture("a"))
        #expect(plain == ImageKey(ImageRequest<String>(picture("a"))))
        #expect(plain.hashValue == ImageKey(ImageRequest<String>(picture("a"))).hashValue)
        let keys = ["X-User", "x-user"].map {
            ImageKey(ImageRequest<String>(picture("a"), headers: [$0: "1"], transforms: [.append("A")]))
        }
        #expect(keys[0] == keys[1])
        #expect(keys[0].hashValue == keys[1].hashValue)
        #expect(keys[0].withoutTransforms == keys[1].withoutTransforms)
    }
}
