import Tern

/// The slots of the attempts that download the picture of a job.
final class DownloadSlot<Value: Sendable>: CallSlot {
    private let pipeline: ImagePipeline<Value>
    private let job: ImageJob<Value>.ID

    init(of job: ImageJob<Value>.ID, in pipeline: ImagePipeline<Value>) {
        self.job = job
        self.pipeline = pipeline
    }

    func enter() async throws(TernError) {
        guard await pipeline.enterDownload(of: job) else { throw TernError(.cancelled) }
    }

    func leave() { pipeline.leaveDownload() }

    func giveUp() { pipeline.giveUpDownload(of: job) }
}
