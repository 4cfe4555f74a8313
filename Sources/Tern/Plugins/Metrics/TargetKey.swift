import Foundation

/// The type and the case of a target, without the case's arguments: a key that costs less than the target's name.
struct TargetKey: Hashable, Sendable {
    private let type: ObjectIdentifier
    /// The address of the case's name, which the runtime keeps forever. 0 for a type that isn't an enum.
    private let name: UInt

    /// - Returns: `nil` if the runtime doesn't tell the name of a case.
    init?(_ target: any TargetType) {
        guard let caseName = Self.caseName else { return nil }
        self.init(target, caseName)
    }

    // MARK: - Private

    /// The runtime's function with which the standard library prints the name of a case (`swift_EnumCaseName`). A
    /// `Mirror` of the target takes microseconds.
    private typealias CaseName =
        @convention(c) (_ value: UnsafeRawPointer, _ type: UnsafeRawPointer) -> UnsafeRawPointer?

    /// Looked up by its name, since it may be missing, as in a statically linked program.
    private static let caseName: CaseName? = dlopen(nil, RTLD_LAZY).flatMap { dlsym($0, "swift_EnumCaseName") }.map {
        unsafeBitCast($0, to: CaseName.self)
    }

    private init(_ target: some TargetType, _ caseName: CaseName) {
        type = ObjectIdentifier(Swift.type(of: target))
        let metadata = unsafeBitCast(Swift.type(of: target) as Any.Type, to: UnsafeRawPointer.self)
        name = withUnsafePointer(to: target) { UInt(bitPattern: caseName($0, metadata)) }
    }
}
