import Foundation

extension TransportConfiguration.PEM: CustomStringConvertible, TextReflectable {
    /// The path of the file, or the size of the data.
    public var description: String {
        switch self {
        case .file(let url): url.path
        case .data(let data): "\(data.count) bytes"
        }
    }
}
