extension URLJoin {
    /// Where the path of a base URL ends, which is where its query starts or where it ends itself.
    ///
    /// - Throws: `Failure` unless the base is an absolute `http` or `https` URL with a host and without a fragment.
    static func pathEnd(ofBase base: Bytes) throws(Failure) -> Int {
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
    private static func authorityStart(ofBase base: Bytes) throws(Failure) -> Int {
        guard base.count > 4, base[0].asciiLowercased == UInt8(ascii: "h"),
            base[1].asciiLowercased == UInt8(ascii: "t"), base[2].asciiLowercased == UInt8(ascii: "t"),
            base[3].asciiLowercased == UInt8(ascii: "p")
        else { throw notHTTP }
        let index = base[4].asciiLowercased == UInt8(ascii: "s") ? 5 : 4
        guard isSchemeEnd(base, at: index) else { throw notHTTP }
        return index + 3
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
