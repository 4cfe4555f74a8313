#if os(Linux)
    import Foundation
    import Tern

    /// Whether requests leave memory, descriptors or threads behind.
    enum ManyRequests {
        static func report(server: URL, count: Int) -> Report {
            Report("\(count) requests, 20 at a time") {
                let contender = Contender.tern("CurlTransport", try CurlTransport(), server, width: 20)
                try await contender.run(count / 10)
                let (resident, descriptors) = (ProcessStatus.residentKiB, ProcessStatus.descriptors)
                try await contender.run(count - count / 10)
                return [
                    "growth after the first tenth: \(ProcessStatus.residentKiB - resident) KiB resident, "
                        + "\(ProcessStatus.descriptors - descriptors) descriptors"
                ]
            }
        }
    }
#endif
