import Foundation

/// What formats and limits don't allow, in words.
enum ValueLimits {
    typealias Fault = (kind: SchemaValidator.Finding.Kind, text: String)

    static func faults(of value: Int, _ schema: Schema) -> [Fault] {
        if case .integers(let cases) = schema.shape, !cases.contains(where: { $0.value == value }) {
            return [(.limit, "none of the \(cases.count) values")]
        }
        if case .integer("int32") = schema.shape, Int32(exactly: value) == nil {
            return [(.limit, "no 32-bit integer")]
        }
        return faults(of: Double(value), schema.limits)
    }

    static func faults(of value: Double, _ limits: SchemaLimits) -> [Fault] {
        var faults: [Fault] = []
        if let minimum = limits.minimum, limits.isMinimumExclusive ? value <= minimum : value < minimum {
            faults.append((.limit, "too small"))
        }
        if let maximum = limits.maximum, limits.isMaximumExclusive ? value >= maximum : value > maximum {
            faults.append((.limit, "too large"))
        }
        if let unit = limits.multipleOf, unit > 0 {
            let quotient = value / unit
            let isMultiple = abs(quotient - quotient.rounded()) <= 1e-9 * max(1, abs(quotient))
            if !isMultiple { faults.append((.limit, "no multiple of \(unit)")) }
        }
        return faults
    }

    static func faults(of text: String, _ schema: Schema, _ pattern: Pattern?) -> [Fault] {
        switch schema.shape {
        case .strings(let cases) where !cases.contains { $0.value == text }:
            return [(.limit, "none of the \(cases.count) values")]
        case .string("date-time") where !DayText.isTime(text):
            return [(DayText.isDay(text) ? .limit : .shape, "a text that isn't a time with an offset")]
        case .string("date") where !DayText.isDay(text): return [(.shape, "a text that isn't a day")]
        case .string("uuid") where UUID(uuidString: text) == nil: return [(.shape, "a text that isn't a UUID")]
        case .string("byte") where Data(base64Encoded: text) == nil: return [(.shape, "a text that isn't Base64")]
        default: break
        }
        let limits = schema.limits
        let faults = faults(of: text.unicodeScalars.count, limits.minimumLength, limits.maximumLength, "characters")
        return faults + (pattern?.matches(text) == false ? [(.limit, "a text that doesn't match the pattern")] : [])
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
}
