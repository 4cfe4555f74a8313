import Foundation
import Tern

/// A file on any server.
enum Transfers: TargetType {
    case download(URL)
    case upload(URL, to: URL)

    var baseURL: URL {
        switch self {
        case .download(let url), .upload(_, to: let url): url
        }
    }
    var path: String { "" }
    var method: HTTPMethod { if case .upload = self { .put } else { .get } }
    var task: HTTPTask { if case .upload(let file, _) = self { .file(file) } else { .plain } }
    var sampleData: Data { Data("sample".utf8) }
}
