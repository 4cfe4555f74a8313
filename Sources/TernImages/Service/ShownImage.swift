import Foundation
import Tern

/// The end of the load whose picture a view shows, and the request and the service that it belongs to. So a view with
/// another request or another service doesn't show the old picture.
///
/// It is the part of `RemoteImage` that needs no SwiftUI.
struct ShownImage<Value: Sendable> {
    /// Identifies what a view shows.
    struct Key: Hashable {
        private let image: ImageKey
        private let url: URL
        private let policy: ImageCachePolicy
        /// Kept, so that no other service can have the same identity.
        private let service: any ImageService<Value>
        private let identity: Identity

        init(_ request: ImageRequest<Value>, from service: any ImageService<Value>) {
            image = ImageKey(request)
            // A new URL with the same cache key is a new chance for a load that failed.
            url = request.url
            policy = request.cachePolicy
            self.service = service
            identity = Identity(service)
        }

        /// Whether both have the same picture, maybe at another URL.
        func hasPicture(of other: Key) -> Bool {
            identity == other.identity && image == other.image && policy == other.policy
        }

        static func == (lhs: Key, rhs: Key) -> Bool {
            lhs.hasPicture(of: rhs) && lhs.url == rhs.url
        }

        func hash(into hasher: inout Hasher) {
            hasher.combine(image)
            hasher.combine(identity)
        }
    }

    private var end: (key: Key, result: Result<Value, TernError>)?

    /// The end of the load. `nil` without one for this key.
    func result(for key: Key) -> Result<Value, TernError>? {
        guard let end, end.key.hasPicture(of: key) else { return nil }
        if case .failure = end.result, end.key != key { return nil }
        return end.result
    }

    /// Whether there is no picture for this key.
    func needsLoad(for key: Key) -> Bool {
        if case .success = result(for: key) { false } else { true }
    }

    /// A load has ended.
    ///
    /// - Parameter isCancelled: Whether the task of the view is cancelled: the view has disappeared, or has another
    ///   key. Its load is ignored. An error with code `.cancelled` alone can also come from a plugin or a decoder.
    mutating func finish(_ result: Result<Value, TernError>, for key: Key, isCancelled: Bool) {
        if !isCancelled { end = (key, result) }
    }

    /// The view has no request.
    mutating func clear() {
        end = nil
    }
}

extension ShownImage {
    /// Tells services apart: objects by their identity, other values by equality.
    private enum Identity: Hashable {
        case object(ObjectIdentifier)
        case value(AnyHashable)
        /// Values that can't be compared count as one service.
        case values(ofType: ObjectIdentifier)

        init(_ service: any ImageService<Value>) {
            let type = Swift.type(of: service)
            if type is AnyClass {
                self = .object(ObjectIdentifier(service as AnyObject))
            } else if let service = service as? any Hashable {
                self = .value(AnyHashable(service))
            } else {
                self = .values(ofType: ObjectIdentifier(type))
            }
        }
    }
}
