import Foundation

/// The query, the body and the destination of a request.
///
/// In a file that imports this module, `Task` is this type. Swift's tasks are `_Concurrency.Task` there, as with Moya. The
/// cases are those of Moya 15.0.3, so that a `switch` over them is complete.
public enum Task {
    /// No query and no body.
    case requestPlain
    /// A body of bytes.
    case requestData(Data)
    /// A body of JSON.
    case requestJSONEncodable(Encodable)
    /// A body of JSON, made by this encoder.
    case requestCustomJSONEncodable(Encodable, encoder: JSONEncoder)
    /// A query, a form or JSON, as the encoding says.
    case requestParameters(parameters: [String: Any], encoding: ParameterEncoding)
    /// A body of bytes and a query.
    case requestCompositeData(bodyData: Data, urlParameters: [String: Any])
    /// A body of parameters and a query. A ``URLEncoding`` of the body has to be ``URLEncoding/httpBody``; the call
    /// fails with ``MoyaError/parameterEncoding(_:)`` for another.
    case requestCompositeParameters(
        bodyParameters: [String: Any],
        bodyEncoding: ParameterEncoding,
        urlParameters: [String: Any]
    )
    /// A body from a file.
    case uploadFile(URL)
    /// A multipart form.
    case uploadMultipart([MultipartFormData])
    /// A multipart form and a query.
    case uploadCompositeMultipart([MultipartFormData], urlParameters: [String: Any])
    /// A response that is written to a file. See ``DownloadDestination``.
    @preconcurrency case downloadDestination(DownloadDestination)
    /// A response that is written to a file, and parameters. See ``DownloadDestination``.
    @preconcurrency case downloadParameters(
        parameters: [String: Any],
        encoding: ParameterEncoding,
        destination: DownloadDestination
    )

    /// The parts of a multipart form, and its boundary. `nil` for other tasks.
    var form: (parts: [MultipartFormData], boundary: String?)? {
        switch self {
        case .uploadMultipart(let parts), .uploadCompositeMultipart(let parts, _):
            (parts.flatMap(\.parts), parts.first?.boundary)
        default: nil
        }
    }

    var isUpload: Bool { if case .uploadFile = self { true } else { form != nil } }

    var destination: DownloadDestination? {
        switch self {
        case .downloadDestination(let destination), .downloadParameters(_, _, let destination): destination
        default: nil
        }
    }
}

extension Task {
    /// A multipart form, as in the version of Moya after 15.
    public static func uploadMultipartFormData(_ form: MultipartFormData) -> Task { .uploadMultipart([form]) }

    /// A multipart form and a query, as in the version of Moya after 15.
    public static func uploadCompositeMultipartFormData(
        _ form: MultipartFormData,
        urlParameters: [String: Any]
    ) -> Task { .uploadCompositeMultipart([form], urlParameters: urlParameters) }
}
