/// Receives the progress of a request that calls share. At times none of them listens for it, and another call that does
/// may join at any time.
struct SharedProgress: Sendable {
    /// Hands an update to the calls that listen, by their handlers, which may take their time.
    let report: ProgressHandler

    /// Keeps an update for calls that join later, without calling any handler.
    ///
    /// Returns `false` and does nothing if a call listens at present: then `report` has to be called.
    let record: @Sendable (TransferProgress) -> Bool
}
