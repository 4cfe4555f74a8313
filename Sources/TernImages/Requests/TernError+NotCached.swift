import Tern

extension TernError.Code {
    /// A picture isn't in memory, and ``ImageCachePolicy/memoryOnly`` forbids loading it.
    public static let notCached = Self(rawValue: "notCached")
}
