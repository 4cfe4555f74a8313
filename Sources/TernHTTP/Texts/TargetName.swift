import CTern

/// A property of a target that names its call, without the call's arguments.
package protocol TargetNaming {
    var targetName: String { get }
}

/// The type and case of a target, without the case's arguments, which may be secrets.
package func targetName(of target: any Sendable) -> String {
    let type = "\(Swift.type(of: target))"
    // The runtime's name is tried before the mirror and the description. A target can define both itself, and they may
    // be the same for all cases.
    if let name = enumCaseName(of: target) { return "\(type).\(String(cString: name))" }
    let mirror = Mirror(reflecting: target)
    guard mirror.displayStyle == .enum else {
        let naming = mirror.children.lazy.compactMap { $0.value as? any TargetNaming }.first
        return naming.map { "\(type).\($0.targetName)" } ?? type
    }
    if let name = mirror.children.first?.label { return "\(type).\(name)" }
    return target is any CustomStringConvertible ? type : "\(type).\(target)"
}

/// The name of an enum's case. The runtime never frees the name: two values of one type have the same case if the
/// addresses of their names are equal. `nil` for a type that isn't a Swift enum, and if the runtime's function is
/// missing.
func enumCaseName(of target: some Sendable) -> UnsafePointer<CChar>? {
    let metadata = unsafeBitCast(Swift.type(of: target) as Any.Type, to: UnsafeRawPointer.self)
    return withUnsafePointer(to: target) { tern_case_name($0, metadata) }
}
