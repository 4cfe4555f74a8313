import Foundation

extension JSONDecoder {
    /// An encoder whose JSON this decoder reads, for the value of a stub. `nil` if the canonical encoder is one.
    ///
    /// - Parameter encoder: The encoder whose strategies are used where the decoder has a closure, which can't be
    ///   reversed. `nil` for the default strategies.
    package func matchingEncoder(like encoder: JSONEncoder? = nil) -> JSONEncoder? {
        let result = JSONBody.makeEncoder()
        var isCanonical = true
        if let userInfo = encoder?.userInfo, !userInfo.isEmpty { (result.userInfo, isCanonical) = (userInfo, false) }
        // A `default`, since Foundation may add strategies.
        let date: JSONEncoder.DateEncodingStrategy? =
            switch dateDecodingStrategy {
            case .deferredToDate: .deferredToDate
            case .secondsSince1970: .secondsSince1970
            case .millisecondsSince1970: .millisecondsSince1970
            case .iso8601: .iso8601
            default:
                // The canonical encoder writes this format.
                if case .iso8601? = dateFormat {
                    nil
                } else {
                    dateFormatter.map { .formatted($0) } ?? dateFormat?.encodingStrategy
                        ?? encoder?.dateEncodingStrategy
                }
            }
        if let date { (result.dateEncodingStrategy, isCanonical) = (date, false) }
        let data: JSONEncoder.DataEncodingStrategy? =
            switch dataDecodingStrategy {
            case .base64: nil
            case .deferredToData: .deferredToData
            default: encoder?.dataEncodingStrategy
            }
        if let data { (result.dataEncodingStrategy, isCanonical) = (data, false) }
        if case .convertFromString(let positive, let negative, let nan) = nonConformingFloatDecodingStrategy {
            isCanonical = false
            result.nonConformingFloatEncodingStrategy = .convertToString(
                positiveInfinity: positive,
                negativeInfinity: negative,
                nan: nan
            )
        }
        let keys: JSONEncoder.KeyEncodingStrategy? =
            switch keyDecodingStrategy {
            case .useDefaultKeys: nil
            case .convertFromSnakeCase: .convertToSnakeCase
            default: encoder?.keyEncodingStrategy
            }
        if let keys { (result.keyEncodingStrategy, isCanonical) = (keys, false) }
        return isCanonical ? nil : result
    }

    /// The format of dates that the closure of the strategy reads.
    var dateFormat: DateFormat? {
        get { Self.dateFormatKey.flatMap { userInfo[$0] as? DateFormat } }
        set { if let key = Self.dateFormatKey { userInfo[key] = newValue } }
    }

    /// The formatter of the strategy for dates. A case of its own on Apple platforms only: elsewhere, Foundation makes a
    /// closure of the formatter.
    private var dateFormatter: DateFormatter? {
        Mirror(reflecting: dateDecodingStrategy).children.first?.value as? DateFormatter
    }
}
