import Tern

/// The growth of memory between the first stubbed calls and many more.
enum StubGrowth {
    static func report(scale: Double) -> Report {
        let count = Int(200_000 * scale)
        return Report("Memory") {
            let provider = Provider<BenchmarkAPI>(stubClosure: Provider.immediatelyStub, trackInflights: true)
            for _ in 0..<count / 10 { _ = try await provider.value(.user("octocat")) }
            let before = ProcessStatus.residentKiB
            for _ in 0..<count { _ = try await provider.value(.user("octocat")) }
            return [
                "growth over \(count) stubs  \(ProcessStatus.residentKiB - before) KiB",
                "peak of this run  \(ProcessStatus.peakKiB) KiB",
            ]
        }
    }
}
