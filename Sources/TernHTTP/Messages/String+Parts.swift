// The standard library's algorithms for texts are compiled anew for each closure and kind of text that they are called
// with, one to three kilobytes of code each time. The following functions are compiled once.

extension Substring {
    /// The parts between ASCII separators, each of which is one byte.
    ///
    /// - Parameters:
    ///   - separators: The characters that separate parts.
    ///   - maxSplits: The number of parts before the last one, which holds the rest.
    ///   - omitsEmpty: Whether empty parts are left out.
    package func parts(
        at separators: StaticString,
        maxSplits: Int = .max,
        omitsEmpty: Bool = true
    ) -> [Substring] {
        let separators = ByteSet(separators)
        var parts: [Substring] = []
        var start = startIndex
        while parts.count < maxSplits, let end = utf8[start...].firstIndex(where: separators.contains) {
            if !omitsEmpty || start < end { parts.append(self[start..<end]) }
            start = utf8.index(after: end)
        }
        if !omitsEmpty || start < endIndex { parts.append(self[start...]) }
        return parts
    }
}

extension String {
    /// See `Substring`.
    package func parts(
        at separators: StaticString,
        maxSplits: Int = .max,
        omitsEmpty: Bool = true
    ) -> [Substring] {
        self[...].parts(at: separators, maxSplits: maxSplits, omitsEmpty: omitsEmpty)
    }
}

extension [String] {
    /// The texts in ascending order.
    package var inOrder: [String] { sorted() }
}

extension Dictionary where Key == String {
    /// The entries in the order of their keys.
    package var inOrder: [(key: String, value: Value)] {
        Array(keys).inOrder.compactMap { key in self[key].map { (key, $0) } }
    }
}

extension Set<String> {
    /// - Parameter words: Separated by spaces.
    init(words: String) { self.init(words.parts(at: " ").map(String.init)) }
}
