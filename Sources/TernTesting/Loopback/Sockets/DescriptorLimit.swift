#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

/// The number of files and sockets that this process may have open.
package enum DescriptorLimit {
    /// The maximum number of descriptors that a process with a server needs. A container may allow millions. With so
    /// many, programs that close every possible descriptor before they start a child process would be slow.
    private static let most: rlim_t = {
        #if canImport(Darwin)
            // More than OPEN_MAX of its header is an error (manual page of setrlimit(2)).
            10_240
        #else
            65_536
        #endif
    }()

    /// Raises the soft limit, usually 1,024, to the hard limit, because tests with servers in parallel need more.
    package static func raise() {
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0, limit.rlim_cur < min(limit.rlim_max, most) else { return }
        limit.rlim_cur = min(limit.rlim_max, most)
        // An error is ignored: a call that needs a descriptor fails later, and reports it.
        _ = setrlimit(resource, &limit)
    }

    #if canImport(Glibc)
        private static var resource: __rlimit_resource_t { __rlimit_resource_t(RLIMIT_NOFILE.rawValue) }
    #else
        private static var resource: Int32 { RLIMIT_NOFILE }
    #endif
}
