import Foundation
import Tern

/// A target of Moya's form as a target of Tern, for Tern's typed calls.
///
/// ```swift
/// extension Call<TernTarget<GitHub>, User> {
///     static func user(_ login: String) -> Self { .init(TernTarget(.user(login))) }
/// }
///
/// let user = try await provider.tern.value(.user("octocat"))
/// ```
///
/// Texts name the target inside with its case, such as `TernTarget<GitHub>.user`.
// The target of a call isn't changed while the call uses it, as with Moya, whose targets needn't be Sendable.
@dynamicMemberLookup
public struct TernTarget<Base: TargetType>: Tern.TargetType, @unchecked Sendable {
    /// The target in Moya's form.
    public let base: Base

    /// Wraps a target in Moya's form.
    public init(_ base: Base) { self.base = base }

    /// The value of a property of the target inside.
    public subscript<Value>(dynamicMember keyPath: KeyPath<Base, Value>) -> Value { base[keyPath: keyPath] }

    public var baseURL: URL { base.baseURL }
    public var path: String { base.path }
    public var method: Tern.HTTPMethod { Tern.HTTPMethod(rawValue: base.method.rawValue) }
    public var headers: Tern.HTTPHeaders { Tern.HTTPHeaders(base.headers ?? [:]) }
    public var sampleData: Data { base.sampleData }

    /// The statuses that the target's `validationType` accepts, and 200 to 299 instead of every status: a typed value
    /// needs a success.
    public var validation: Tern.Validation {
        switch base.validationType {
        case .none, .successCodes: .successCodes
        case .successAndRedirectCodes: .successAndRedirectCodes
        case .customCodes(let codes): codes.isEmpty ? .none : .codes(codes)
        }
    }
}

extension TernTarget: CustomStringConvertible, CustomReflectable {
    /// The type of the target and its case, without the case's arguments.
    public var description: String { caseName.map { "\(Base.self).\($0)" } ?? "\(Base.self)" }

    /// A mirror that shows the case without its arguments.
    public var customMirror: Mirror {
        guard let caseName else { return Mirror(self, children: [:]) }
        return Mirror(self, children: [caseName: ()], displayStyle: .enum)
    }

    private var caseName: String? {
        var target: any TargetType = base
        while let multi = target as? MultiTarget { target = multi.target }
        let mirror = Mirror(reflecting: target)
        guard mirror.displayStyle == .enum else { return nil }
        if let name = mirror.children.first?.label { return name }
        return target is any CustomStringConvertible ? nil : "\(target)"
    }
}
