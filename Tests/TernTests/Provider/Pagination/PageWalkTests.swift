import Testing

@testable import Tern

@Suite(.timeLimit(.minutes(5)))
struct PageWalkTests {
    private static func link(_ page: Int) -> PageCursor {
        PageCursor(rawValue: "https://api.example.com/issues?page=\(page)&filter=" + String(repeating: "x", count: 300))
    }

    /// The bytes that a value holds, its texts included, without the overhead of collections.
    private static func bytes(of value: Any) -> Int {
        if let text = value as? String { return text.utf8.count }
        if let cursor = value as? PageCursor { return cursor.rawValue.utf8.count }
        let children = Mirror(reflecting: value).children
        return children.isEmpty ? MemoryLayout.size(ofValue: value) : children.reduce(0) { $0 + bytes(of: $1.value) }
    }

    private static func walk(_ pages: Int) throws -> PageWalk {
        var walk = PageWalk(from: nil, limit: nil)
        for page in 1...pages {
            _ = try walk.begin()
            walk.received(
                next: .success(link(page + 1)),
                aliases: [link(page)],
                repetition: TernError(.invalidNextPage)
            )
        }
        return walk
    }

    @Test func longWalkHoldsFewBytesForEachPage() throws {
        let (short, long) = (try Self.walk(100), try Self.walk(600))

        #expect(Self.bytes(of: long) - Self.bytes(of: short) <= 500 * 64)
    }

    @Test func earlierPageIsFoundAfterManyOthers() throws {
        var walk = try Self.walk(200)
        #expect(walk.following == Self.link(201))

        walk.received(next: .success(Self.link(7)), aliases: [], repetition: TernError(.invalidNextPage))

        let error = #expect(throws: TernError.self) { _ = try walk.begin() }
        #expect(error?.code == .invalidNextPage)
    }
}
