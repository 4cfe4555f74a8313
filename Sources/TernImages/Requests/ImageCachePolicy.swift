/// How a load uses the memory cache.
@nonexhaustive
public enum ImageCachePolicy: Hashable, Sendable {
    /// Returns the picture in memory. Without one, loads it and keeps it.
    case memoryFirst
    /// Loads the picture again, even if it is in memory, and replaces the one in memory, also those before its
    /// transforms. Earlier loads of it that still run don't replace the new one. The same picture with other or further
    /// transforms stays in memory as it is.
    case reload
    /// Loads the picture again, and leaves the memory cache as it is.
    case noMemory
    /// Returns the picture in memory. Without one, fails with `TernError.Code.notCached`, and sends nothing.
    case memoryOnly

    package var readsMemory: Bool { self == .memoryFirst || self == .memoryOnly }
    var writesMemory: Bool { self != .noMemory }
}
