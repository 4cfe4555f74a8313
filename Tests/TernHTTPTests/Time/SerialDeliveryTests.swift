import Foundation
import TernTesting
import TestDoubles
import Testing

@testable import TernHTTP

@Suite(.timeLimit(.minutes(20)))
struct SerialDeliveryTests {
    private typealias Numbers = SerialDelivery<[Int], Int>

    private static func first(of numbers: inout [Int]) -> Int? { numbers.isEmpty ? nil : numbers.removeFirst() }

    /// As it happens when a handler resumes a call on the same thread.
    @Test func itemThatAHandlerAddsIsDeliveredAfterTheHandler() {
        let delivered = Watched<[Int]>([])
        let delivery = Locked<Numbers?>(nil)
        let numbers = Numbers([], take: Self.first) { number in
            if number == 1 { delivery.withLock(\.self)?.update { $0 += [2, 3] } }
            delivered.append(number)
        }
        delivery.withLock { $0 = numbers }
        numbers.update { $0.append(1) }
        numbers.update { $0.append(4) }
        #expect(delivered.value == [1, 2, 3, 4])
        delivery.withLock { $0 = nil }
    }

    @Test func oneThreadDeliversForAllInOrder() {
        let (last, isInside) = (Locked(0), Locked(false))
        let count = Locked(0)
        let numbers = Numbers([], take: Self.first) { number in
            let wasInside = isInside.withLock { isInside in
                defer { isInside = true }
                return isInside
            }
            #expect(!wasInside)
            last.withLock { last in
                #expect(number == last + 1)
                last = number
            }
            isInside.withLock { $0 = false }
        }
        DispatchQueue.concurrentPerform(iterations: 2_000) { _ in
            numbers.update { numbers in
                let next = count.withLock { count in
                    count += 1
                    return count
                }
                numbers.append(next)
            }
        }
        #expect(last.withLock(\.self) == 2_000)
    }

    @Test func finishWaitsForTheHandlerOfAnotherThread() async {
        let (isInside, mayReturn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let delivered = Watched<[Int]>([])
        let numbers = Numbers([], take: Self.first) { number in
            isInside.signal()
            mayReturn.wait()
            delivered.append(number)
        }
        await numbers.finish()
        DispatchQueue.global().async { numbers.update { $0.append(1) } }
        isInside.wait()
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(10)) { mayReturn.signal() }
        await numbers.finish()
        #expect(delivered.value == [1])
    }

    @Test func latestItemIsDeliveredOnTheQueue() {
        let (closures, delivered) = (Watched<[@Sendable () -> Void]>([]), Watched<[Int]>([]))
        let latest = SerialDelivery<Int?, Int>(
            nil,
            on: { closures.append($0) },
            take: { $0.take() },
            deliver: { delivered.append($0) }
        )
        for number in 1...3 { latest.update { $0 = number } }
        #expect(closures.value.count == 1 && delivered.value.isEmpty)
        closures.value[0]()
        latest.update { $0 = 4 }
        #expect(closures.value.count == 2 && delivered.value == [3])
        closures.value[1]()
        #expect(delivered.value == [3, 4])
    }
}
