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
                let beginning = UnsafeRawBufferPointer(rebasing: bytes[..<line.endIndex])
                var end = line.startIndex
                while let base = beginning.baseAddress, let quote = memchr(base + end, 0x22, line.endIndex - end) {
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
                let isData = line.starts(with: "data:".utf8)
                var place = line.startIndex + (isData ? 5 : 0)..<line.endIndex
                while let first = place.first, " \t".utf8.contains(bytes[first]) { place.removeFirst() }
                while let last = place.last, " \t".utf8.contains(bytes[last]) { place.removeLast() }
                all.addPlain(bytes.bindMemory(to: UInt8.self), place)
                if isData { data.addPlain(bytes.bindMemory(to: UInt8.self), place) }
            }
        }
        return [data.parts.isEmpty ? all : data]
    }

    /// The lines that aren't empty. They end with CR, LF or both, as in an event stream.
    private static func lines(of bytes: UnsafeRawBufferPointer) -> [Slice<UnsafeRawBufferPointer>] {
        bytes.split { $0 == 0x0a || $0 == 0x0d }
    }
}
