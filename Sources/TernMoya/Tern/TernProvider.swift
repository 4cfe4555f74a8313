import Foundation
import Tern

extension MoyaProvider {
    /// Tern's calls with `await` on this provider's targets, with its plugins, stubs and session.
    ///
    /// ```swift
    /// let user = try await provider.tern.value(.user("octocat"))
    /// let zen = try await provider.tern.request(.zen)
    /// ```
    public var tern: TernProvider<Target> { TernProvider(self) }
}

/// Makes Tern's calls with a provider of Moya's form. See ``MoyaProvider/tern``.
///
/// Each call is one call of `MoyaProvider.request(_:callbackQueue:progress:completion:)`, so a subclass that overrides
/// it receives the calls, too. If it calls `super` only after it has returned, the options of the call are lost. The
/// plugins' `process` changes the response. A cancelled call ends at once, and only its first completion counts.
/// With `trackInflights`, it leaves the calls that share its request; the last one cancels the request.
public struct TernProvider<Base: TargetType>: Tern.ProviderType {
    public typealias Target = TernTarget<Base>

    private let provider: MoyaProvider<Base>

    init(_ provider: MoyaProvider<Base>) { self.provider = provider }

    public var callbackQueue: DispatchQueue? { provider.callbackQueue }

    public func response(
        to target: TernTarget<Base>,
        options: CallOptions
    ) async throws(TernError) -> Tern.Response {
        let bridged = BridgedCall(of: provider, options: options, validation: target.validation)
        let first = FirstValue<Result<Response, MoyaError>>()
        let token = BridgedCall.$current.withValue(bridged) {
            provider.request(target.base, callbackQueue: .global(), progress: nil) { first.set($0) }
        }
        let cancellable = Unchecked(token)
        let result = await withTaskCancellationHandler {
            await first.wait()
        } onCancel: {
            cancellable.value.cancel()
            // A cancelled stub of Moya completes only after its delay.
            first.set(.failure(.underlying(AFError.explicitlyCancelled, nil)))
        }
        switch result {
        case .failure(let error):
            let failure = TernError(error, about: target)
            // Tern's validation says more.
            if failure.code == .unacceptableStatus, let response = error.response {
                _ = try Tern.Response(response, of: target)
            }
            throw failure
        case .success(let moya):
            return try Tern.Response(moya, of: target)
        }
    }

    /// The response to a target's request, if the target's validation accepts it.
    ///
    /// - Throws: `TernError`, with any code except `.decodingFailed`.
    public func request(
        _ target: Base,
        options: CallOptions = CallOptions()
    ) async throws(TernError) -> Tern.Response {
        try await response(to: TernTarget(target), options: options)
    }

    /// The body of the response, decoded as a value of this type.
    ///
    /// - Parameters:
    ///   - target: The target to call.
    ///   - type: The type of the value.
    ///   - keyPath: The place of the value in the body, such as `"data.items"`. The whole body by default.
    ///   - options: The options of the call. None by default.
    /// - Throws: `TernError`; with code `.decodingFailed` if the body can't be decoded.
    public func request<Value: Decodable>(
        _ target: Base,
        as type: Value.Type,
        at keyPath: String? = nil,
        options: CallOptions = CallOptions()
    ) async throws(TernError) -> Value {
        try await request(TernTarget(target), as: type, at: keyPath, options: options)
    }
}
