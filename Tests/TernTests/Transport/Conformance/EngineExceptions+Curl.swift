extension EngineExceptions {
    /// None.
    static let curl = EngineExceptions("libcurl", [])
}
