/// A type of generated code.
package indirect enum SwiftType: Hashable, Sendable {
    /// A type of Swift, Foundation or Tern: `String`.
    case plain(String)
    /// A type that is nested in the API: a model, `JSON`, `Day`.
    case nested(String)
    case array(SwiftType)
    case dictionary(SwiftType)
    case optional(SwiftType)
    /// `OpenEnum<Status>`
    case openEnum(SwiftType)
    /// `Change<String>`
    case change(SwiftType)
}

extension SwiftType {
    package static let string = plain("String")
    package static let int = plain("Int")
    package static let bool = plain("Bool")
    package static let int64 = plain("Int64")
    package static let decimal = plain("Decimal")
    package static let double = plain("Double")
    package static let data = plain("Data")
    package static let date = plain("Date")
    package static let uuid = plain("UUID")
    package static let json = nested("JSON")
    package static let day = nested("Day")

    /// `[Discord.User]?` with the namespace `Discord`, and `[User]?` without one, for code within the API.
    package func text(in namespace: String?) -> String {
        switch self {
        case .plain(let name): name
        case .nested(let name): namespace.map { "\($0).\(name)" } ?? name
        case .array(let element): "[\(element.text(in: namespace))]"
        case .dictionary(let value): "[String: \(value.text(in: namespace))]"
        case .optional(let value): "\(value.text(in: namespace))?"
        case .openEnum(let value): "OpenEnum<\(value.text(in: namespace))>"
        case .change(let value): "Change<\(value.text(in: namespace))>"
        }
    }

    package var isOptional: Bool { if case .optional = self { true } else { false } }

    /// With a `?`. The type itself if it has one.
    package var optional: SwiftType { isOptional ? self : .optional(self) }

    /// Without its `?`.
    package var unwrapped: SwiftType { if case .optional(let value) = self { value } else { self } }

    /// `OpenEnum<Status>?` of `Status?`.
    var open: SwiftType {
        switch self {
        case .nested: .openEnum(self)
        case .optional(let value): .optional(value.open)
        default: self
        }
    }
}
