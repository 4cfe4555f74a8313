/// The test that owns a double: the test in which the double was created, if the double records into the journal of
/// that test.
package struct TestOwner: Sendable {
    private let double: String
    /// `nil` if the double was created outside of a test, or records into another journal.
    private let journal: Journal?
    private let source: SourcePosition

    /// Must be called in the task that creates the double.
    ///
    /// - Parameter double: The description of the double, for messages: `The provider of GitHub`.
    package init(of double: String, journal: Journal?, at source: SourcePosition) {
        self.double = double
        self.journal = journal === Journal.current ? journal : nil
        self.source = source
    }

    /// Records a use of the double. A use by another test is misuse, because the requests of both tests would be mixed
    /// in one journal. If either test is unknown, as in a detached task, nothing is reported.
    ///
    /// - Returns: Whether another test uses the double.
    @discardableResult
    package func noteUse() -> Bool {
        // A task that outlives its test keeps the journal of that test. It may work for another test then, so the
        // current test is unknown.
        guard let journal, let user = Journal.current, user !== journal, !user.isClosed,
            !journal.name.isEmpty, !user.name.isEmpty
        else { return false }
        let other = user.name == journal.name ? "another case of it" : "the test \(user.name)"
        let message = """
            \(double) was made in the test \(journal.name), but is also used by \(other). Its events are recorded in \
            the journal of the first test. Make a separate one in each test.
            """
        user.report(Journal.Finding(.misuse, message, at: source))
        return true
    }
}
