import Foundation
import TernMoya
import Testing

/// Alamofire's error, as apps compare it.
@Suite(.timeLimit(.minutes(20)))
struct AFErrorTests {
    private static let cause = NSError(domain: "D", code: 7, userInfo: [NSLocalizedDescriptionKey: "words"])
    private static let file = URL(fileURLWithPath: "/a")

    /// Each case with its code in Alamofire 5 on Apple platforms.
    private static let codes: [(AFError, Int)] = [
        (.createUploadableFailed(error: cause), 0),
        (.createURLRequestFailed(error: cause), 1),
        (.downloadedFileMoveFailed(error: cause, source: file, destination: file), 2),
        (.invalidURL(url: "a b"), 3),
        (.multipartEncodingFailed(reason: .bodyPartFileNotReachable(at: file)), 4),
        (.parameterEncodingFailed(reason: .missingURL), 5),
        (.parameterEncoderFailed(reason: .missingRequiredComponent(.url)), 6),
        (.requestAdaptationFailed(error: cause), 7),
        (.requestRetryFailed(retryError: cause, originalError: cause), 8),
        (.responseValidationFailed(reason: .dataFileNil), 9),
        (.responseSerializationFailed(reason: .inputFileNil), 10),
        (.serverTrustEvaluationFailed(reason: .noCertificatesFound), 11),
        (.sessionInvalidated(error: nil), 12),
        (.sessionTaskFailed(error: cause), 13),
        (.urlRequestValidationFailed(reason: .bodyDataInGETRequest(Data())), 14),
        (.explicitlyCancelled, 15),
        (.sessionDeinitialized, 16),
    ]

    @Test func bridgedErrorHasAlamofiresDomainAndCode() {
        for (error, code) in Self.codes {
            let bridged = error as NSError
            #expect(bridged.domain == "Alamofire.AFError")
            #expect(bridged.code == code, "\(error)")
            #expect(bridged.localizedDescription == error.errorDescription)
        }
    }

    @Test func eachErrorHasASentence() {
        for (error, _) in Self.codes { #expect(error.errorDescription?.isEmpty == false, "\(error)") }
    }

    @Test func errorsHaveTheirParts() {
        let refused = AFError.responseValidationFailed(
            reason: .unacceptableContentType(acceptableContentTypes: ["a/b"], responseContentType: "c/d")
        )
        #expect(refused.acceptableContentTypes == ["a/b"])
        #expect(refused.responseContentType == "c/d")
        #expect(refused.responseCode == nil)
        #expect(AFError.responseValidationFailed(reason: .unacceptableStatusCode(code: 404)).responseCode == 404)
        #expect(
            AFError.responseSerializationFailed(reason: .stringSerializationFailed(encoding: .utf8))
                .failedStringEncoding == .utf8
        )
        let moved = AFError.downloadedFileMoveFailed(
            error: Self.cause,
            source: Self.file,
            destination: URL(fileURLWithPath: "/b")
        )
        #expect(moved.sourceURL == Self.file)
        #expect(moved.destinationURL?.path == "/b")
        #expect(moved.underlyingError.map { $0 as NSError } == Self.cause)
        let form = AFError.multipartEncodingFailed(
            reason: .bodyPartFileNotReachableWithError(atURL: Self.file, error: Self.cause)
        )
        #expect(form.url == Self.file)
        #expect(form.underlyingError.map { $0 as NSError } == Self.cause)
        #expect(form.isMultipartEncodingError && !form.isInvalidURLError)
    }

    @Test func textThatIsNoURLIsInTheError() throws {
        let error = #expect(throws: AFError.self) { try "".asURL() }

        #expect(error?.urlConvertible as? String == "")
        #expect(error?.isInvalidURLError == true)
        #expect(try "https://a.example".asURL().host == "a.example")
    }
}
