import Foundation

extension HTTPURLResponse {
    /// The announced length of the body. `nil` if the response announces no length, or only the length of an encoded
    /// body, which a session decodes.
    var decodedLength: Int64? {
        let coding = value(forHTTPHeaderField: "Content-Encoding") ?? "identity"
        guard coding.isEqualIgnoringASCIICase(to: "identity"), expectedContentLength >= 0 else { return nil }
        return expectedContentLength
    }
}
