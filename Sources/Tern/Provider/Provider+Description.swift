extension Provider: CustomStringConvertible, CustomReflectable {
    /// The type of its target. Closures, plugins and the transport may hold secrets.
    public var description: String { "Provider<\(Target.self)>" }

    public var customMirror: Mirror {
        Mirror(self, children: ["provider": description, "configuration": configuration], displayStyle: .class)
    }
}

extension ProviderConfiguration: CustomStringConvertible, CustomReflectable {
    /// The limit. Encoders and decoders may hold anything.
    public var description: String { "at most \(maximumBodyBytes) bytes" }

    public var customMirror: Mirror {
        Mirror(self, children: ["maximumBodyBytes": maximumBodyBytes], displayStyle: .struct)
    }
}
