/// The names of a union's cases.
enum UnionCases {
    /// By the value of the discriminator, the title of a schema without a name, the name of the schema, or the kind of
    /// value.
    static func names(of variants: [ModelForm.Variant], forms: ModelForms) -> [String] {
        let schemas = variants.map { forms.specification[$0.use] }
        let titles = unique(schemas.map { $0.name == nil ? $0.title.flatMap(short) : nil })
        let values = unique(
            zip(variants, schemas).map { variant, schema in
                let values = variant.values.filter { $0 != schema.name }
                return values.count == 1 ? short(values[0]) : nil
            }
        )
        let names = distinct(schemas.map(\.name))
        let kinds = variants.map { kind(of: $0.use, forms: forms) }
        var taken: Set<String> = ["other"]
        return variants.indices.map { index in
            let name = values[index] ?? titles[index] ?? names[index] ?? kinds[index]
            return SwiftName.unique(SwiftName.member(name), in: &taken)
        }
    }

    // MARK: - Private

    /// A title can be a sentence, and a value can be a number.
    private static func short(_ text: String) -> String? {
        text.count <= 40 && text.split(separator: " ").count <= 4 && text.first?.isLetter == true ? text : nil
    }

    /// Without those that are there twice.
    private static func unique(_ names: [String?]) -> [String?] {
        names.map { name in names.filter { $0 == name }.count == 1 ? name : nil }
    }

    /// Without the first and last words that all names share: `file` and `folder` of `FileMini` and `FolderMini`.
    private static func distinct(_ names: [String?]) -> [String?] {
        var words = names.map { $0.map(NameWords.words) }
        func strip(_ end: ([String]) -> String?, _ remove: ([String]) -> [String]) {
            while true {
                let all = words.compactMap { $0 }
                guard all.count > 1, let shared = all.first.flatMap(end),
                    all.allSatisfy({ end($0) == shared && $0.count > 1 })
                else { return }
                words = words.map { words in words.map(remove) }
            }
        }
        strip(\.last) { $0.dropLast() }
        strip(\.first) { Array($0.dropFirst()) }
        return words.map { $0?.joined(separator: " ") }
    }

    private static func kind(of use: SchemaUse, forms: ModelForms) -> String {
        switch forms[use.schema] {
        case .plain(let type): words[type] ?? "value"
        case .array(let element):
            switch forms[element.schema] {
            case .object, .union, .alias, .array, .map: forms.specification[element].name.map { $0 + "List" } ?? "list"
            default: kind(of: element, forms: forms) + "List"
            }
        case .map: "map"
        case .alias(let use, _): forms.specification[use].name ?? "value"
        case .values(let values): values.isInteger ? "integer" : "string"
        case .object: "object"
        case .union: "value"
        }
    }

    private static let words: [SwiftType: String] = [
        .string: "string", .int: "integer", .int64: "integer", .double: "number", .decimal: "number", .bool: "boolean",
        .date: "dateTime", .day: "date", .uuid: "uuid", .data: "data", .json: "json",
    ]
}
