import Foundation

/// One value that several threads read and change.
// `storage` is only reached while `lock` is held.
final class Guarded<Value>: @unchecked Sendable {
    private let lock = NSLock()
    private var storage: Value

    init(_ value: Value) { storage = value }

    var value: Value {
        get { lock.withLock { storage } }
        set { lock.withLock { storage = newValue } }
    }

    /// Changes the value. The closure mustn't call other code.
    func update<Result>(_ change: (inout Value) -> Result) -> Result { lock.withLock { change(&storage) } }
}

/// A value of the app, whose type isn't `Sendable`, on its way to the queue that uses it.
// Moya's closures and plugins have no `Sendable` types. The app says with its queues where they run, as with Moya.
struct Unchecked<Value>: @unchecked Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
}
