/// A text that is decoded from parts of another one, the original, with the place of each part. What is replaced in the
/// decoded text can be replaced in the original.
struct DecodedText {
    /// How a part is written in the original.
    enum Form {
        case plain
        /// One escape sequence.
        case escape
        /// A run of digits.
        case digits
        /// The byte 1, which isn't in the original: the parts beside it don't follow one another.
        case gap
    }

    struct Part {
        /// The offset in the bytes.
        let start: Int
        /// The place in the original.
        let place: Range<Int>
        let form: Form
    }

    var bytes: [UInt8] = []
    var parts: [Part] = []
    /// Those of the parts that are digits.
    var digits: ByteDigits?

    /// The replacements in the original for those in the bytes. A replacement of several parts is divided by their
    /// lengths, and the last part has what is left.
    func replacements(for found: [SecretReplacement], in original: [UInt8]) -> [SecretReplacement] {
        var replacements: [SecretReplacement] = []
        var rest = found[...]
        while let next = rest.first {
            var index = lastPart { $0.start <= next.place.lowerBound } ?? 0
            if let digits, parts[index].form == .digits {
                // A digit can have bits of two secrets.
                let content = parts[index].start..<end(of: index)
                let inside = rest.prefix { $0.place.lowerBound < content.upperBound }
                let new = SecretReplacement.apply(inside, to: bytes, in: content)
                replacements += digits.replacements(of: bytes[content], by: new, in: original[parts[index].place])
                    .map { SecretReplacement(place: $0, text: $1, number: next.number) }
                rest = rest.dropFirst(inside.count)
                continue
            }
            rest = rest.dropFirst()
            var (position, text) = (next.place.lowerBound, next.text[...])
            while position < next.place.upperBound {
                let part = parts[index]
                let end = min(end(of: index), next.place.upperBound)
                let isLast = end == next.place.upperBound
                let start = part.place.lowerBound + position - part.start
                let place = part.form == .plain ? start..<start + end - position : part.place
                let piece = isLast ? text : text.prefix(end - position)
                replacements.append(SecretReplacement(place: place, text: Array(piece), number: next.number))
                text = text.dropFirst(piece.count)
                (position, index) = (end, index + 1)
            }
        }
        return replacements
    }

    /// A place in the original that has no part of an escape sequence without the whole sequence.
    func widened(_ place: Range<Int>) -> Range<Int> {
        let bounds = [place.lowerBound, place.upperBound].map { bound in
            let part = lastPart { $0.place.lowerBound < bound }.map { parts[$0] }
            return part.flatMap { $0.form == .escape && $0.place.upperBound > bound ? $0.place : nil } ?? bound..<bound
        }
        return bounds[0].lowerBound..<bounds[1].upperBound
    }

    // MARK: - Private

    private func end(of part: Int) -> Int { part + 1 < parts.count ? parts[part + 1].start : bytes.count }

    /// - Parameter isBefore: True for the first parts, and false for the others.
    private func lastPart(where isBefore: (Part) -> Bool) -> Int? {
        var (low, high) = (0, parts.count)
        while low < high {
            let middle = (low + high) / 2
            if isBefore(parts[middle]) { low = middle + 1 } else { high = middle }
        }
        return low > 0 ? low - 1 : nil
    }
}
