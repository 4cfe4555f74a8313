import Foundation

/// What a schema doesn't allow about a value itself, in words: its kind, its format, and its limits.
enum ValueLimits {
    typealias Fault = (kind: SchemaValidator.Finding.Kind, text: String)

    static func faults(of node: DocumentNode, _ schema: Schema, _ pattern: Pattern?) -> [Fault] {
        let limits = schema.limits
        switch (schema.shape, node.content) {
        case (.any, _), (.union, _), (.null, .null), (.boolean, .bool): return []
        case (.integer, .number(let text)), (.integers, .number(let text)):
            let value = Int(text) ?? Double(text).flatMap { Int(exactly: $0) }
            return value.map { faults(of: $0, schema) } ?? [(.shape, "no 64-bit integer")]
        case (.number, .number(let text)):
            guard let value = Double(text), value.isFinite else { return [(.shape, "too large for a number")] }
            return faults(of: value, limits)
        // Tern's decoder reads seconds and milliseconds, too.
        case (.string("date-time"), .number): return [(.limit, "a number instead of a string")]
        case (.string, .string(let text)), (.strings, .string(let text)): return faults(of: text, schema, pattern)
        case (.array, .list(let nodes)):
            let texts = limits.hasUniqueItems ? Set(nodes.map { JSONWriter.text($0, isPretty: false) }) : nil
            let isRepeated = texts.map { $0.count < nodes.count } ?? false
            return faults(of: nodes.count, limits.minimumItems, limits.maximumItems, "elements")
                + (isRepeated ? [(.limit, "equal elements")] : [])
        case (.map, .map(let entries)), (.object, .map(let entries)):
            return faults(of: entries.count, limits.minimumProperties, limits.maximumProperties, "keys")
        case (let expected, _): return [(.shape, "\(node.kind) instead of \(expected.noun)")]
        }
    }

    // MARK: - Private

    private static func faults(of value: Int, _ schema: Schema) -> [Fault] {
        if case .integers(let cases) = schema.shape, !cases.contains(where: { $0.value == value }) {
            return [(.limit, "none of the \(cases.count) values")]
        }
        if case .integer("int32") = schema.shape, Int32(exactly: value) == nil {
            return [(.limit, "no 32-bit integer")]
        }
        return faults(of: Double(value), schema.limits)
    }

    private static func faults(of value: Double, _ limits: SchemaLimits) -> [Fault] {
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

    private static func faults(of text: String, _ schema: Schema, _ pattern: Pattern?) -> [Fault] {
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

    private static func faults(of count: Int, _ minimum: Int?, _ maximum: Int?, _ noun: String) -> [Fault] {
        if let minimum, count < minimum { return [(.limit, "fewer than \(minimum) \(noun)")] }
        if let maximum, count > maximum { return [(.limit, "more than \(maximum) \(noun)")] }
        return []
    }
}
