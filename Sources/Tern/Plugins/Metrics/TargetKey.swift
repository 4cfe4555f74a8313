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
        self.init(of: target)
    }

    private init(of target: some TargetType) {
        let type = Swift.type(of: target)
        self.type = ObjectIdentifier(type)
        let metadata = unsafeBitCast(type as Any.Type, to: UnsafeRawPointer.self)
        name = withUnsafePointer(to: target) { UInt(bitPattern: tern_case_name($0, metadata)) }
    }
}
