import Foundation

/// A decoder that knows the format of its dates, as long as its strategy isn't replaced: a stub writes what it reads.
// Unchecked as its superclass, which guards its properties: it has none of its own.
final class DateDecoder: JSONDecoder, @unchecked Sendable {
    override var dateDecodingStrategy: DateDecodingStrategy {
        didSet { dateFormat = nil }
    }

    /// A decoder that reads dates in all forms of a format. `nil` for Foundation's strategy.
    init(_ format: DateFormat? = nil) {
        super.init()
        guard let format else { return }
        dateDecodingStrategy = format.decodingStrategy
        dateFormat = format
    }
}

extension JSONDecoder {
    /// A new decoder with the same settings. A subclass isn't copied, since it may have further settings.
    func copy() -> JSONDecoder {
        guard type(of: self) == JSONDecoder.self || self is DateDecoder else { return self }
        let copy = DateDecoder()
        copy.dateDecodingStrategy = dateDecodingStrategy
        copy.dataDecodingStrategy = dataDecodingStrategy
        copy.nonConformingFloatDecodingStrategy = nonConformingFloatDecodingStrategy
        copy.keyDecodingStrategy = keyDecodingStrategy
        copy.allowsJSON5 = allowsJSON5
        copy.assumesTopLevelDictionary = assumesTopLevelDictionary
        copy.userInfo = userInfo
        return copy
    }
}
