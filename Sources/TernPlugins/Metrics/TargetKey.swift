import CTern
import Tern

/// The type and the case of a target, or the name of its call, without arguments.
struct TargetKey: Hashable, Sendable {
    private let type: ObjectIdentifier
    /// 0 for a type that isn't an enum.
    private let caseID: UInt
    /// `nil` for a type that isn't a `CallTarget`.
    private let callName: String?

    init(_ target: any TargetType) {
        self.init(of: target)
    }

    private init(of target: some TargetType) {
        let type = Swift.type(of: target)
        self.type = ObjectIdentifier(type)
        let metadata = unsafeBitCast(type as Any.Type, to: UnsafeRawPointer.self)
        caseID = withUnsafePointer(to: target) { tern_case_id($0, metadata) }
        callName = (target as? any CallTarget)?.request.name
    }
}
