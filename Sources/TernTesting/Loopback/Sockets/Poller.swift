#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

/// Waits until at least one of its descriptors is readable or writable.
///
/// Uses poll(2), which every platform has; the C library's Swift module doesn't export epoll.
package struct Poller {
    private var entries: [pollfd] = []
    private var tokens: [Int] = []
    private var indices: [Int: Int] = [:]

    package init() {}

    package mutating func add(_ descriptor: Int32, token: Int, interest: PollInterest) {
        indices[token] = entries.count
        entries.append(pollfd(fd: descriptor, events: Self.mask(interest), revents: 0))
        tokens.append(token)
    }

    package mutating func update(token: Int, interest: PollInterest) {
        guard let index = indices[token] else { return }
        entries[index].events = Self.mask(interest)
    }

    package mutating func remove(token: Int) {
        guard let index = indices.removeValue(forKey: token) else { return }
        entries.swapAt(index, entries.count - 1)
        tokens.swapAt(index, tokens.count - 1)
        entries.removeLast()
        tokens.removeLast()
        if index < tokens.count { indices[tokens[index]] = index }
    }

    /// Blocks until there is at least one event, or a signal arrives. Replaces `events`.
    ///
    /// - Parameter limit: Maximum wait in milliseconds. Unlimited by default.
    package mutating func wait(_ events: inout [PollEvent], atMost limit: Int32 = -1) {
        events.removeAll(keepingCapacity: true)
        var left = poll(&entries, nfds_t(entries.count), limit)
        var index = 0
        while left > 0, index < entries.count {
            let flags = Int32(entries[index].revents)
            if flags != 0 {
                left -= 1
                events.append(
                    PollEvent(
                        token: tokens[index],
                        isReadable: flags & Int32(POLLIN) != 0,
                        isWritable: flags & Int32(POLLOUT) != 0,
                        isBroken: flags & Int32(POLLHUP | POLLERR | POLLNVAL) != 0
                    )
                )
            }
            index += 1
        }
    }

    // MARK: - Private

    private static func mask(_ interest: PollInterest) -> Int16 {
        var mask: Int32 = 0
        if interest.contains(.read) { mask |= Int32(POLLIN) }
        if interest.contains(.write) { mask |= Int32(POLLOUT) }
        return Int16(mask)
    }
}

/// The events to report for a descriptor. Failures are always reported.
package struct PollInterest: OptionSet {
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    package static let read = PollInterest(rawValue: 1)
    package static let write = PollInterest(rawValue: 2)
}

package struct PollEvent: Equatable {
    /// The token that the descriptor was added with. Unlike descriptors, tokens are never reused, so a late event can't
    /// be mistaken for an event of another connection.
    package var token: Int
    package var isReadable: Bool
    package var isWritable: Bool
    /// The peer has closed both directions.
    package var isBroken: Bool
}
