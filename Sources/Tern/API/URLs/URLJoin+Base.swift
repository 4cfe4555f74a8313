import Foundation

extension URLJoin {
    /// The end of a base URL's path: the start of its query, or the end of the URL.
    ///
    /// - Throws: `Failure` unless the base is an absolute `http` or `https` URL with a host and without a fragment.
    static func pathEnd(ofBase base: Bytes) throws(Failure) -> Int {
        let authority = try authorityStart(ofBase: base)
        var index = authority
        var host = authority
        // Most hosts are names, which need no further check.
        var isName = true
        while index < base.count, !isAuthorityEnd(base[index]) {
            switch base[index] {
            case UInt8(ascii: "@"): (host, isName) = (index + 1, true)
            case UInt8(ascii: ":"), UInt8(ascii: "%"), UInt8(ascii: "["): isName = false
            default: break
            }
            index += 1
        }
        guard host < index, base[host] != UInt8(ascii: ":") else {
            throw Failure(reason: "The base URL has no host. Add one, as in https://api.example.com.")
        }
        if !isName { try check(host: base[host..<index]) }

        while index < base.count, base[index] != UInt8(ascii: "?"), base[index] != UInt8(ascii: "#") { index += 1 }
        guard !base[index...].contains(UInt8(ascii: "#")) else {
            throw Failure(reason: "The base URL has a fragment (#), and fragments are never sent. Remove it.")
        }
        return index
    }

    /// The start of user info, host and port.
    private static func authorityStart(ofBase base: Bytes) throws(Failure) -> Int {
        guard base.count > 4, base[0].asciiLowercased == UInt8(ascii: "h"),
            base[1].asciiLowercased == UInt8(ascii: "t"), base[2].asciiLowercased == UInt8(ascii: "t"),
            base[3].asciiLowercased == UInt8(ascii: "p")
        else { throw notHTTP }
        let index = base[4].asciiLowercased == UInt8(ascii: "s") ? 5 : 4
        guard isSchemeEnd(base, at: index) else { throw notHTTP }
        return index + 3
    }

    /// Throws a `Failure` for a host or port that no transport could connect to.
    private static func check(host: Slice<Bytes>) throws(Failure) {
        let name = host.first == UInt8(ascii: "[") ? try addressInBrackets(of: host) : try registeredName(of: host)
        let port = host[name.endIndex...].dropFirst()
        guard port.isEmpty || FieldLine.number(String(decoding: port, as: UTF8.self)).map({ $0 <= 65_535 }) == true
        else {
            throw Failure(reason: "The base URL's port is not a number from 0 to 65535. Correct or remove it.")
        }
    }

    /// An escape in the name must stand for a letter, a digit, `-`, `.`, `_`, `~` or a part of a character beyond ASCII.
    ///
    /// - Returns: The host without the port: a name, or an IPv4 address.
    private static func registeredName(of host: Slice<Bytes>) throws(Failure) -> Slice<Bytes> {
        let name = host.prefix { $0 != UInt8(ascii: ":") }
        for index in name.indices where name[index] == UInt8(ascii: "%") {
            let byte = PercentEncoding.byte(of: Bytes(rebasing: name), at: index - name.startIndex)
            guard let byte, byte >= 0x80 || ByteSet.unreserved.contains(byte) else {
                throw Failure(reason: "The base URL's host has an escape (%) of an invalid character. Remove it.")
            }
        }
        return name
    }

    /// - Returns: An IPv6 address with its brackets.
    private static func addressInBrackets(of host: Slice<Bytes>) throws(Failure) -> Slice<Bytes> {
        let bracketed = host[...(host.firstIndex(of: UInt8(ascii: "]")) ?? host.startIndex)]
        // An escaped percent sign separates the address from the name of a network interface.
        let address = bracketed.dropFirst().dropLast().prefix { $0 != UInt8(ascii: "%") }
        var bytes = in6_addr()
        guard inet_pton(AF_INET6, String(decoding: address, as: UTF8.self), &bytes) == 1 else {
            throw Failure(reason: "The brackets in the base URL contain no IPv6 address. Write one, as in [::1].")
        }
        return bracketed
    }

    private static var notHTTP: Failure {
        Failure(
            reason: "The base URL does not begin with http:// or https://. Write it as in https://api.example.com."
        )
    }

    private static func isAuthorityEnd(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
    }
}
