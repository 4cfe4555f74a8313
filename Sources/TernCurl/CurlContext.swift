#if os(Linux)
    import TernHTTP
    import CTern

    /// The objects that all transfers of an engine share. Used on the engine's thread only.
    final class CurlContext {
        let settings: CurlSettings
        let commandQueue: CurlCommandQueue
        let connections: CurlConnections
        let watch: CurlWatch
        let tick = CurlTick()
        let memory = CurlMemory()
        let budget = BodyBudget()
        /// libcurl's resolved names, TLS sessions and cookies. `nil` if libcurl can't allocate memory.
        let share = tern_curl_share_init()
        /// The number of cookies that were stored since they were last counted.
        var newCookies = 0

        init(_ settings: CurlSettings, _ commandQueue: CurlCommandQueue, _ watch: CurlWatch) {
            self.settings = settings
            self.commandQueue = commandQueue
            self.watch = watch
            connections = CurlConnections(commandQueue.poller, watch)
            guard let share else { return }
            var kinds = [CurlShareOption.names, CurlShareOption.tlsSessions]
            if settings.configuration.cookies == .inMemory { kinds.append(CurlShareOption.cookies) }
            for kind in kinds { _ = tern_curl_share_set_int(share, CurlShareOption.share, kind) }
        }

        deinit {
            if let share { _ = tern_curl_share_cleanup(share) }
        }
    }
#endif
