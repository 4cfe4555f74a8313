import Foundation
import Tern

/// A file on any server.
enum Transfers: RoutedTarget {
    case download(URL)
    case upload(URL, to: URL)

    var baseURL: URL {
        switch self {
        case .download(let url), .upload(_, to: let url): url
        }
    }

    // The base URL is the whole URL, so the route adds no path.
    var route: HTTPRoute {
        switch self {
        case .download: .get().sample(.text("sample"))
        case .upload(let file, _): .put().file(file).sample(.status(201))
        }
    }
}
