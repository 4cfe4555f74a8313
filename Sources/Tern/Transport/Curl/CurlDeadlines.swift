#if os(Linux)
    /// Which transfer has to be looked at when, the earliest first. An entry whose transfer has ended or moved is harmless.
    struct CurlDeadlines {
        typealias Instant = ContinuousClock.Instant

        /// A binary heap: no entry is later than those at twice its index.
        private var heap: [(time: Instant, id: Int)] = []

        var next: Instant? { heap.first?.time }

        mutating func add(_ id: Int, at time: Instant) {
            heap.append((time, id))
            var child = heap.count - 1
            while child > 0, heap[child].time < heap[(child - 1) / 2].time {
                heap.swapAt(child, (child - 1) / 2)
                child = (child - 1) / 2
            }
        }

        /// Takes the earliest that is due.
        mutating func takeDue(at now: Instant) -> Int? {
            guard let first = heap.first, first.time <= now else { return nil }
            heap.swapAt(0, heap.count - 1)
            heap.removeLast()
            var parent = 0
            while true {
                let children = (2 * parent + 1..<2 * parent + 3).filter { $0 < heap.count }
                guard let child = children.min(by: { heap[$0].time < heap[$1].time }),
                    heap[child].time < heap[parent].time
                else { break }
                heap.swapAt(parent, child)
                parent = child
            }
            return first.id
        }
    }
#endif
