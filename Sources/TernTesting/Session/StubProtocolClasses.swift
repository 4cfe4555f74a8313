import Foundation
import Tern

/// The classes by which sessions tell their stubs apart.
///
/// A session is given a class, and FoundationNetworking tells the protocol that it makes from it nothing about the session.
/// So each stub has a class of its own, made at run time, and gives it back when it ends: there are never more classes
/// than there were stubs at once.
enum StubProtocolClasses {
    private struct State: Sendable {
        var free: [Int] = []
        var count = 0
        var cores: [ObjectIdentifier: StubSessionCore] = [:]
    }

    /// Global as classes are: FoundationNetworking makes their instances, and knows of nothing else.
    private static let state = Locked(State())

    /// - Returns: The number of a class that is nobody else's until ``release(_:)``.
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
        // The core goes outside of the lock: what its closure holds may end a stub in turn.
        _ = state.withLock { state in
            state.free.append(number)
            return state.cores.removeValue(forKey: key)
        }
    }

    static func core(of type: StubURLProtocol.Type) -> StubSessionCore? {
        state.withLock { $0.cores[ObjectIdentifier(type)] }
    }

    /// How many classes were ever made.
    static var count: Int { state.withLock(\.count) }

    static func protocolClass(_ number: Int) -> StubURLProtocol.Type {
        // From the highest digit to the lowest, so that the type of a number is as long as its digits.
        let digits = (0..<Int.bitWidth - number.leadingZeroBitCount).reversed().map { number >> $0 & 1 }
        let type = digits.reduce(Nought.self as any BinaryNumber.Type) {
            $1 == 0 ? $0.followedByZero : $0.followedByOne
        }
        return type.protocolClass
    }
}

/// A number as a type.
private protocol BinaryNumber {}

private enum Nought: BinaryNumber {}
private enum FollowedByZero<Number: BinaryNumber>: BinaryNumber {}
private enum FollowedByOne<Number: BinaryNumber>: BinaryNumber {}

extension BinaryNumber {
    fileprivate static var followedByZero: any BinaryNumber.Type { FollowedByZero<Self>.self }
    fileprivate static var followedByOne: any BinaryNumber.Type { FollowedByOne<Self>.self }
    fileprivate static var protocolClass: StubURLProtocol.Type { NumberedStubURLProtocol<Self>.self }
}

private final class NumberedStubURLProtocol<Number: BinaryNumber>: StubURLProtocol {}
