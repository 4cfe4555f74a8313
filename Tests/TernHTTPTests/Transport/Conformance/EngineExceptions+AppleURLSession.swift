extension EngineExceptions {
    /// No case is known to fail, since no case has been run on an Apple platform yet.
    static let appleURLSession = EngineExceptions("Apple's URLSession", [])
}
