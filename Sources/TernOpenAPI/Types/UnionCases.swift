/// The names of a union's cases.
enum UnionCases {
    /// By the title, the value of the discriminator, the name of the schema or the kind of value.
    static func names(of variants: [ModelForm.Variant], forms: ModelForms) -> [String] {
        let schemas = variants.map { forms.specification[$0.use] }
        let titles = unique(schemas.map { $0.title.flatMap(shortTitle) })
        let values = unique(variants.map { $0.values.count == 1 ? $0.values[0] : nil })
        let kinds = variants.map { kind(of: $0.use, forms: forms) }
        var taken: Set<String> = ["other"]
        return variants.indices.map { index in
            let name = titles[index] ?? values[index] ?? schemas[index].name ?? kinds[index]
            return SwiftName.unique(SwiftName.member(name), in: &taken)
        }
    }

    // MARK: - Private

    /// A title can be a sentence.
    private static func shortTitle(_ title: String) -> String? {
        title.count <= 40 && title.split(separator: " ").count <= 4 && title.contains(where: \.isLetter) ? title : nil
    }

    /// Without those that are there twice.
    private static func unique(_ names: [String?]) -> [String?] {
        names.map { name in names.filter { $0 == name }.count == 1 ? name : nil }
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
        case .strings: "string"
        case .integers: "integer"
        case .object: "object"
        case .union: "value"
        }
    }

    private static let words: [SwiftType: String] = [
        .string: "string", .int: "integer", .int64: "integer", .double: "number", .decimal: "number", .bool: "boolean",
        .date: "dateTime", .day: "date", .uuid: "uuid", .data: "data", .json: "json",
    ]
}
