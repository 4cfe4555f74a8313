extension String {
    /// Whether two texts are equal, ignoring the case of ASCII letters: the comparison for field names and media types.
    func isEqualIgnoringASCIICase(to other: String) -> Bool {
        if self == other { return true }
        let (left, right) = (utf8, other.utf8)
        guard left.count == right.count else { return false }
        return zip(left, right).allSatisfy { $0 == $1 || $0.asciiLowercased == $1.asciiLowercased }
    }
}

extension UInt8 {
    var asciiLowercased: UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self | 0x20 : self
    }
}
