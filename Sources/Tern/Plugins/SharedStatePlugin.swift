/// A plugin whose copies share their state, and that acts once for each request.
///
/// Of copies among the plugins of a provider, only the last one is used: behind a plugin that retries, it sees each
/// attempt. Otherwise, a request would count twice, or the second copy would wait for the first one.
protocol SharedStatePlugin: Plugin {
    /// The same for all copies, and for no other plugin.
    var stateID: ObjectIdentifier { get }
}

extension [any Plugin] {
    /// These plugins with the last of all copies of a ``SharedStatePlugin`` only.
    var withoutCopies: [any Plugin] {
        var known: Set<ObjectIdentifier> = []
        let kept = reversed().filter { plugin in
            guard let plugin = plugin as? any SharedStatePlugin else { return true }
            return known.insert(plugin.stateID).inserted
        }
        return kept.reversed()
    }
}
