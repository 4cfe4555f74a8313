/// The test that a double belongs to: the one in which it was made, if it writes into that test's journal.
struct TestOwner: Sendable {
    private let double: String
    /// `nil` if the double was made outside of a test, or has a journal of its own.
    private let journal: Journal?
    private let source: SourcePlace

    /// To be made in the task in which the double is.
    ///
    /// - Parameter double: What it is, for people: `The provider of GitHub`.
    init(of double: String, journal: Journal?, at source: SourcePlace) {
        self.double = double
        self.journal = journal === Journal.current ? journal : nil
        self.source = source
    }

    /// The double is used. It is misuse if that is by another test: the two would be mixed in one journal. Where either
    /// test isn't known, as in a detached task, nothing is said.
    ///
    /// - Returns: Whether another test uses it.
    @discardableResult
    func noteUse() -> Bool {
        // A task that outlives its test still has the test's journal; whom it works for by then isn't known.
        guard let journal, let user = Journal.current, user !== journal, !user.isClosed,
            !journal.name.isEmpty, !user.name.isEmpty
        else { return false }
        let other = user.name == journal.name ? "another case of it" : "the test \(user.name) as well"
        let message = """
            \(double) was made in the test \(journal.name), and is used by \(other). What happens there is written into the \
            journal of the first. Make one in each test.
            """
        user.report(Journal.Finding(.misuse, message, at: source))
        return true
    }
}
