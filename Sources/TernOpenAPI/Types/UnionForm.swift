/// The form of a union, in which variants that need no case of their own are left out.
struct UnionForm {
    let union: UnionShape
    let forms: ModelForms

    var form: ModelForm {
        let all = flattened
        var variants = all.filter { forms.form(ofVariant: $0.use) != nil && type(of: $0) != .json }
        if variants.isEmpty { return .plain(.json) }
        let isAny = variants.count < all.count
        if !isAny, let form = texts(variants) ?? numbers(variants) { return form }
        // Each text is a String, and each number a Double.
        let types = Set(variants.map(type))
        if types.contains(.string) { variants.removeAll { isText($0) && type(of: $0) != .string } }
        if types.contains(.double) { variants.removeAll { isNumber($0) && type(of: $0) != .double } }
        variants = unique(variants)
        if variants.count == 1, !isAny { return .alias(variants[0].use, isOpen: false) }
        return .union(variants, discriminator: isDiscriminated(variants) ? union.discriminator : nil)
    }

    // MARK: - Private

    private typealias Variant = ModelForm.Variant

    /// With the variants of inner unions that have no name of their own.
    private var flattened: [Variant] {
        zip(union.variants.indices, union.variants).flatMap { index, use -> [Variant] in
            let values =
                union.discriminator.flatMap { $0.values.indices.contains(index) ? $0.values[index] : nil } ?? []
            let schema = forms.specification[use]
            if schema.name == nil, values.isEmpty, case .union(let inner, nil)? = forms.form(ofVariant: use) {
                return inner
            }
            return [Variant(use: use, values: values)]
        }
    }

    private func type(of variant: Variant) -> SwiftType { forms.comparableType(of: variant.use) }

    private func values(of variant: Variant) -> EnumForm? {
        if case .values(let values)? = forms.form(ofVariant: variant.use) { values } else { nil }
    }

    private func isText(_ variant: Variant) -> Bool {
        values(of: variant).map { !$0.isInteger } ?? [.string, .date, .day, .uuid, .data].contains(type(of: variant))
    }

    private func isNumber(_ variant: Variant) -> Bool {
        values(of: variant)?.isInteger ?? [.int, .int64, .double, .decimal].contains(type(of: variant))
    }

    /// `nil` if there are other variants than texts, or texts of several types.
    private func texts(_ variants: [Variant]) -> ModelForm? {
        let enums = variants.filter { values(of: $0) != nil }
        let isOpen = variants.contains { values(of: $0)?.isOpen ?? (type(of: $0) == .string) }
        guard variants.allSatisfy(isText), isOpen || enums.count == variants.count else { return nil }
        let cases = cases(of: enums)
        if enums.isEmpty || cases.count < 2 && isOpen { return .plain(.string) }
        if enums.count == 1, forms.specification[enums[0].use].name != nil {
            return .alias(enums[0].use, isOpen: isOpen)
        }
        return .values(EnumForm(cases: cases, isOpen: isOpen))
    }

    private func numbers(_ variants: [Variant]) -> ModelForm? {
        guard variants.allSatisfy(isNumber) else { return nil }
        let types = Set(variants.map(type))
        if let widest = [.decimal, .double, .int64, .int].first(where: types.contains) { return .plain(widest) }
        return variants.count == 1 ? nil : .values(EnumForm(cases: cases(of: variants), isInteger: true))
    }

    /// The cases of all enums, each value once.
    private func cases(of variants: [Variant]) -> [EnumCase<String>] {
        var known: Set<String> = []
        return variants.flatMap { values(of: $0)?.cases ?? [] }.filter { known.insert($0.value).inserted }
    }

    /// One variant for each type, with the values of all variants of this type.
    private func unique(_ variants: [Variant]) -> [Variant] {
        variants.grouped(by: type).map { Variant(use: $0.elements[0].use, values: $0.elements.flatMap(\.values)) }
    }

    /// Whether each variant is an object and has values that no other one has.
    private func isDiscriminated(_ variants: [Variant]) -> Bool {
        var seen: Set<String> = []
        return variants.allSatisfy { variant in
            switch forms.form(ofVariant: variant.use) {
            case .object?, .union?: !variant.values.isEmpty && variant.values.allSatisfy { seen.insert($0).inserted }
            default: false
            }
        }
    }
}
