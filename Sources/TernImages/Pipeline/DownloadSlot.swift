import Tern

/// The slots of the attempts that download the picture of a job.
struct DownloadSlot<Value: Sendable>: CallSlot {
    let pipeline: ImagePipeline<Value>
    let job: ImageJob<Value>.ID

    func enter() async throws(TernError) {
        guard await pipeline.enterDownload(of: job) else { throw TernError(.cancelled) }
    }

    func leave() { pipeline.leaveDownload() }

    func giveUp() { pipeline.giveUpDownload(of: job) }
}
