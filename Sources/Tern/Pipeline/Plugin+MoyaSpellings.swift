import Foundation

// The hooks of Moya's plugins have a target parameter where Tern's have a context. Since every requirement of `Plugin`
// has a default, a type that declares a hook of Moya's would conform, but the hook would never be called. These
// declarations make it an error that names the new hook. `TargetType+MoyaSpellings.swift` explains the technique.

/// The hooks of Moya's plugins, which are errors in Tern. An implementation detail of ``Plugin``.
public protocol _PluginSpellings: Sendable {
    associatedtype _RequestOfPrepare: _ArgumentOfPrepare = _NotDeclared
    associatedtype _TargetOfPrepare = _NotDeclared
    associatedtype _ResultOfPrepare = _NotDeclared
    func prepare(_ request: _RequestOfPrepare, target: _TargetOfPrepare) async throws -> _ResultOfPrepare

    associatedtype _RequestOfWillSend: _ArgumentOfWillSend = _NotDeclared
    associatedtype _TargetOfWillSend = _NotDeclared
    func willSend(_ request: _RequestOfWillSend, target: _TargetOfWillSend) async throws

    associatedtype _ResultOfDidReceive: _ArgumentOfDidReceive = _NotDeclared
    associatedtype _TargetOfDidReceive = _NotDeclared
    func didReceive(_ result: _ResultOfDidReceive, target: _TargetOfDidReceive) async throws

    associatedtype _ResultOfProcess: _ArgumentOfProcess = _NotDeclared
    associatedtype _TargetOfProcess = _NotDeclared
    associatedtype _Processed = _NotDeclared
    func process(_ result: _ResultOfProcess, target: _TargetOfProcess) async throws -> _Processed
}

extension _PluginSpellings {
    @_documentation(visibility: internal)
    public func prepare(_ request: _NotDeclared, target: _NotDeclared) async throws -> _NotDeclared { request }
    @_documentation(visibility: internal)
    public func willSend(_ request: _NotDeclared, target: _NotDeclared) async throws {}
    @_documentation(visibility: internal)
    public func didReceive(_ result: _NotDeclared, target: _NotDeclared) async throws {}
    @_documentation(visibility: internal)
    public func process(_ result: _NotDeclared, target: _NotDeclared) async throws -> _NotDeclared { result }
}

// MARK: - prepare

public protocol _ArgumentOfPrepare {}
extension _NotDeclared: _ArgumentOfPrepare {}

@available(*, unavailable, message: "Tern wouldn't call it. Declare `prepare(_:context:)`; see `context.target`.")
extension URLRequest: _ArgumentOfPrepare {}

@available(*, unavailable, message: "Tern wouldn't call it. Declare `prepare(_:context:)`; see `context.target`.")
extension Request: _ArgumentOfPrepare {}

// MARK: - willSend

public protocol _ArgumentOfWillSend {}
extension _NotDeclared: _ArgumentOfWillSend {}

@available(*, unavailable, message: "Tern wouldn't call it. Declare `willSend(_:context:)`; see `context.target`.")
extension URLRequest: _ArgumentOfWillSend {}

@available(*, unavailable, message: "Tern wouldn't call it. Declare `willSend(_:context:)`; see `context.target`.")
extension Request: _ArgumentOfWillSend {}

// MARK: - didReceive, process

public protocol _ArgumentOfDidReceive {}
extension _NotDeclared: _ArgumentOfDidReceive {}

@available(*, unavailable, message: "Tern wouldn't call it. Declare `didReceive(_:context:)`; see `context.target`.")
extension Result: _ArgumentOfDidReceive {}

public protocol _ArgumentOfProcess {}
extension _NotDeclared: _ArgumentOfProcess {}

@available(*, unavailable, message: "Tern wouldn't call it. Change the response in `intercept(_:context:next:)`.")
extension Result: _ArgumentOfProcess {}
