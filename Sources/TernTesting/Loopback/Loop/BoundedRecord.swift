/// The newest elements, up to a number and a total size.
struct BoundedRecord<Element: Sendable>: Sendable {
    private let maximumCount: Int
    private let maximumBytes: Int
    private let bytes: @Sendable (Element) -> Int

    /// The number of elements that were dropped, or not recorded.
    private(set) var droppedCount = 0
    /// `nil` for dropped elements, which are only at the front.
    private var storage: [Element?] = []
    private var start = 0
    private var totalBytes = 0

    /// - Parameters:
    ///   - bytes: The size of an element. The newest element is kept regardless of its size.
    init(maximumCount: Int, maximumBytes: Int = .max, bytes: @escaping @Sendable (Element) -> Int = { _ in 0 }) {
        self.maximumCount = max(0, maximumCount)
        self.maximumBytes = maximumBytes
        self.bytes = bytes
    }

    var elements: [Element] { storage[start...].compactMap(\.self) }

    mutating func append(_ element: Element) {
        guard maximumCount > 0 else {
            droppedCount += 1
            return
        }
        storage.append(element)
        totalBytes += bytes(element)
        while storage.count - start > maximumCount || (totalBytes > maximumBytes && storage.count - start > 1) {
            dropFirst()
        }
        // The elements are moved only rarely, so that the average cost is small.
        if start > 64, start > storage.count / 2 {
            storage.removeSubrange(..<start)
            start = 0
        }
    }

    private mutating func dropFirst() {
        if let element = storage[start] { totalBytes -= bytes(element) }
        storage[start] = nil
        start += 1
        droppedCount += 1
    }
}
