import ArgumentParser
import Batch
import FoundationEssentials
import MatteKit

/// The result of a job, as `mattetool worker` answers in a line of JSON.
struct WorkerAnswer: Encodable, Sendable {
  let job: WorkerJob.Name?
  /// Nil if the line was not a job.
  var output: String?
  /// The line of a report of `batch`; nil if the line was not a job.
  var report: FileReport?
  /// Why there is no output; nil if there is one.
  var error: String?
  /// The exit code of an equivalent command; nil if there is an output.
  var code: Int32?
  /// Whether the same job may succeed later; nil if there is an output.
  var retry: Bool?

  /// The job has its output.
  init(_ job: WorkerJob, _ report: PhotoReport) {
    self.job = job.job
    output = job.output.description
    self.report = .photo(report)
  }

  /// The job failed.
  init(_ job: WorkerJob, _ report: PhotoReport? = nil, _ failure: WorkerFailure) {
    var report = report ?? PhotoReport(input: job.input, output: job.output, status: .failed)
    report.status = .failed
    report.error = failure.description
    self.job = job.job
    output = job.output.description
    self.report = .photo(report)
    (error, code, retry) = (failure.description, failure.code, failure.mayPass)
  }

  /// The line was not a job.
  init(_ fault: WorkerJob.Fault, name: WorkerJob.Name?) {
    job = name
    (error, code, retry) = (fault.description, ExitCode.validationFailure.rawValue, false)
  }
}
