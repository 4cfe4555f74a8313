import Foundation
import Tern

extension ByteDigest {
    /// The digest of a file in hexadecimal digits. The file is read in pieces.
    static func text(ofFile file: URL) throws -> String {
        let handle = try FileHandle(forReadingFrom: file)
        var digest = ByteDigest()
        while let piece = try handle.read(upToCount: 1 << 20), !piece.isEmpty { digest.add(piece) }
        return digest.text
    }
}
