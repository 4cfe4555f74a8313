extension URLJoin {
    /// Where the path of a base URL ends, which is where its query starts or where it ends itself.
    ///
    /// - Throws: `Failure` unless the base is an absolute `http` or `https` URL with a host and without a fragment.
    static func pathEnd(ofBase base: UnsafeBufferPointer<UInt8>) throws(Failure) -> Int {
        let authority = try authorityStart(ofBase: base)
        var index = authority
        var host = authority
        while index < base.count, !isAuthorityEnd(base[index]) {
            if base[index] == UInt8(ascii: "@") { host = index + 1 }
            index += 1
        }
        guard host < index, base[host] != UInt8(ascii: ":") else {
            throw Failure(reason: "The base URL has no host. Write one, as in https://api.example.com.")
        }

        while index < base.count, base[index] != UInt8(ascii: "?"), base[index] != UInt8(ascii: "#") { index += 1 }
        guard !base[index...].contains(UInt8(ascii: "#")) else {
            throw Failure(reason: "The base URL has a fragment (#), and fragments are never sent. Remove it.")
        }
        return index
    }

    /// Where user info, host and port start.
    private static func authorityStart(ofBase base: UnsafeBufferPointer<UInt8>) throws(Failure) -> Int {
        guard matches(base, at: 0, "http") else { throw notHTTP }
        let colon = matches(base, at: 4, "s") ? 5 : 4
        guard matches(base, at: colon, "://") else { throw notHTTP }
        return colon + 3
    }

    private static func matches(_ base: UnsafeBufferPointer<UInt8>, at start: Int, _ text: StaticString) -> Bool {
        guard base.count >= start + text.utf8CodeUnitCount else { return false }
        for index in 0..<text.utf8CodeUnitCount
        where base[start + index].asciiLowercased != text.utf8Start[index] {
            return false
        }
        return true
    }

    private static var notHTTP: Failure {
        Failure(
            reason: "The base URL does not begin with http:// or https://. Write it out, as in https://api.example.com."
        )
    }

    private static func isAuthorityEnd(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
    }
}
