/// A plugin with only one hook, `intercept`. The chain doesn't call the others, so that a call costs less. A plugin
/// that gets another hook must not conform any more.
protocol InterceptOnlyPlugin: Plugin {}

/// A plugin in the chain of a provider. A class, so that a call copies one reference.
final class ChainedPlugin: Sendable {
    let plugin: any Plugin

    /// Whether the plugin may have hooks besides `intercept`. Found once, since the cast takes longer than the hooks.
    let hasInnerHooks: Bool

    init(_ plugin: any Plugin) {
        self.plugin = plugin
        hasInnerHooks = !(plugin is any InterceptOnlyPlugin)
    }
}
