import Foundation
import Tern

/// A call of Tern on a provider of Moya's form, for `MoyaProvider.request`, which has no parameter for it.
struct BridgedCall: Sendable {
    @TaskLocal static var current: BridgedCall?

    private let provider: ObjectIdentifier
    let options: CallOptions
    /// The validation of an exchange whose body isn't collected. The body of a response that isn't accepted must not
    /// become the file.
    let validation: Tern.Validation

    init(of provider: AnyObject, options: CallOptions, validation: Tern.Validation) {
        self.provider = ObjectIdentifier(provider)
        self.options = options
        self.validation = options.delivery.map(\.isCollected) ?? true ? .none : validation
    }

    /// This call, if it is a call of the provider.
    func of(_ provider: AnyObject) -> BridgedCall? { ObjectIdentifier(provider) == self.provider ? self : nil }

    /// The endpoint with the fields of the options.
    func endpoint(_ endpoint: Endpoint) -> Endpoint {
        guard !options.headers.isEmpty else { return endpoint }
        let fields = Dictionary(options.headers.map { ($0.name, $0.value) }) { "\($0), \($1)" }
        return endpoint.adding(newHTTPHeaderFields: fields)
    }
}
