import Batch
import MatteKit
import ObjectStorage
import Testing

@testable import mattetool

/// Which failures a worker says may pass: a client that gives a job again and again must come to an end.
@Suite struct WorkerFailureTests {
  @Test(
    arguments: [
      PhotoFileError.unwritable(file: "a.jpg", reason: "No space left on device"),
      .unwritable(file: "a.jpg", reason: "Disk quota exceeded"),
      .unwritable(file: "a.jpg", reason: "Input/output error"),
      .unwritable(file: "a", reason: "the folder cannot be made: Stale file handle"),
      .unwritable(file: "a.jpg", reason: "No such file or directory"),
      .unwritable(file: "s3://a/b.jpg", reason: ObjectOutput.changedMeanwhile),
      .unreadable(file: "a.jpg", reason: "Too many open files"),
      .unreadable(file: "a.jpg", reason: "Input/output error"),
      S3Error.unavailable(place: "s3://a/b", reason: "503", attempts: 8), S3Error.changed(place: "s3://a/b"),
      WebError.status("https://a/b.jpg", 503), WebError.status("https://a/b.jpg", 429),
      WebError.timeout("https://a/b.jpg", seconds: 30), WebError.unreachable("https://a/b.jpg", reason: "no host"),
    ] as [any Error])
  func `what a machine or a server may get over is tried again`(error: any Error) {
    #expect(WorkerFailure(error).mayPass, "\(error)")
  }

  @Test(
    arguments: [
      PhotoFileError.unwritable(file: "a.jpg", reason: "it is a folder"),
      .unwritable(file: "a.jpg", reason: "it is not a regular file"),
      .unwritable(file: "a.jpg", reason: "Permission denied"),
      .unwritable(file: "a.jpg", reason: "Read-only file system"),
      .unwritable(file: "a.jpg", reason: "File name too long"),
      .unwritable(file: "a", reason: "the folder cannot be made: Not a directory"),
      .unwritable(file: "/proc/a", reason: "the folder cannot be made: No such file or directory"),
      .outputExists(file: "a.jpg"), .unreadable(file: "a.jpg", reason: "No such file or directory"),
      .unreadable(file: "a.jpg", reason: "Permission denied"), .unreadable(file: "a.jpg", reason: "it is a folder"),
      .unknownFormat(file: "a.txt"), .malformed(file: "a.jpg", reason: "it ends too soon"),
      .unsupported(file: "a.tif", reason: "No space left on device, as a tag says"),
      .limitExceeded(file: "a.jpg", reason: "it is too large"),
      .encodingFailed(format: .webp, reason: "it is too large"),
      S3Error.noSuchObject(place: "s3://a/b"), S3Error.accessDenied(place: "s3://a/b", message: ""),
      WebError.status("https://a/b.jpg", 404), WebError.badAddress("ftp://a", reason: "Unsupported protocol"),
      WebError.notTrusted("https://a/b.jpg", reason: "self-signed certificate"),
      WorkerJob.Fault(description: "no job"), EffectError.malformedSetting("strength"),
      BatchError.replacesInput([("a.jpg", "a.jpg")], count: 1),
    ] as [any Error])
  func `what stays as it is is not tried again`(error: any Error) {
    #expect(!WorkerFailure(error).mayPass, "\(error)")
  }

  @Test func `an address is to be corrected only where the server says so`() {
    #expect("\(WebError.status("https://a/b.jpg", 404))".hasSuffix("correct the address"))
    #expect("\(WebError.status("https://a/b.jpg", 503))".hasSuffix("try again later"))
  }
}
