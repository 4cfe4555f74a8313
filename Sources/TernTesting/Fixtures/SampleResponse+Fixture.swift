import Foundation
import Tern

extension SampleResponse {
    /// A response whose body is a file next to the source file of the caller, or a file in a bundle. The file extension
    /// determines the `Content-Type`.
    ///
    /// ```swift
    /// case .user: .fixture("user.json")
    /// case .avatar: .fixture("octocat.png", in: .module)
    /// case .missing: .fixture("problem.json", status: 404)
    /// ```
    ///
    /// ``Fixture`` documents the searched folders. A missing file fails the call with `TernError.Code.missingSample`,
    /// whose text names the paths that were tried.
    ///
    /// - Parameters:
    ///   - name: The name of the file, a relative path.
    ///   - bundle: The bundle that contains the file. `nil`, the default, for the folder of the caller's source file.
    ///   - status: The status code. 200 by default.
    ///   - headers: Additional header fields. A `Content-Type` among them is kept.
    ///   - filePath: The source file next to which the fixture is searched. The caller's by default.
    public static func fixture(
        _ name: String,
        in bundle: Bundle? = nil,
        status: Int = 200,
        headers: HTTPHeaders = [:],
        filePath: String = #filePath
    ) -> SampleResponse {
        do throws(TestKitError) {
            let fixture =
                if let bundle { try Fixture(name, in: bundle) } else { try Fixture(name, filePath: filePath) }
            return .fixture(fixture, status: status, headers: headers)
        } catch {
            let advice = "The documentation of Fixture lists the searched folders."
            return .invalid(TernError(.missingSample, reason: error.message, advice: advice, underlying: error))
        }
    }

    /// A response with a fixture as its body.
    ///
    /// - Parameters:
    ///   - fixture: The file with the body.
    ///   - status: The status code. 200 by default.
    ///   - headers: Additional header fields. A `Content-Type` among them is kept.
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
