import Foundation

/// The character encodings of texts, by the labels of the WHATWG Encoding Standard.
package enum CharacterEncoding {
    /// - Parameter label: The value of `charset`, in any case.
    /// - Returns: `nil` for a label that isn't known, or whose encoding Foundation doesn't have.
    package static func named(_ label: String) -> String.Encoding? {
        encodings[label.trimmingCharacters(in: .whitespaces.union(["'"])).lowercased()[...]]
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

    private static let table: [(encoding: String.Encoding, labels: String)] = [
        (.utf8, "utf-8 utf8 unicode-1-1-utf-8"),
        (.ascii, "us-ascii ascii ansi_x3.4-1968 iso646-us"),
        (.isoLatin1, "iso-8859-1 iso8859-1 iso_8859-1 iso88591 latin1 l1 cp819 ibm819"),
        (.isoLatin2, "iso-8859-2 iso8859-2 latin2 l2"),
        (.windowsCP1250, "windows-1250 cp1250 x-cp1250"),
        (.windowsCP1251, "windows-1251 cp1251 x-cp1251"),
        (.windowsCP1252, "windows-1252 cp1252 x-cp1252"),
        (.windowsCP1253, "windows-1253 cp1253 x-cp1253"),
        (.windowsCP1254, "windows-1254 cp1254 x-cp1254"),
        (.shiftJIS, "shift_jis shift-jis sjis x-sjis ms_kanji windows-31j"),
        (.iso2022JP, "iso-2022-jp"),
        // Without a mark of the byte order, browsers read "utf-16" as little-endian, other than RFC 2781, section 4.3.
        (.utf16LittleEndian, "utf-16 utf-16le unicode csunicode ucs-2 iso-10646-ucs-2 unicodefeff"),
        (.utf16BigEndian, "utf-16be unicodefffe"),
        (.utf32LittleEndian, "utf-32 utf-32le"),
        (.utf32BigEndian, "utf-32be"),
        (coreFoundation(0x203), "iso-8859-3 latin3"),
        (coreFoundation(0x204), "iso-8859-4 latin4"),
        (coreFoundation(0x205), "iso-8859-5"),
        (coreFoundation(0x206), "iso-8859-6"),
        (coreFoundation(0x207), "iso-8859-7"),
        (coreFoundation(0x208), "iso-8859-8"),
        (coreFoundation(0x209), "iso-8859-9 latin5"),
        (coreFoundation(0x20A), "iso-8859-10 latin6"),
        (coreFoundation(0x20B), "iso-8859-11 tis-620"),
        (coreFoundation(0x41D), "windows-874"),
        (coreFoundation(0x20D), "iso-8859-13"),
        (coreFoundation(0x20E), "iso-8859-14"),
        (coreFoundation(0x20F), "iso-8859-15 latin9 l9"),
        (coreFoundation(0x210), "iso-8859-16"),
        (coreFoundation(0x505), "windows-1255 cp1255"),
        (coreFoundation(0x506), "windows-1256 cp1256"),
        (coreFoundation(0x507), "windows-1257 cp1257"),
        (coreFoundation(0x508), "windows-1258 cp1258"),
        (coreFoundation(0x41B), "ibm866 cp866"),
        (coreFoundation(0), "macintosh mac x-mac-roman"),
        (coreFoundation(0xA02), "koi8-r koi8"),
        (coreFoundation(0xA08), "koi8-u"),
        (coreFoundation(0x632), "gb18030 gbk gb2312 x-gbk chinese"),
        (coreFoundation(0x423), "big5 cn-big5 big5-hkscs x-x-big5"),
        (coreFoundation(0x940), "euc-kr korean ks_c_5601-1987 ksc5601 windows-949"),
    ]

    private static let encodings = table.reduce(into: [Substring: String.Encoding]()) { encodings, entry in
        for label in entry.labels.parts(at: " ") { encodings[label] = entry.encoding }
    }

    /// Foundation has the encodings of CoreFoundation, `CFStringEncodings`, with this bit.
    private static func coreFoundation(_ number: UInt) -> String.Encoding {
        String.Encoding(rawValue: 0x8000_0000 | number)
    }
}
