/// A plugin that implements only the hook `intercept`. The chain doesn't call the other hooks of such a plugin, so that
/// a call costs less. Remove this conformance when a plugin gets another hook.
protocol InterceptOnlyPlugin: Plugin {}

/// A plugin in the chain of a provider. A class, so that a call copies one reference.
final class ChainedPlugin: Sendable {
    let plugin: any Plugin

    /// Whether the plugin may have hooks besides `intercept`. Determined once, since the cast takes longer than calling
    /// the hooks.
    let hasInnerHooks: Bool

    init(_ plugin: any Plugin) {
        self.plugin = plugin
        hasInnerHooks = !(plugin is any InterceptOnlyPlugin)
    }
}
