import Foundation
import Tern
import Testing

@testable import TernTesting

/// A recording on a disk that has no space left.
@Suite(.timeLimit(.minutes(20)))
struct CassetteDiskTests {
    #if os(Linux)
        /// A limit on the size of files has the effect of a full disk, without a file system for the test.
        @Test func fullDiskLeavesTheOldRecording() async {
            await #expect(processExitsWith: .success) {
                let folder = CassetteFolder()
                let server = try LoopbackServer(journal: nil) { request in
                    .text(String(repeating: "a", count: request.path == "/counter" ? 1_000_000 : 10))
                }
                _ = try await folder.record(server) { try await $0.request(.moved) }
                let before = try Data(contentsOf: folder.url)
                let parent = folder.url.deletingLastPathComponent().path
                signal(SIGXFSZ, SIG_IGN)
                var limit = rlimit()
                getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
                let unlimited = limit
                limit.rlim_cur = 100_000
                setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)

                for mode in [Cassette.Mode.record, .recordMissing] {
                    let error = await #expect(throws: TestKitError.self) {
                        try await folder.record(server, mode: mode) { try await $0.request(.counter) }
                    }
                    #expect(error?.code == .unwritableCassette)
                    #expect(error?.message.contains("can't be written: ") == true)
                    #expect(try Data(contentsOf: folder.url) == before)
                    // No temporary file stays.
                    #expect(try FileManager.default.contentsOfDirectory(atPath: parent) == ["test.har"])
                }

                setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), [unlimited])
                _ = try await folder.record(server) { try await $0.request(.counter) }
                #expect(try Data(contentsOf: folder.url) != before)
            }
        }
    #endif
}
