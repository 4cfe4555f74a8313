import Tern

extension TextSecrets {
    private static let endsOfAttribute = ByteSet("=><")

    /// An element of XML or HTML whose name, or the name in whose attributes, is that of a secret.
    mutating func readElement(at start: Int) {
        var index = start + 1
        while index < bytes.count, isNameByte(bytes[index]) || bytes[index] == UInt8(ascii: ":") { index += 1 }
        let element = text(start + 1..<index)
        guard let first = element.utf8.first, (first | 32) &- 97 < 26 else { return }
        var isSecret = false
        var values: [Range<Int>] = []
        var end: Int?
        while end == nil, index < bytes.count {
            index = endOfSpace(index)
            let name = index
            while index < bytes.count, !isSpace(index), !Self.endsOfAttribute.contains(bytes[index]) { index += 1 }
            let attribute = text(name..<index).lowercased()
            index = endOfSpace(index)
            guard has("=", at: index) else {
                if has(">", at: index) { end = index + 1 } else if index == name { return }
                continue
            }
            index = endOfSpace(index + 1)
            // Another element begins: the text isn't HTML, and may have many of these.
            guard !has("<", at: index) else { return }
            let value: Range<Int>
            if let quote = quote(at: index), quote.count == 1 || quote[0] == UInt8(ascii: "\\") {
                value = index + quote.count..<endOfString(quote, index + quote.count)
                index = min(bytes.count, value.upperBound + quote.count)
            } else {
                value = index..<endOfWord(index)
                index = max(index + 1, value.upperBound)
            }
            if ["name", "id", "key", "property", "itemprop"].contains(attribute) {
                isSecret = hides(text(value)) || isSecret
            } else if ["value", "content"].contains(attribute) {
                values.append(value)
            }
        }
        if isSecret { for value in values { note(value) } }
        guard let end, bytes[end - 2] != UInt8(ascii: "/") else { return }
        readContent(of: element, at: end, hasSecretName: isSecret)
    }

    private mutating func readContent(of element: String, at start: Int, hasSecretName: Bool) {
        let name = String(element.drop { $0 != ":" }.dropFirst())
        let plain = (name.isEmpty ? element : name).lowercased()
        if plain == "key" || plain == "name" {
            var end = start
            while end < bytes.count, bytes[end] != UInt8(ascii: "<") { end += 1 }
            isNamed = hides(text(start..<end))
            return
        }
        let isSecret = isNamed || hides(plain) || hasSecretName && ["string", "textarea", "param"].contains(plain)
        isNamed = false
        guard isSecret, start >= endOfElement else { return }
        var index = start
        while index < bytes.count, !has("</\(element)", at: index) {
            let isRaw = has("<![CDATA[", at: index)
            if isRaw { index += 9 }
            if !isRaw, bytes[index] == UInt8(ascii: "<") {
                while index < bytes.count, bytes[index] != UInt8(ascii: ">") { index += 1 }
                index += 1
                continue
            }
            index = endOfSpace(index)
            let content = index
            while index < bytes.count, isRaw ? !has("]]>", at: index) : bytes[index] != UInt8(ascii: "<") { index += 1 }
            var end = index
            while end > content, isSpace(end - 1) { end -= 1 }
            note(content..<end)
            if isRaw { index += 3 }
        }
        endOfElement = index
    }
}
