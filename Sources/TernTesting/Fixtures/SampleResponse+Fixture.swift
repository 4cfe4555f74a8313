import Foundation
import Tern

extension SampleResponse {
    /// A file beside the one that asks, or of a bundle, with the content type that its name's extension stands for.
    ///
    /// ```swift
    /// case .user: .fixture("user.json")
    /// case .avatar: .fixture("octocat.png", in: .module)
    /// case .missing: .fixture("problem.json", status: 404)
    /// ```
    ///
    /// Where it is looked for is told at ``Fixture``. A missing one fails the call with
    /// `TernError.Code.missingSample`, which names the paths that were tried.
    ///
    /// - Parameters:
    ///   - headers: More fields. A `Content-Type` among them is kept.
    ///   - bundle: Whose resources are looked at. `nil`, the folder of the file that asks, by default.
    public static func fixture(
        _ name: String,
        in bundle: Bundle? = nil,
        status: Int = 200,
        headers: HTTPHeaders = [:],
        filePath: String = #filePath
    ) -> SampleResponse {
        do throws(FixtureError) {
            let fixture =
                if let bundle { try Fixture(name, in: bundle) } else { try Fixture(name, filePath: filePath) }
            return .fixture(fixture, status: status, headers: headers)
        } catch {
            return .networkError(TernError(.missingSample, reason: error.message, underlying: error))
        }
    }

    /// A fixture that is there already.
    ///
    /// - Parameter headers: More fields. A `Content-Type` among them is kept.
    public static func fixture(
        _ fixture: Fixture,
        status: Int = 200,
        headers: HTTPHeaders = [:]
    ) -> SampleResponse {
        var headers = headers
        if !headers.contains("Content-Type") { headers["Content-Type"] = fixture.contentType }
        return .chunked(fixture.data.isEmpty ? [] : [fixture.data], status: status, headers: headers)
    }
}
