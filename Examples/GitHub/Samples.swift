import Foundation

/// The response bodies of the stubs and of the loopback server.
nonisolated enum Samples {
    static let login = "octocat"
    /// GitHub doesn't allow two consecutive hyphens, so this name doesn't exist on GitHub either.
    static let missingLogin = "no--such--user"
    static let repository = RepositoryName(owner: "octocat", name: "Hello-World")
    static let draft = IssueDraft(title: "Found a bug", body: "I'm having a problem with this.")

    static let user = Data(
        #"""
        {
          "login": "octocat", "id": 583231, "type": "User", "site_admin": false,
          "name": "The Octocat", "company": "@github", "location": "San Francisco", "email": null,
          "public_repos": 8, "followers": 18432, "following": 9,
          "created_at": "2011-01-25T18:44:36Z", "updated_at": "2025-01-22T12:16:01Z"
        }
        """#.utf8
    )

    static let repositories = Data(
        #"""
        [
          {"id": 1296269, "name": "Hello-World", "full_name": "octocat/Hello-World", "private": false,
           "description": "My first repository on GitHub!", "fork": false, "stargazers_count": 2987},
          {"id": 1300192, "name": "Spoon-Knife", "full_name": "octocat/Spoon-Knife", "private": false,
           "description": "This repo is for demonstration purposes only.", "fork": false, "stargazers_count": 13051},
          {"id": 132935648, "name": "boysenberry-repo-1", "full_name": "octocat/boysenberry-repo-1",
           "private": false, "description": null, "fork": true, "stargazers_count": 349}
        ]
        """#.utf8
    )

    static let issue = Data(
        #"""
        {
          "number": 1347, "state": "open", "title": "Found a bug", "body": "I'm having a problem with this.",
          "user": {"login": "octocat", "id": 583231}, "labels": [], "created_at": "2026-01-31T12:00:00Z"
        }
        """#.utf8
    )

    static let notFound = problem("Not Found", status: 404)
    static let validationFailed = problem("Validation Failed", status: 422)

    private static func problem(_ message: String, status: Int) -> Data {
        let documentation = "https://docs.github.com/rest"
        return Data(#"{"message":"\#(message)","documentation_url":"\#(documentation)","status":"\#(status)"}"#.utf8)
    }
}
