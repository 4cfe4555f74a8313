import Foundation
import TernPlugins

/// Who is logged in, and where.
nonisolated struct Session: Codable, Equatable, Sendable {
    let server: URL
    let user: String
    private var tokens: Tokens?
    private var expires: Date?

    /// A session before the login.
    init(server: URL, user: String) {
        self.server = server
        self.user = user
    }

    func with(_ tokens: Tokens, at date: Date = Date()) -> Session {
        var session = self
        session.tokens = tokens
        session.expires = date.addingTimeInterval(Double(tokens.expiresIn))
        return session
    }

    /// The session with the tokens of a login or of a refresh.
    func with(_ credentials: RefreshingAuthorizationPlugin.Credentials, at date: Date = Date()) -> Session {
        let tokens = Tokens(
            accessToken: credentials.token,
            refreshToken: credentials.refreshToken ?? "",
            expiresIn: Int(clamping: credentials.expiresIn?.components.seconds ?? 0)
        )
        return with(tokens, at: date)
    }

    func credentials(at date: Date = Date()) -> RefreshingAuthorizationPlugin.Credentials? {
        guard let tokens, let expires else { return nil }
        let rest = Duration.seconds(max(0, expires.timeIntervalSince(date)))
        return .init(token: tokens.accessToken, refreshToken: tokens.refreshToken, expiresIn: rest)
    }
}

extension Session: CustomStringConvertible {
    /// Without the tokens.
    var description: String { "\(user) at \(server)" }
}

/// A file that only its owner can read.
nonisolated struct SessionFile: Sendable {
    let url: URL

    /// `nil` if there is no file.
    func load() throws -> Session? {
        guard FileManager.default.fileExists(atPath: url.path) else { return nil }
        do {
            return try JSONDecoder().decode(Session.self, from: Data(contentsOf: url))
        } catch {
            throw TaskFailure("\(url.path) isn't the file of a login.", nextStep: "Run `tasks login`.")
        }
    }

    /// Replaces the file. The new file has its mode before it has any content.
    func save(_ session: Session) throws {
        let new = "\(url.path).\(UUID().uuidString)"
        let descriptor = open(new, O_WRONLY | O_CREAT | O_EXCL, 0o600)
        guard descriptor >= 0 else { throw failure }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        try file.write(contentsOf: JSONEncoder().encode(session))
        try file.close()
        guard rename(new, url.path) == 0 else { throw failure }
    }

    /// The failure of the last system call.
    private var failure: TaskFailure {
        TaskFailure(
            "\(url.path) can't be written: \(String(cString: strerror(errno))).",
            nextStep: "Name another file with --session."
        )
    }
}
