import Foundation
import Tern

/// The texts that a program may join: the strings under one key of JSON, in all events, lines and elements, or the lines.
extension DecodedText {
    /// The strings of a text by the key before them, without their escape sequences.
    static func joinedStrings(of text: [UInt8]) -> [DecodedText] {
        var texts: [DecodedText] = []
        var numbers: [String: Int] = [:]
        var key = ""
        text.withUnsafeBytes { bytes in
            for line in lines(of: bytes) {
                // A string has no line break (RFC 8259, section 7): a single quotation mark matters in its line alone.
                let beginning = UnsafeRawBufferPointer(rebasing: bytes[..<line.upperBound])
                var end = line.lowerBound
                while let base = beginning.baseAddress, let quote = memchr(base + end, 0x22, line.upperBound - end) {
                    var scanner = JSONScanner(beginning, at: base.distance(to: UnsafeRawPointer(quote)))
                    guard let place = try? scanner.string() else { break }
                    end = place.upperBound
                    var next = JSONScanner(bytes, at: end)
                    guard !next.isAtColon() else {
                        key = String(decoding: bytes[place], as: UTF8.self)
                        continue
                    }
                    let number = numbers[key] ?? texts.count
                    if number == texts.count {
                        numbers[key] = number
                        texts.append(DecodedText())
                    }
                    let content = place.lowerBound + 1..<place.upperBound - 1
                    texts[number].addUnescaped(bytes.bindMemory(to: UInt8.self), in: content)
                }
            }
        }
        return texts
    }

    /// The lines of a text without the spaces around them. Those of an event stream are the data of its events.
    static func joinedLines(of text: [UInt8]) -> [DecodedText] {
        var (all, data) = (DecodedText(), DecodedText())
        text.withUnsafeBytes { bytes in
            for line in lines(of: bytes) {
                let isData = bytes[line.lowerBound] == UInt8(ascii: "d") && bytes[line].starts(with: "data:".utf8)
                var (start, end) = (isData ? line.lowerBound + 5 : line.lowerBound, line.upperBound)
                while start < end, bytes[start].isBlank { start += 1 }
                while start < end, bytes[end - 1].isBlank { end -= 1 }
                let place = start..<end
                all.addPlain(bytes.bindMemory(to: UInt8.self), place)
                if isData { data.addPlain(bytes.bindMemory(to: UInt8.self), place) }
            }
        }
        return [data.parts.isEmpty ? all : data]
    }

    /// The lines that aren't empty. They end with CR, LF or both, as in an event stream.
    private static func lines(of bytes: UnsafeRawBufferPointer) -> [Range<Int>] {
        var lines: [Range<Int>] = []
        var (start, index) = (0, 0)
        // Without an iterator, which takes long without optimization.
        while index < bytes.count {
            let byte = bytes[index]
            if byte == 0x0a || byte == 0x0d {
                if start < index { lines.append(start..<index) }
                start = index &+ 1
            }
            index &+= 1
        }
        if start < index { lines.append(start..<index) }
        return lines
    }
}
