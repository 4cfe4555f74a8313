/// The way in which a load uses the memory cache.
@nonexhaustive
public enum ImageCachePolicy: Hashable, Sendable {
    /// Returns the picture in memory. If it isn't in memory, loads the picture and keeps it in memory.
    case memoryFirst
    /// Loads the picture again, even if it is in memory. The new picture replaces the picture in memory, and also the
    /// pictures before its transforms. Earlier loads that are still running don't replace the new picture. The same
    /// picture with other or further transforms stays unchanged in memory.
    case reload
    /// Loads the picture again. The memory cache isn't changed.
    case noMemory
    /// Returns the picture in memory. If it isn't in memory, fails with `TernError.Code.notCached`, without sending a
    /// request.
    case memoryOnly

    package var readsMemory: Bool { self == .memoryFirst || self == .memoryOnly }
    var writesMemory: Bool { self != .noMemory }
}
