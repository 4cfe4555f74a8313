import Foundation

/// What formats and limits don't allow, in words.
enum ValueLimits {
    typealias Fault = (kind: SchemaValidator.Finding.Kind, text: String)

    static func faults(of value: Double, _ limits: SchemaLimits) -> [Fault] {
        var texts: [String] = []
        if let minimum = limits.minimum, limits.isMinimumExclusive ? value <= minimum : value < minimum {
            texts.append("too small")
        }
        if let maximum = limits.maximum, limits.isMaximumExclusive ? value >= maximum : value > maximum {
            texts.append("too large")
        }
        if let unit = limits.multipleOf, unit > 0 {
            let quotient = value / unit
            if abs(quotient - quotient.rounded()) > 1e-9 * max(1, abs(quotient)) {
                texts.append("no multiple of \(unit)")
            }
        }
        return texts.map { (.limit, $0) }
    }

    static func faults(of text: String, format: String?, _ limits: SchemaLimits, _ pattern: Pattern?) -> [Fault] {
        if let fault = fault(of: text, format: format) { return [fault] }
        var texts = faults(of: text.unicodeScalars.count, limits.minimumLength, limits.maximumLength, "characters")
        if pattern?.matches(text) == false { texts.append((.limit, "a text that doesn't match the pattern")) }
        return texts
    }

    static func faults(of nodes: [DocumentNode], _ limits: SchemaLimits) -> [Fault] {
        var faults = faults(of: nodes.count, limits.minimumItems, limits.maximumItems, "elements")
        if limits.hasUniqueItems, Set(nodes.map { JSONWriter.text($0, isPretty: false) }).count < nodes.count {
            faults.append((.limit, "equal elements"))
        }
        return faults
    }

    static func faults(of entries: [DocumentNode.Entry], _ limits: SchemaLimits) -> [Fault] {
        faults(of: entries.count, limits.minimumProperties, limits.maximumProperties, "keys")
    }

    // MARK: - Private

    private static func faults(of count: Int, _ minimum: Int?, _ maximum: Int?, _ noun: String) -> [Fault] {
        if let minimum, count < minimum { return [(.limit, "fewer than \(minimum) \(noun)")] }
        if let maximum, count > maximum { return [(.limit, "more than \(maximum) \(noun)")] }
        return []
    }

    private static func fault(of text: String, format: String?) -> Fault? {
        switch format {
        case "date-time" where !DayText.isTime(text):
            return (DayText.isDay(text) ? .limit : .shape, "a text that isn't a time with an offset")
        case "date" where !DayText.isDay(text): return (.shape, "a text that isn't a day")
        case "uuid" where UUID(uuidString: text) == nil: return (.shape, "a text that isn't a UUID")
        case "byte" where Data(base64Encoded: text) == nil: return (.shape, "a text that isn't Base64")
        default: return nil
        }
    }
}
