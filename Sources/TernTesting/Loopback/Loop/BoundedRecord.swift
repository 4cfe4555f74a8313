/// The newest elements, up to a number and a total size.
struct BoundedRecord<Element: Sendable>: Sendable {
    private let maximumCount: Int
    private let maximumBytes: Int
    private let bytes: @Sendable (Element) -> Int

    /// The number of elements that were dropped, or not recorded.
    private(set) var droppedCount = 0
    private(set) var elements: [Element] = []
    private var totalBytes = 0

    /// - Parameters:
    ///   - bytes: The size of an element. The newest element is kept regardless of its size.
    init(maximumCount: Int, maximumBytes: Int = .max, bytes: @escaping @Sendable (Element) -> Int = { _ in 0 }) {
        self.maximumCount = max(0, maximumCount)
        self.maximumBytes = maximumBytes
        self.bytes = bytes
    }

    mutating func append(_ element: Element) {
        elements.append(element)
        totalBytes += bytes(element)
        while elements.count > maximumCount || (totalBytes > maximumBytes && elements.count > 1) {
            totalBytes -= bytes(elements.removeFirst())
            droppedCount += 1
        }
    }
}
