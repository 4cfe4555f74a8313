import Foundation
import Tern

/// The result of the load whose picture a view shows, with its request and its service. So a view with another request
/// or another service doesn't show the old picture.
///
/// This is the part of `RemoteImage` that doesn't depend on SwiftUI.
struct ShownImage<Value: Sendable> {
    /// Identifies the picture that a view shows.
    struct Key: Hashable {
        private let image: ImageKey
        private let url: URL
        private let policy: ImageCachePolicy
        /// The service is retained, so that no other service can have the same identity.
        private let service: any ImageService<Value>
        private let identity: Identity

        init(_ request: ImageRequest<Value>, from service: any ImageService<Value>) {
            image = ImageKey(request)
            // After a failed load, a new URL with the same cache key is loaded again.
            url = request.url
            policy = request.cachePolicy
            self.service = service
            identity = Identity(service)
        }

        /// Whether both keys identify the same picture, possibly at different URLs.
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

    /// The result of the load for this key. `nil` if no such load has ended.
    func result(for key: Key) -> Result<Value, TernError>? {
        guard let end, end.key.hasPicture(of: key) else { return nil }
        if case .failure = end.result, end.key != key { return nil }
        return end.result
    }

    /// Whether the picture for this key must be loaded.
    func needsLoad(for key: Key) -> Bool {
        if case .success = result(for: key) { false } else { true }
    }

    /// Records the end of a load.
    ///
    /// - Parameter isCancelled: Whether the task of the view is cancelled: the view has disappeared, or has another
    ///   key. Its load is ignored. An error with code `.cancelled` alone can also come from a plugin or a decoder.
    mutating func finish(_ result: Result<Value, TernError>, for key: Key, isCancelled: Bool) {
        if !isCancelled { end = (key, result) }
    }

    /// Handles a view without a request.
    mutating func clear() {
        end = nil
    }
}

extension ShownImage {
    /// Distinguishes services: objects by their identity, other values by equality.
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
