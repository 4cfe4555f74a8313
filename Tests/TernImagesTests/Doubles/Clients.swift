import Foundation
import Tern
import TernTesting

@testable import TernImages

extension ImageDecoder where Value == String {
    /// The size, as in `3x4`.
    static var sizes: ImageDecoder {
        ImageDecoder { encoded in
            encoded.header.size.map { "\($0.width)x\($0.height)" } ?? "unknown"
        } cost: {
            $0.utf8.count
        }
    }
}

extension ImageClient where Value == String {
    /// A client whose pictures come from a closure, and whose values are their sizes.
    static func stub(
        configuration: ImageClientConfiguration = ImageClientConfiguration(),
        decoder: ImageDecoder<String> = .sizes,
        clock: any Clock<Duration> = ContinuousClock(),
        response: @escaping @Sendable (ImageTarget) -> SampleResponse
    ) -> ImageClient {
        ImageClient(
            provider: Provider<ImageTarget>.stub(clock: clock, journal: nil, response: response),
            decoder: decoder,
            configuration: configuration
        )
    }
}

extension ImageTransform where Value == String {
    static func append(_ text: String) -> ImageTransform {
        ImageTransform("append \(text)") { $0 + text }
    }
}

/// The URL of a picture.
func picture(_ name: String) -> URL {
    URL(string: "https://pictures.example/\(name)")!
}

extension ImageTask {
    /// The code of the error. `nil` if the load succeeds.
    var errorCode: TernError.Code? {
        get async { await result.errorCode }
    }
}

extension Result where Failure == TernError {
    var error: TernError? {
        if case .failure(let error) = self { error } else { nil }
    }

    var errorCode: TernError.Code? {
        if case .failure(let error) = self { error.code } else { nil }
    }
}
