import Foundation

/// A field line of a message or of a part of a multipart body (RFC 9112, section 5), by the places of its name and its
/// value. It is valid as long as the bytes of the line.
package struct FieldLine {
    /// The reason why a line isn't a field line.
    package struct Fault: Error, Equatable {
        /// The predicate of a sentence about the line, such as "has no colon".
        package let reason: String

        private init(_ reason: String) { self.reason = reason }

        /// A line of an obsolete form, which continues the one before it (RFC 9112, section 5.2).
        package static var folded: Fault { Fault("is folded: it begins with a space or tab") }
        fileprivate static var noColon: Fault { Fault("has no colon") }
        fileprivate static var noName: Fault { Fault("has no name") }
        fileprivate static var badName: Fault { Fault("has a name with a space, a control character or a delimiter") }
        fileprivate static var badValue: Fault { Fault("has a value with a control character") }
    }

    private let line: UnsafeRawBufferPointer
    private let nameLength: Int

    /// - Parameters:
    ///   - line: The line without its line end.
    ///   - isStrict: Whether a name is a token, and a value has no control characters but tabs (RFC 9110, sections 5.1 and
    ///     5.5). Otherwise, a name may have any visible characters, and a value any but CR and NUL: others are harmless in
    ///     a response.
    package init(_ line: UnsafeRawBufferPointer, isStrict: Bool = false) throws(Fault) {
        if let first = line.first, first.isBlank { throw .folded }
        var colon = 0
        while colon < line.count, line[colon] != UInt8(ascii: ":") {
            let byte = line[colon]
            guard isStrict ? ByteSet.token.contains(byte) : byte > 0x20 && byte != 0x7F else { throw .badName }
            colon += 1
        }
        guard colon < line.count else { throw .noColon }
        guard colon > 0 else { throw .noName }
        (self.line, nameLength) = (line, colon)
        guard isStrict ? value.allSatisfy(\.isFieldValueByte) : !Self.hasCRorNUL(line, from: colon) else {
            throw .badValue
        }
    }

    package var name: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: line[..<nameLength]) }

    /// The value without the spaces and tabs around it.
    package var value: UnsafeRawBufferPointer {
        var (start, end) = (nameLength + 1, line.count)
        while start < end, line[start].isBlank { start += 1 }
        while end > start, line[end - 1].isBlank { end -= 1 }
        return UnsafeRawBufferPointer(rebasing: line[start..<end])
    }

    package var field: HTTPHeaders.Field {
        HTTPHeaders.Field(name: Self.text(of: name), value: Self.text(of: value))
    }

    /// Whether bytes are an ASCII text, ignoring its case.
    ///
    /// - Parameter text: In lower case.
    package static func isEqual(_ bytes: UnsafeRawBufferPointer, _ text: StaticString) -> Bool {
        guard bytes.count == text.utf8CodeUnitCount else { return false }
        for index in 0..<bytes.count where bytes[index].asciiLowercased != text.utf8Start[index] { return false }
        return true
    }

    /// The number of a value such as that of `Content-Length`: digits alone (RFC 9110, section 8.6). `nil` for any other
    /// value, or a number above `Int.max`.
    package static func number(_ digits: UnsafeRawBufferPointer) -> Int? {
        var number = 0
        for digit in digits {
            let (product, isTooLarge) = number.multipliedReportingOverflow(by: 10)
            let (sum, isJustTooLarge) = product.addingReportingOverflow(Int(digit) - 0x30)
            guard digit.isDigit, !isTooLarge, !isJustTooLarge else { return nil }
            number = sum
        }
        return digits.isEmpty ? nil : number
    }

    package static func number(_ digits: String) -> Int? {
        var digits = digits
        return digits.withUTF8 { number(UnsafeRawBufferPointer($0)) }
    }

    /// Whether a line has a CR or NUL (RFC 9110, section 5.5; RFC 9112, section 2.2).
    package static func hasCRorNUL(_ line: UnsafeRawBufferPointer, from start: Int) -> Bool {
        guard let base = line.baseAddress, start < line.count else { return false }
        let (first, count) = (base + start, line.count - start)
        return memchr(first, 0x0D, count) != nil || memchr(first, 0, count) != nil
    }

    /// The field of a line in an array.
    package static func field(_ line: ArraySlice<UInt8>, isStrict: Bool) throws(Fault) -> HTTPHeaders.Field {
        try line.withUnsafeBytes { line in
            Result { () throws(Fault) in try FieldLine(line, isStrict: isStrict).field }
        }.get()
    }

    // MARK: - Private

    /// Decodes UTF-8, or else Latin-1, in which any bytes are valid.
    private static func text(of bytes: UnsafeRawBufferPointer) -> String {
        let text = String(decoding: bytes, as: UTF8.self)
        // Bytes that aren't UTF-8 were replaced.
        guard !text.utf8.elementsEqual(bytes) else { return text }
        return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }
}

extension UInt8 {
    /// Whether a value of a field that is sent may have the byte: a tab, or any but a control character (RFC 9110, section
    /// 5.5).
    package var isFieldValueByte: Bool { self >= 0x20 && self != 0x7F || self == 0x09 }
}
