import Foundation
import Tern
import TernTesting

/// The API in the tests of links: pictures of a given number of bytes.
enum Gallery: TargetType, Equatable {
    case picture(bytes: Int)
    /// Has a timeout of one second.
    case urgent(bytes: Int)
    case upload(bytes: Int)

    var baseURL: URL { URL(string: "http://gallery.example.com")! }
    var path: String { "/pictures/\(bytes)" }
    var method: HTTPMethod { if case .upload = self { .put } else { .get } }
    var task: HTTPTask {
        if case .upload(let bytes) = self { .data(Data(count: bytes)) } else { .plain }
    }
    var timeout: Duration? { if case .urgent = self { .seconds(1) } else { nil } }

    var bytes: Int {
        switch self {
        case .picture(let bytes), .urgent(let bytes), .upload(let bytes): bytes
        }
    }

    /// A body of the requested size for a picture, and an empty one for an upload.
    var sample: SampleResponse {
        if case .upload = self { .status(204) } else { .networkResponse(200, Data(count: bytes)) }
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    static func stub(on scheduler: VirtualScheduler) -> Provider<Gallery> {
        .stub(clock: scheduler.clock, journal: nil) { $0.sample }
    }

    /// A gallery behind a link, on its own scheduler, and a diary with the times of that scheduler.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    static func linked(_ link: VirtualLink) -> (VirtualScheduler, Provider<Gallery>, Diary) {
        let scheduler = VirtualScheduler()
        return (scheduler, stub(on: scheduler).link(link), Diary(scheduler))
    }
}

extension VirtualLink {
    /// A link with round numbers: 1,000 bytes take a millisecond down, and ten milliseconds up.
    static let round = Self(roundTrip: .milliseconds(100), downBytesPerSecond: 1_000_000, upBytesPerSecond: 100_000)
}

/// Events with their virtual times.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
final class Diary: Sendable {
    private let scheduler: VirtualScheduler
    private let entries = Locked<[String]>([])

    init(_ scheduler: VirtualScheduler) {
        self.scheduler = scheduler
    }

    var lines: [String] { entries.withLock { $0 } }

    @Sendable func note(_ text: String) {
        let line = "\(scheduler.now / .milliseconds(1)) ms: \(text)"
        entries.withLock { $0.append(line) }
    }
    /// Records the arrival of a picture, or its error.
    @Sendable func fetch(_ target: Gallery, from gallery: Provider<Gallery>) async {
        do throws(TernError) {
            note("\(try await gallery.request(target).data.count) bytes")
        } catch {
            note("\(error.code)")
        }
    }
}
