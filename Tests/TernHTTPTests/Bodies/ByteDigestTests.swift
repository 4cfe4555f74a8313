import Foundation
import Tern
import Testing

struct ByteDigestTests {
    /// The examples of FIPS 180-4, and lengths around that of a block.
    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
        (String(repeating: "a", count: 55), "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318"),
        (String(repeating: "a", count: 56), "b35439a4ac6f0948b6d6f9e3c6af0f5f590ce20f1bde7090ef7970686ec6738a"),
        (String(repeating: "a", count: 63), "7d3e74a05d7db15bce4ad9ec0658ea98e3f06eeecf16b4c6fff2da457ddc2f34"),
        (String(repeating: "a", count: 64), "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb"),
        (String(repeating: "a", count: 65), "635361c48bb9eab14198e76ea8ab7f1a41685d6ad62aa9146d301d4f17eb0ae0"),
        (String(repeating: "a", count: 119), "31eba51c313a5c08226adf18d4a359cfdfd8d2e816b13f4af952f7ea6584dcfb"),
        (String(repeating: "a", count: 120), "2f3d335432c70b580af0e8e1b3674a7c020d683aa5f73aaaedfdc55af904c21c"),
    ])
    func digestIsThatOfTheStandard(text: String, digest: String) {
        #expect(ByteDigest.text(of: text) == digest)
    }

    @Test func digestOfAMillionLettersIsThatOfTheStandard() {
        var digest = ByteDigest()
        for _ in 0..<10 { digest.add(Data(repeating: UInt8(ascii: "a"), count: 100_000)) }
        #expect(digest.text == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
    }

    /// The examples of RFC 4231, with keys shorter and longer than a block.
    @Test(arguments: [
        (
            Data(repeating: 0x0B, count: 20), "Hi There",
            "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
        ),
        (
            Data("Jefe".utf8), "what do ya want for nothing?",
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
        ),
        (
            Data(repeating: 0xAA, count: 131), "Test Using Larger Than Block-Size Key - Hash Key First",
            "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
        ),
    ])
    func keyedDigestIsThatOfTheStandard(key: Data, text: String, digest: String) {
        #expect(ByteDigest.text(of: text, key: key) == digest)
    }

    @Test(arguments: [1, 3, 63, 64, 65, 200]) func digestDependsOnTheBytesNotOnThePieces(pieceBytes: Int) {
        let bytes = Data((0..<1_000).map { UInt8(truncatingIfNeeded: $0) })
        var digest = ByteDigest(key: Data("key".utf8))
        for start in stride(from: 0, to: bytes.count, by: pieceBytes) {
            digest.add(bytes[start..<min(start + pieceBytes, bytes.count)])
            _ = digest.bytes
        }
        #expect(digest.bytes == ByteDigest.bytes(of: bytes, key: Data("key".utf8)))
        #expect(digest.bytes != ByteDigest.bytes(of: bytes))
    }

    @Test func keyIsInNoText() {
        let digest = ByteDigest(key: Data("hunter2".utf8))
        var text = "\(digest)"
        dump(digest, to: &text)
        #expect(text.contains("SHA-256"))
        #expect(!text.contains("\(UInt8(ascii: "h") ^ 0x5C)") && !text.contains("pending"))
    }
}
