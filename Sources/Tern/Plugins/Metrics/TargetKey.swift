import CTernRuntime

/// The type and the case of a target, without the case's arguments: a key that costs less than the target's name.
struct TargetKey: Hashable, Sendable {
    private let type: ObjectIdentifier
    /// The address of the case's name, which the runtime keeps forever. 0 for a type that isn't an enum.
    private let name: UInt

    /// - Returns: `nil` if the runtime's function is missing.
    init?(_ target: any TargetType) {
        // A `Mirror` of the target takes microseconds.
        guard tern_case_name_load() else { return nil }
        type = ObjectIdentifier(Swift.type(of: target))
        name = UInt(bitPattern: enumCaseName(of: target))
    }
}
