import Foundation
import TestDoubles
import Testing

@testable import TernCache

@Suite(.timeLimit(.minutes(20)))
struct PartitionKeyTests {
    private let folder = TemporaryFolder()

    @Test func keyIsTheSameForEveryInstanceAndDiffersBetweenFolders() {
        let key = PartitionKey(in: DiskFolder(folder.url))

        #expect(key.bytes.count == 32)
        #expect(PartitionKey(in: DiskFolder(folder.url)).bytes == key.bytes)
        #expect(PartitionKey(in: DiskFolder(TemporaryFolder().url)).bytes != key.bytes)
        #expect(folder.files == ["partition-key"])
    }

    @Test func instancesThatCreateTheKeyAtOnceAgree() async {
        for _ in 0..<50 {
            let folder = TemporaryFolder()
            let keys = await withTaskGroup(of: Data.self) { group in
                for _ in 0..<8 { group.addTask { PartitionKey(in: DiskFolder(folder.url)).bytes } }
                return await group.reduce(into: Set<Data>()) { $0.insert($1) }
            }
            #expect(keys.count == 1)
            #expect(folder.files == ["partition-key"])
        }
    }

    @Test(arguments: [Data(), Data(count: 32), Data(repeating: 1, count: 31), Data(repeating: 1, count: 33)])
    func fileThatIsNoKeyIsReplaced(_ bytes: Data) throws {
        _ = try folder.file("partition-key", bytes)

        let key = PartitionKey(in: DiskFolder(folder.url))

        #expect(key.bytes != bytes)
        #expect(PartitionKey(in: DiskFolder(folder.url)).bytes == key.bytes)
        #expect(try folder.mode(of: "partition-key") == 0o600)
    }
}
