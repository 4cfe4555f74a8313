extension Provider: CustomStringConvertible, CustomReflectable {
    /// The provider's type. Closures, plugins and the transport are omitted, since they may hold secrets.
    public var description: String { "Provider<\(Target.self)>" }

    public var customMirror: Mirror {
        Mirror(self, children: ["provider": description, "configuration": configuration], displayStyle: .class)
    }
}

extension ProviderConfiguration: CustomStringConvertible, CustomReflectable {
    /// The body limit. Encoders and decoders are omitted, since they may hold secrets.
    public var description: String { "at most \(maximumBodyBytes) bytes" }

    public var customMirror: Mirror {
        Mirror(self, children: ["maximumBodyBytes": maximumBodyBytes], displayStyle: .struct)
    }
}
