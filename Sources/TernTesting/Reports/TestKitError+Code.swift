extension TestKitError {
    /// The kind of a failure. More codes may be added, so a `switch` needs a `default`.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The code of the bridged `NSError`.
        public let number: Int

        private let name: String
        let sentence: String

        private init(_ number: Int, _ name: String, _ sentence: String) {
            self.number = number
            self.name = name
            self.sentence = sentence
        }

        /// The name of the code, such as `bindFailed`.
        public var description: String { name }

        /// Lets a `catch` name a code: `catch TestKitError.Code.bindFailed`.
        public static func ~= (code: Code, error: any Error) -> Bool {
            (error as? TestKitError)?.code == code
        }
    }
}

// MARK: - Fixtures

extension TestKitError.Code {
    /// No folder has a file with this name.
    public static let fixtureNotFound = Self(101, "fixtureNotFound", "The fixture was not found.")

    /// The name is not a valid path within the folder of fixtures.
    public static let invalidFixtureName = Self(102, "invalidFixtureName", "The name of the fixture is not valid.")

    /// The file exists, but can't be read.
    public static let unreadableFixture = Self(103, "unreadableFixture", "The fixture could not be read.")

    /// The file isn't text in UTF-8, or isn't JSON of the requested type.
    public static let unexpectedFixtureContent = Self(
        104,
        "unexpectedFixtureContent",
        "The fixture has other content than expected."
    )
}

// MARK: - Servers

extension TestKitError.Code {
    /// The process or the system has no free file descriptor.
    public static let descriptorsExhausted = Self(
        201,
        "descriptorsExhausted",
        "There are too many open files and connections."
    )

    /// No socket could be bound to 127.0.0.1, for example because the port is in use.
    public static let bindFailed = Self(202, "bindFailed", "The test server could not be started.")

    /// Another system call failed.
    public static let systemCallFailed = Self(203, "systemCallFailed", "The test server failed.")

    /// The server was stopped before the expected condition was true.
    public static let serverStopped = Self(204, "serverStopped", "The test server was stopped.")
}

// MARK: - Sessions

extension TestKitError.Code {
    /// There is no route for the request.
    public static let unmatchedRequest = Self(301, "unmatchedRequest", "There is no stub for the request.")

    /// The request was sent by a download task, which FoundationNetworking can't complete with a `URLProtocol`.
    public static let downloadTask = Self(302, "downloadTask", "Downloads can't be stubbed here.")

    /// The request was sent by a task other than a data, upload or download task.
    public static let unsupportedTask = Self(303, "unsupportedTask", "This kind of request can't be stubbed.")

    /// The object that keeps the stub alive was removed from the configuration.
    public static let releasedStub = Self(304, "releasedStub", "The stub of the request is gone.")
}

// MARK: - Samples

extension TestKitError.Code {
    /// Samples are missing, or can't be decoded as the values of their calls.
    public static let invalidSamples = Self(404, "invalidSamples", "Some samples are not valid.")
}

// MARK: - Virtual time

extension TestKitError.Code {
    /// No job is ready and no timer is set, but the body has not ended.
    public static let stalled = Self(501, "stalled", "The test can't go on.")

    /// A timer is set after the horizon.
    public static let horizonReached = Self(502, "horizonReached", "A timer is set too far in the future.")

    /// The limit of steps was reached before the work was done, or one task ran repeatedly without waiting.
    public static let tooManySteps = Self(503, "tooManySteps", "The test takes too many steps.")

    /// A job didn't return within the limit of real time. It blocks its thread, or runs a long computation.
    public static let blocked = Self(504, "blocked", "A job of the test does not return.")

    /// An `outside` block made no progress within the limit of real time.
    public static let outsideTimedOut = Self(
        505,
        "outsideTimedOut",
        "The test waited too long for something outside it."
    )

    /// The code slept on a clock other than the scheduler's.
    public static let foreignSleep = Self(506, "foreignSleep", "The test waited on another clock.")

    /// The scheduler was released, or the task was cancelled.
    public static let schedulerClosed = Self(507, "schedulerClosed", "The scheduler of the test is closed.")

    /// The text of a replay isn't a text that a failed exploration has printed.
    public static let invalidReplay = Self(508, "invalidReplay", "The order of the test can't be read.")

    /// The code slept on a ``FailingClock``.
    public static let unexpectedSleep = Self(509, "unexpectedSleep", "The test waited unexpectedly.")
}

// MARK: - Timelines

extension TestKitError.Code {
    /// A `(` without a `)`, or a `)` without a `(`.
    public static let unbalancedGroup = Self(
        601,
        "unbalancedGroup",
        "A parenthesis of the timeline has no counterpart."
    )

    /// A character with a special meaning at a position where it is not allowed.
    public static let misplacedCharacter = Self(602, "misplacedCharacter", "A character of the timeline is misplaced.")

    /// A character without a value.
    public static let unknownValue = Self(603, "unknownValue", "A character of the timeline has no value.")

    /// An event after the end of the sequence.
    public static let eventAfterEnd = Self(604, "eventAfterEnd", "The timeline goes on after its end.")

    /// An event of a cold sequence before its iteration begins.
    public static let negativeTime = Self(605, "negativeTime", "The timeline has an event before its start.")
}

// MARK: - Requests

extension TestKitError.Code {
    /// The body of a recorded request can't be decoded with the codings of its `Content-Encoding` field, or is too
    /// large.
    public static let undecodableBody = Self(701, "undecodableBody", "The body of the request can't be decoded.")

    /// The body of a recorded request isn't a valid multipart body.
    public static let malformedForm = Self(702, "malformedForm", "The body of the request is not a form.")
}

// MARK: - Cassettes

extension TestKitError.Code {
    /// The file of a cassette is missing.
    public static let cassetteNotFound = Self(801, "cassetteNotFound", "The recording was not found.")

    /// The file of a cassette can't be read, or isn't in the format HAR 1.2.
    public static let unreadableCassette = Self(802, "unreadableCassette", "The recording could not be read.")

    /// The file of a cassette can't be written.
    public static let unwritableCassette = Self(803, "unwritableCassette", "The recording could not be written.")

    /// A response of the server has another shape than the recorded one.
    public static let changedServer = Self(805, "changedServer", "The server has changed since the recording.")

    /// The environment variable `TERN_CASSETTES` is no mode of a cassette.
    public static let unknownCassetteMode = Self(806, "unknownCassetteMode", "The mode of the recording is unknown.")

    /// A recording still has a secret after its replacement, so it wasn't written.
    public static let secretInCassette = Self(804, "secretInCassette", "The recording contains a secret.")
}
