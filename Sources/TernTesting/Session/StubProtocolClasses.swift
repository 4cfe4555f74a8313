import Foundation
import Tern

/// The protocol classes by which sessions find their stubs.
///
/// A session is configured with a class. An instance of that class can't determine its session from
/// FoundationNetworking. So each stub takes its own class, created at run time, and releases the class when the stub
/// ends. The number of classes is the maximum number of stubs that have existed at the same time.
enum StubProtocolClasses {
    private struct State: Sendable {
        var free: [Int] = []
        var count = 0
        var cores: [ObjectIdentifier: StubSessionCore] = [:]
    }

    /// The state is global, because classes are global: FoundationNetworking creates their instances, and can't pass a
    /// stub to them.
    private static let state = Locked(State())

    /// - Returns: The number of a class that no other stub uses until ``release(_:)``.
    static func take(for core: StubSessionCore) -> Int {
        let number = state.withLock { state -> Int in
            if let free = state.free.popLast() { return free }
            state.count += 1
            return state.count
        }
        let key = ObjectIdentifier(protocolClass(number))
        state.withLock { $0.cores[key] = core }
        return number
    }

    static func release(_ number: Int) {
        let key = ObjectIdentifier(protocolClass(number))
        // The core is released outside of the lock, because its closure may own another stub.
        _ = state.withLock { state in
            state.free.append(number)
            return state.cores.removeValue(forKey: key)
        }
    }

    static func core(of type: StubURLProtocol.Type) -> StubSessionCore? {
        state.withLock { $0.cores[ObjectIdentifier(type)] }
    }

    /// The number of classes that were ever created.
    static var count: Int { state.withLock(\.count) }

    static func protocolClass(_ number: Int) -> StubURLProtocol.Type {
        // The digits are added from the highest to the lowest. So the nesting depth of the type equals the number of
        // binary digits.
        let digits = (0..<Int.bitWidth - number.leadingZeroBitCount).reversed().map { number >> $0 & 1 }
        let type = digits.reduce(Zero.self as any BinaryNumber.Type) {
            $1 == 0 ? $0.followedByZero : $0.followedByOne
        }
        return type.protocolClass
    }
}

/// A number that is encoded as a type.
private protocol BinaryNumber {}

private enum Zero: BinaryNumber {}
private enum FollowedByZero<Number: BinaryNumber>: BinaryNumber {}
private enum FollowedByOne<Number: BinaryNumber>: BinaryNumber {}

extension BinaryNumber {
    fileprivate static var followedByZero: any BinaryNumber.Type { FollowedByZero<Self>.self }
    fileprivate static var followedByOne: any BinaryNumber.Type { FollowedByOne<Self>.self }
    fileprivate static var protocolClass: StubURLProtocol.Type { NumberedStubURLProtocol<Self>.self }
}

private final class NumberedStubURLProtocol<Number: BinaryNumber>: StubURLProtocol {}
