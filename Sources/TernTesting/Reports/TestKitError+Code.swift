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
