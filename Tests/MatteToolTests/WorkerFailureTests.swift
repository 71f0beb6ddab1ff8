import Batch
import MatteKit
import ObjectStorage
import SystemPackage
import Testing

@testable import mattetool

/// Which failures a worker reports as transient: a client that repeats jobs must come to an end.
@Suite struct WorkerFailureTests {
  private static let passing: [any Error] = [
    PhotoFileError.cannotWrite("a.jpg", Errno.noSpace), PhotoFileError.cannotWrite("a.jpg", Errno.diskQuotaExceeded),
    PhotoFileError.cannotWrite("a.jpg", Errno.ioError),
    PhotoFileError.cannotWrite("a", Errno.staleNFSFileHandle, after: "the folder cannot be made: "),
    PhotoFileError.unwritable(file: "a.jpg", reason: "of a full disk, in any words", code: Errno.noSpace.rawValue),
    ProcessingError.photo(.cannotWrite("a.jpg", Errno.noSpace)),
    PhotoFileError.folderMissing(file: "b/a.jpg", folder: "b"),
    PhotoFileError.unwritable(file: "s3://a/b.jpg", reason: ObjectOutput.changedConcurrently),
    PhotoFileError.cannotRead("a.jpg", Errno.tooManyOpenFiles), PhotoFileError.cannotRead("a.jpg", Errno.ioError),
    S3Error.unavailable(place: "s3://a/b", reason: "503", attempts: 8), S3Error.changed(place: "s3://a/b"),
    WebError.status("https://a/b.jpg", 503), WebError.status("https://a/b.jpg", 429),
    WebError.timeout("https://a/b.jpg", seconds: 30), WebError.unreachable("https://a/b.jpg", reason: "no host"),
  ]

  @Test(arguments: passing.indices)
  func `transient failures of a machine or server are retried`(index: Int) {
    #expect(WorkerFailure(Self.passing[index]).mayPass, "\(Self.passing[index])")
  }

  private static let lasting: [any Error] = [
    PhotoFileError.unwritable(file: "a.jpg", reason: "it is a folder"),
    PhotoFileError.unwritable(file: "a.jpg", reason: "there is no folder for temporary files"),
    PhotoFileError.unwritable(file: "a.jpg", reason: "it is not a regular file"),
    PhotoFileError.cannotWrite("a.jpg", Errno.permissionDenied),
    PhotoFileError.cannotWrite("a.jpg", Errno.readOnlyFileSystem),
    PhotoFileError.cannotWrite("a.jpg", Errno.fileNameTooLong),
    PhotoFileError.cannotWrite("a", Errno.notDirectory, after: "the folder cannot be made: "),
    PhotoFileError.cannotWrite("/proc/a", Errno.noSuchFileOrDirectory, after: "the folder cannot be made: "),
    PhotoFileError.unwritable(file: "a.jpg", reason: "it is named No space left on device"),
    PhotoFileError.outputExists(file: "a.jpg"),
    PhotoFileError.cannotRead("a.jpg", Errno.noSuchFileOrDirectory),
    PhotoFileError.cannotRead("a.jpg", Errno.permissionDenied), PhotoFileError.cannotRead("a.jpg", Errno.noSpace),
    PhotoFileError.unreadable(file: "a.jpg", reason: "it is a folder"),
    PhotoFileError.empty(file: "a.jpg"), PhotoFileError.unknownFormat(file: "a.txt"),
    PhotoFileError.malformed(file: "a.jpg", reason: "it ends too soon"),
    PhotoFileError.unsupported(file: "a.tif", reason: "No space left on device, as a tag says"),
    PhotoFileError.limitExceeded(file: "a.jpg", reason: "it is too large"),
    PhotoFileError.encodingFailed(format: .webP, reason: "it is too large"),
    S3Error.noSuchObject(place: "s3://a/b"), S3Error.accessDenied(place: "s3://a/b", message: ""),
    WebError.status("https://a/b.jpg", 404), WebError.badAddress("ftp://a", reason: "Unsupported protocol"),
    WebError.notTrusted("https://a/b.jpg", reason: "self-signed certificate"),
    WorkerJob.Fault(description: "no job"), SettingArguments.Malformed(argument: "strength"),
    BatchError.replacesInput([("a.jpg", "a.jpg")], count: 1),
  ]

  @Test(arguments: lasting.indices)
  func `permanent failures are not retried`(index: Int) {
    #expect(!WorkerFailure(Self.lasting[index]).mayPass, "\(Self.lasting[index])")
  }

  @Test func `an error of processing has the exit code of what failed`() {
    let unreadable = PhotoFileError.empty(file: "a.jpg")
    #expect(Failure.code(for: ProcessingError.photo(unreadable)) == Failure.badInput)
    #expect(Failure.code(for: BatchError.cannotStart(.photo(unreadable))) == Failure.badInput)
    #expect(Failure.code(for: ProcessingError.noPersonFound(input: "a.jpg")) == Failure.badInput)
    #expect(
      Failure.code(for: ProcessingError.other(SettingArguments.Malformed(argument: ""))) == .validationFailure)
    #expect(Failure.code(for: ProcessingError.cancelled) == .failure)
  }

  @Test func `a server that does not answer has one exit code, of the web or of object storage`() {
    for error in Self.passing where error is WebError || "\(error)".contains("try again later") {
      #expect(Failure.code(for: error) == Failure.temporary && WorkerFailure(error).code == 75, "\(error)")
    }
    #expect(Failure.code(for: WebError.status("https://a/b.jpg", 404)) == Failure.badInput)
    #expect(Failure.code(for: WebError.notTrusted("https://a/b.jpg", reason: "self-signed")) == Failure.badInput)
  }

  @Test func `an address is reported as wrong only if the server says so`() {
    #expect("\(WebError.status("https://a/b.jpg", 404))".hasSuffix("correct the address"))
    #expect("\(WebError.status("https://a/b.jpg", 503))".hasSuffix("try again later"))
  }

  @Test(
    arguments: [
      PhotoFileError.outputExists(file: "out/a.jpg"), S3Error.exists(place: "s3://out/a.jpg"),
      BatchError.replacesInput([("out/a.jpg", "in/a.jpg")], count: 1),
    ] as [any Error])
  func `messages for a client name fields of jobs, not options`(error: any Error) {
    let failure = WorkerFailure(error)
    #expect(failure.code == 73 && !failure.mayPass)
    #expect(failure.description.contains("out/a.jpg") && failure.description.contains("\"output\""), "\(failure)")
    #expect(!failure.description.contains("--") && !failure.description.contains("\n"), "\(failure)")
  }
}
