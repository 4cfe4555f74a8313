/// A first-in, first-out queue in one array, from which any element can be removed.
struct ReadyQueue<Element: Sendable>: Sendable {
    private var elements: [Element] = []
    private var head = 0

    var count: Int { elements.count - head }
    var isEmpty: Bool { count == 0 }

    subscript(index: Int) -> Element { elements[head + index] }

    mutating func append(_ element: Element) {
        elements.append(element)
    }

    mutating func remove(at index: Int) -> Element {
        guard index == 0 else { return elements.remove(at: head + index) }
        defer {
            head += 1
            if head > 64, head * 2 > elements.count {
                elements.removeFirst(head)
                head = 0
            }
        }
        return elements[head]
    }

    func firstIndex(where isWanted: (Element) -> Bool) -> Int? {
        (0..<count).first { isWanted(self[$0]) }
    }

    mutating func removeAll() -> [Element] {
        defer { (elements, head) = ([], 0) }
        return Array(elements[head...])
    }
}
