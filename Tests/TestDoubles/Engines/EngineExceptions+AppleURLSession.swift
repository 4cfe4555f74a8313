extension EngineExceptions {
    /// No case is known to fail, since no case has been run on an Apple platform yet.
    package static let appleURLSession = EngineExceptions("Apple's URLSession", [])
}
