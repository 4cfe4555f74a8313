import CTern
import Tern

/// The type and the case of a target, without the case's arguments.
struct TargetKey: Hashable, Sendable {
    private let type: ObjectIdentifier
    /// 0 for a type that isn't an enum.
    private let caseID: UInt

    init(_ target: any TargetType) {
        self.init(of: target)
    }

    private init(of target: some TargetType) {
        let type = Swift.type(of: target)
        self.type = ObjectIdentifier(type)
        let metadata = unsafeBitCast(type as Any.Type, to: UnsafeRawPointer.self)
        caseID = withUnsafePointer(to: target) { tern_case_id($0, metadata) }
    }
}
