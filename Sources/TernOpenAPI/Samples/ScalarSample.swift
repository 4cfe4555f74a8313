import Foundation

/// Makes a value for a schema without parts.
struct ScalarSample {
    let validator: SchemaValidator
    let use: SchemaUse
    let schema: Schema
    let variation: Int

    /// The first value without a fault. If there is none, the first value.
    var node: DocumentNode {
        var candidates: [DocumentNode] = []
        if variation == 0, let value = use.defaultValue ?? schema.defaultValue, !value.isNull, value.string != "" {
            candidates.append(value)
        }
        // These are what `const` and `enum` say where the shape doesn't.
        candidates += schema.element["const"].map { [$0.node] } ?? rotated(schema.element["enum"]?.node.list ?? [])
        switch schema.shape {
        case .null: return .null
        case .any: candidates.append(.object([]))
        case .boolean: candidates += rotated([.bool(true), .bool(false)])
        case .integer: candidates += numbers.compactMap { Int(exactly: $0) }.map(DocumentNode.number)
        case .number:
            candidates += numbers.map { DocumentNode(.number(Self.text(of: $0)), at: schema.element.node.place) }
        case .strings(let cases): candidates += rotated(cases.map { .text($0.value) })
        case .integers(let cases): candidates += rotated(cases.map { .number($0.value) })
        case .string(let format): return text(format, candidates)
        case .array, .map, .object, .union: break
        }
        return candidates.first(where: isValid) ?? candidates.first ?? .null
    }

    // MARK: - Private

    private func isValid(_ node: DocumentNode) -> Bool { validator.findings(in: node, as: use, .response).isEmpty }

    private func rotated(_ nodes: [DocumentNode]) -> [DocumentNode] {
        nodes.indices.map { nodes[($0 + variation) % nodes.count] }
    }

    /// Small numbers, and those at the bounds. The first ones of other variations differ.
    private var numbers: [Double] {
        let limits = schema.limits
        let unit = limits.multipleOf.map { abs($0) }.flatMap { $0 > 0 ? $0 : nil } ?? 1
        let lowest = limits.minimum ?? min(1, limits.maximum ?? 1)
        let multiple = (lowest / unit).rounded(.up) * unit
        let highest = (limits.maximum.map { ($0 / unit).rounded(.down) } ?? 1) * unit
        let middle = (limits.maximum.map { (lowest + $0) / 2 }) ?? lowest
        let step = unit * Double(variation)
        return [1 + step, multiple + step, multiple + unit + step, highest - step, highest - unit, lowest, middle, 0]
            .filter(\.isFinite)
    }

    /// Without the fraction of a whole number.
    private static func text(of number: Double) -> String { Int(exactly: number).map(String.init) ?? "\(number)" }

    private func text(_ format: String?, _ others: [DocumentNode]) -> DocumentNode {
        let usual = Self.texts[format ?? ""] ?? "text"
        let limits = schema.limits
        let lower = max(0, min(limits.minimumLength ?? 0, 10_000))
        let upper = max(0, min(limits.maximumLength ?? 10, 10_000))
        let long = String(repeating: usual + " ", count: lower / (usual.count + 1) + 1)
        let texts = [
            varied(usual, format), String(long.prefix(max(lower, min(usual.count, upper)))),
            varied(String(usual.prefix(max(0, upper - 1))), nil),
        ]
        let short = variation == 0 ? ["1", "a", "A", ""] : ["\(variation + 1)"]
        let candidates = others + (texts + short).map(DocumentNode.text)
        if let fitting = candidates.first(where: isValid) { return fitting }
        guard let pattern = validator.patterns[use.schema.index] else { return .text(texts[0]) }
        for extra in Array(0..<40) + [63, 99, 127, 254, 511, 999] {
            // The ways of a choice are tried, too.
            let made = (0..<6).lazy.compactMap { [variation] in
                PatternText.text(of: pattern, extra: extra, variation: variation + $0).map(DocumentNode.text)
            }
            // Too long without more, and with more, too.
            if made.isEmpty { break }
            if let node = made.first(where: isValid) { return node }
        }
        return .text(texts[0])
    }

    private func varied(_ text: String, _ format: String?) -> String {
        guard variation > 0 else { return text }
        switch format {
        case "uuid": return text.dropLast(String(variation).count) + String(variation)
        case "date", "date-time": return text.replacing("2026", with: String(2026 + variation % 1_000))
        case "byte": return Data("\(variation)".utf8).base64EncodedString()
        case nil: return text + String(variation + 1)
        default: return String(variation) + text
        }
    }

    /// By formats.
    private static let texts = [
        "date": "2026-01-31", "date-time": "2026-01-31T12:00:00Z", "time": "12:00:00Z", "duration": "P1D",
        "email": "name@example.com", "idn-email": "name@example.com", "hostname": "example.com", "ipv4": "192.0.2.1",
        "idn-hostname": "example.com", "ipv6": "2001:db8::1", "uri": uri, "url": uri, "uri-reference": uri, "iri": uri,
        "iri-reference": uri, "uri-template": uri, "uuid": "f81d4fae-7dec-11d0-a765-00a0c91e6bf6", "byte": "dGV4dA==",
        "json-pointer": "/text", "decimal": "1.5", "int32": "1", "int64": "1",
    ]
    private static let uri = "https://example.com/"
}
