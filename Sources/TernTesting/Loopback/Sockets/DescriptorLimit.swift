#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

/// How many files and sockets this process may have open.
enum DescriptorLimit {
    /// As many as a process with a server needs at most. What closes every descriptor there can be, as some do where
    /// they start a child, would take long with the millions that a container may allow.
    private static let most: rlim_t = 65_536

    /// Takes what the system allows where the shell allows less, 1,024 as a rule: servers of tests that run side by side
    /// need more.
    static func raise() {
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0, limit.rlim_cur < min(limit.rlim_max, most) else { return }
        limit.rlim_cur = min(limit.rlim_max, most)
        // What is refused isn't had: the error comes where a descriptor is missing.
        _ = setrlimit(resource, &limit)
    }

    #if canImport(Glibc)
        private static var resource: __rlimit_resource_t { __rlimit_resource_t(RLIMIT_NOFILE.rawValue) }
    #else
        private static var resource: Int32 { RLIMIT_NOFILE }
    #endif
}
