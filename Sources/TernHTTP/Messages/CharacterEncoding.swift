import Foundation

/// The character encodings of texts, by the labels of the WHATWG Encoding Standard.
package enum CharacterEncoding {
    /// - Parameter label: The value of `charset`, in any case.
    /// - Returns: `nil` for a label that isn't known, or whose encoding Foundation doesn't have.
    package static func named(_ label: String) -> String.Encoding? {
        let name = label.trimmingCharacters(in: .whitespaces.union(["'"])).lowercased()
        if let encoding = foundationEncodings[name] { return encoding }
        // Foundation has the encodings of CoreFoundation, with this bit.
        return coreFoundationEncodings[name].map { String.Encoding(rawValue: 0x8000_0000 | $0) }
    }

    /// The text of a body without the mark of the byte order. In UTF-16 and UTF-32, a mark wins over the label (Encoding
    /// Standard, "BOM sniff").
    ///
    /// - Returns: `nil` for bytes that aren't valid in the encoding.
    package static func text(of data: Data, in encoding: String.Encoding) -> String? {
        let marks: [(bytes: [UInt8], encoding: String.Encoding)] =
            switch encoding {
            case .utf16LittleEndian, .utf16BigEndian:
                [([0xff, 0xfe], .utf16LittleEndian), ([0xfe, 0xff], .utf16BigEndian)]
            case .utf32LittleEndian, .utf32BigEndian:
                [([0xff, 0xfe, 0, 0], .utf32LittleEndian), ([0, 0, 0xfe, 0xff], .utf32BigEndian)]
            default: []
            }
        guard let mark = marks.first(where: { data.starts(with: $0.bytes) }) else {
            return String(data: data, encoding: encoding)
        }
        return String(data: data.dropFirst(mark.bytes.count), encoding: mark.encoding)
    }

    private static let foundationEncodings: [String: String.Encoding] = [
        "utf-8": .utf8, "utf8": .utf8, "unicode-1-1-utf-8": .utf8,
        "us-ascii": .ascii, "ascii": .ascii, "ansi_x3.4-1968": .ascii, "iso646-us": .ascii,
        "iso-8859-1": .isoLatin1, "iso8859-1": .isoLatin1, "iso_8859-1": .isoLatin1, "iso88591": .isoLatin1,
        "latin1": .isoLatin1, "l1": .isoLatin1, "cp819": .isoLatin1, "ibm819": .isoLatin1,
        "iso-8859-2": .isoLatin2, "iso8859-2": .isoLatin2, "latin2": .isoLatin2, "l2": .isoLatin2,
        "windows-1250": .windowsCP1250, "cp1250": .windowsCP1250, "x-cp1250": .windowsCP1250,
        "windows-1251": .windowsCP1251, "cp1251": .windowsCP1251, "x-cp1251": .windowsCP1251,
        "windows-1252": .windowsCP1252, "cp1252": .windowsCP1252, "x-cp1252": .windowsCP1252,
        "windows-1253": .windowsCP1253, "cp1253": .windowsCP1253, "x-cp1253": .windowsCP1253,
        "windows-1254": .windowsCP1254, "cp1254": .windowsCP1254, "x-cp1254": .windowsCP1254,
        "shift_jis": .shiftJIS, "shift-jis": .shiftJIS, "sjis": .shiftJIS, "x-sjis": .shiftJIS, "ms_kanji": .shiftJIS,
        "windows-31j": .shiftJIS, "iso-2022-jp": .iso2022JP,
        // Without a mark of the byte order, browsers read "utf-16" as little-endian, other than RFC 2781, section 4.3.
        "utf-16": .utf16LittleEndian, "utf-16le": .utf16LittleEndian, "unicode": .utf16LittleEndian,
        "csunicode": .utf16LittleEndian, "ucs-2": .utf16LittleEndian, "iso-10646-ucs-2": .utf16LittleEndian,
        "unicodefeff": .utf16LittleEndian, "utf-16be": .utf16BigEndian, "unicodefffe": .utf16BigEndian,
        "utf-32": .utf32LittleEndian, "utf-32le": .utf32LittleEndian, "utf-32be": .utf32BigEndian,
    ]

    /// `CFStringEncodings`.
    private static let coreFoundationEncodings: [String: UInt] = [
        "iso-8859-3": 0x203, "latin3": 0x203, "iso-8859-4": 0x204, "latin4": 0x204, "iso-8859-5": 0x205,
        "iso-8859-6": 0x206, "iso-8859-7": 0x207, "iso-8859-8": 0x208, "iso-8859-9": 0x209, "latin5": 0x209,
        "iso-8859-10": 0x20A, "latin6": 0x20A, "iso-8859-11": 0x20B, "tis-620": 0x20B, "windows-874": 0x41D,
        "iso-8859-13": 0x20D, "iso-8859-14": 0x20E, "iso-8859-15": 0x20F, "latin9": 0x20F, "l9": 0x20F,
        "iso-8859-16": 0x210, "windows-1255": 0x505, "cp1255": 0x505, "windows-1256": 0x506, "cp1256": 0x506,
        "windows-1257": 0x507, "cp1257": 0x507, "windows-1258": 0x508, "cp1258": 0x508,
        "ibm866": 0x41B, "cp866": 0x41B, "macintosh": 0, "mac": 0, "x-mac-roman": 0, "koi8-r": 0xA02, "koi8": 0xA02,
        "koi8-u": 0xA08,
        "gb18030": 0x632, "gbk": 0x632, "gb2312": 0x632, "x-gbk": 0x632, "chinese": 0x632,
        "big5": 0x423, "cn-big5": 0x423, "big5-hkscs": 0x423, "x-x-big5": 0x423,
        "euc-kr": 0x940, "korean": 0x940, "ks_c_5601-1987": 0x940, "ksc5601": 0x940, "windows-949": 0x940,
    ]
}
