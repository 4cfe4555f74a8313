import Foundation
import Tern
import TernImages
import TernTesting

/// Hits in memory, shared work, cancelled loads and headers of pictures.
enum ImageFigures {
    static func report(scale: Double) -> Report {
        Report("Pictures") {
            [
                try await hits(count: max(2_000, Int(100_000 * scale)), keys: 2_000),
                try await waiters(count: max(10, Int(1_000 * scale))),
                await cancellations(count: max(10, Int(10_000 * scale))),
                headers(count: max(1_000, Int(1_000_000 * scale))),
            ].joined(separator: "\n").split(separator: "\n").map(String.init)
        }
    }

    private static let png: Data = {
        let head = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13]) + Data("IHDR".utf8)
        let size = Data([0, 0, 0, 64, 0, 0, 0, 48, 8, 6, 0, 0, 0, 0, 0, 0, 0])
        return head + size + Data([0, 0, 0, 0]) + Data("IEND".utf8) + Data(count: 4)
    }()

    private static func client(held gate: SampleGate? = nil) -> ImageClient<EncodedImage> {
        let provider = Provider<ImageTarget>(
            endpointClosure: { target in
                let sample = SampleResponse.data(png)
                return Endpoint(target).responding(gate.map { sample.held(by: $0) } ?? sample)
            },
            stubClosure: Provider.immediatelyStub
        )
        return ImageClient(provider: provider, decoder: .encoded)
    }

    private static func url(_ index: Int) -> URL {
        URL(string: "https://pictures.example/users/\(index)/avatar.png?size=64") ?? URL(fileURLWithPath: "/")
    }

    /// Each round has its rate; the median counts.
    private static func hits(count: Int, keys: Int) async throws -> String {
        let images = client()
        let urls = (0..<keys).map(url)
        _ = await images.images(urls)
        let alone = (0..<9).map { _ in rate(of: images, urls, count: count) }.sorted()[4]
        var slowest: [Double] = []
        var together: [Double] = []
        for _ in 0..<9 {
            let clock = ContinuousClock()
            let start = clock.now
            let rates = await withTaskGroup(of: Double.self) { group in
                for _ in 0..<8 { group.addTask { rate(of: images, urls, count: count) } }
                return await group.reduce(into: []) { $0.append($1) }
            }
            together.append(Double(8 * count) / (clock.now - start).inSeconds)
            slowest.append(rates.min() ?? 0)
        }
        return """
            \(count) hits in memory, \(keys) keys, one task  \(millions(alone)) million per second
            the same by each of 8 tasks, the slowest while it runs  \(millions(slowest.sorted()[4])) million per second
            the same by 8 tasks together  \(millions(together.sorted()[4])) million per second
            """
    }

    private static func rate(of images: ImageClient<EncodedImage>, _ urls: [URL], count: Int) -> Double {
        var found = 0
        let time = ContinuousClock().measure {
            for index in 0..<count where images.cached(urls[index % urls.count]) != nil { found += 1 }
        }
        precondition(found == count, "Pictures are missing in memory.")
        return Double(count) / time.inSeconds
    }

    private static func waiters(count: Int) async throws -> String {
        let gate = SampleGate()
        let images = client(held: gate)
        let time = try await ContinuousClock().measure {
            let tasks = (0..<count).map { _ in images.load(url(0)) }
            gate.release()
            for task in tasks { _ = try await task.value }
        }
        let statistics = images.statistics
        return "\(count) loads of one URL  \(statistics.downloads) download, \(statistics.decodes) decode, "
            + "\(milliseconds(time)) ms"
    }

    private static func cancellations(count: Int) async -> String {
        let images = client(held: SampleGate())
        var cancelled = 0
        let time = await ContinuousClock().measure {
            for index in 0..<count {
                let task = images.load(url(index))
                task.cancel()
                if case .failure(let error) = await task.result, error.code == .cancelled { cancelled += 1 }
            }
            await images.waitUntilIdle()
        }
        let left = images.statistics.waitingLoads + images.statistics.work
        return "\(count) loads, each cancelled  \(cancelled) with .cancelled, \(left) left, \(milliseconds(time)) ms"
    }

    private static func headers(count: Int) -> String {
        var found = 0
        let time = ContinuousClock().measure {
            for _ in 0..<count where ImageHeader(png)?.size?.width == 64 { found += 1 }
        }
        precondition(found == count, "A header has no size.")
        return "\(count) headers  \(millions(Double(count) / time.inSeconds)) million per second"
    }

    private static func millions(_ rate: Double) -> Double { (rate / 10_000).rounded() / 100 }

    private static func milliseconds(_ time: Duration) -> Double { (time.inSeconds * 10_000).rounded() / 10 }
}
