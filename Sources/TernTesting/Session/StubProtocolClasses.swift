import Foundation
import Tern

/// The protocol classes by which sessions find their stubs.
///
/// A session is configured with a class, and FoundationNetworking doesn't tell an instance of that class to which
/// session it belongs. So each stub has its own class, created at run time, and returns it when the stub ends. The
/// number of classes is the maximum number of simultaneous stubs.
enum StubProtocolClasses {
    private struct State: Sendable {
        var free: [Int] = []
        var count = 0
        var cores: [ObjectIdentifier: StubSessionCore] = [:]
    }

    /// Global, as classes are: FoundationNetworking creates their instances, and passes nothing else to them.
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
        // From the highest digit to the lowest, so that the nesting of the type is as deep as the number has digits.
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
