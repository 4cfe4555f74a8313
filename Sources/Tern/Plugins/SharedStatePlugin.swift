/// A plugin whose copies share their state. It acts once for each request.
///
/// If the plugins of a provider contain several copies, only the last copy is used. After a plugin that retries, it
/// observes each attempt. With several copies, a request would count twice, or the second copy would wait for the first
/// copy.
protocol SharedStatePlugin: Plugin {
    /// The same for all copies, and for no other plugin.
    var stateID: ObjectIdentifier { get }
}

extension [any Plugin] {
    /// These plugins, with only the last copy of each ``SharedStatePlugin``.
    var withoutCopies: [any Plugin] {
        var known: Set<ObjectIdentifier> = []
        let kept = reversed().filter { plugin in
            guard let plugin = plugin as? any SharedStatePlugin else { return true }
            return known.insert(plugin.stateID).inserted
        }
        return kept.reversed()
    }
}
