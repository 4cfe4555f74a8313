extension EngineExceptions {
    static let curl = EngineExceptions("libcurl", [])
}
