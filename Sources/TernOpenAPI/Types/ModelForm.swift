/// What a schema becomes in Swift.
enum ModelForm {
    /// A variant of a union, with the values of the discriminator that stand for it.
    struct Variant {
        var use: SchemaUse
        var values: [String] = []
    }

    /// A type that is declared elsewhere: `String`, `Date`, `JSON`.
    case plain(SwiftType)
    case array(SchemaUse)
    case map(SchemaUse)
    /// A union of which one variant is left. `isOpen` says that values beside those of an enum are allowed.
    case alias(SchemaUse, isOpen: Bool)
    /// An enum, or `String` or `Int` if there is only one value.
    case values(EnumForm)
    /// A struct.
    case object(ObjectShape)
    /// An enum with associated values.
    case union([Variant], discriminator: UnionShape.Discriminator?)

    /// Whether the schema has a declaration of its own.
    var isDeclared: Bool {
        switch self {
        case .plain, .array, .map, .alias: false
        case .values(let values): values.cases.count > 1
        case .object, .union: true
        }
    }

    /// The uses of other schemas in the values of one direction, with the names of properties and variants.
    func uses(_ direction: Direction) -> [SchemaUse] {
        switch self {
        case .plain, .values: []
        case .array(let use), .map(let use), .alias(let use, _): [use]
        case .object(let object): object.properties(direction).map(\.use) + (object.additional.map { [$0] } ?? [])
        case .union(let variants, _): variants.map(\.use)
        }
    }
}

extension ObjectShape {
    /// Without those that only the server, or only the client sends.
    func properties(_ direction: Direction) -> [Property] {
        properties.filter { direction == .request ? !$0.use.isReadOnly : !$0.use.isWriteOnly }
    }
}
