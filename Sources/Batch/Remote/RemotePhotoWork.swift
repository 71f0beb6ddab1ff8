import Checksums
import MatteKit
import ObjectStorage
import SystemPackage

/// The work on one photo of a batch whose input or result is remote.
struct RemotePhotoWork: Sendable {
  let batch: RemoteBatch
  let processor: any MediaProcessor
  let results: any ResultStore
  let budget: MemoryBudget
  var timeLimit: TimeLimit?
  /// How the report words an error.
  let describe: @Sendable (any Error) -> String

  /// Why no further photo is started.
  struct Stop: Error {
    let reason: String
    /// Whether the same run may succeed later.
    let mayPass: Bool
  }

  /// The version of a photo's content. A photo that is not an object must be read for it.
  static func version(of photo: ListedPhoto, reading read: () throws -> [UInt8]) throws -> String {
    if let object = photo.object, !object.etag.isEmpty { return object.etag }
    return "sha256:\(SHA256(try read()))"
  }

  /// The outcome of the work on a photo.
  enum Outcome: Sendable {
    /// - Parameter isUnanswered: whether it failed because the store did not answer, after all retries.
    case reported(PhotoReport, isUnanswered: Bool)
    /// The run is limited to others.
    case notSelected
    /// It is left out as a movie.
    case movie
  }

  /// - Throws: only for failures that every other photo would have too.
  func outcome(of photo: ListedPhoto) throws(Stop) -> Outcome {
    let output: FilePath
    let format: FileFormat
    do throws(BatchError) {
      (output, format) = try batch.result(of: photo, processor)
    } catch {
      throw Stop(reason: describe(error), mayPass: false)
    }
    guard batch.selects(output, in: results) else { return .notSelected }
    let place = results.place(of: output)
    var report = PhotoReport(input: photo.place, output: place, status: .failed)
    var isUnanswered = false
    var clock = StageClock()
    do {
      if let fault = photo.fault { throw FaultyName(description: fault) }
      if try clock.time("examine", { () throws in try batch.isMovie(photo, processor) }) { return .movie }
      try process(photo, output, format, report: &report, clock: &clock)
    } catch let error as S3Error where error.isOfAllRequests {
      throw Stop(reason: describe(error), mayPass: false)
    } catch {
      if let full = FullDisk(error) { throw Stop(reason: describe(full), mayPass: false) }
      report.status = .failed
      report.error = describe(error)
      if case S3Error.unavailable = error { isUnanswered = true }
    }
    report.milliseconds = clock.milliseconds
    return .reported(report, isUnanswered: isUnanswered)
  }

  private struct FaultyName: Error, CustomStringConvertible {
    let description: String
  }

  private func process(
    _ photo: ListedPhoto, _ output: FilePath, _ format: FileFormat, report: inout PhotoReport, clock: inout StageClock
  ) throws {
    var photo = photo
    var data: [UInt8]?
    // Read at most once: for the version, if the listing has none, or for the work.
    func read() throws -> [UInt8] {
      if let data { return data }
      let bytes = try clock.time("read") { () throws in try contents(of: &photo) }
      data = bytes
      return bytes
    }
    let version = try Self.version(of: photo, reading: read)
    let state = try clock.time("examine") { () throws in
      try results.examine(ResultIdentity(photo: photo, version: version, output: output), isPlan: false)
    }
    let replaced: ReplacedResult?
    switch state {
    case .skipped:
      report.status = .skipped
      return
    case .unchanged(let faceCount, let mattes, let warnings):
      report.status = .unchanged
      (report.faceCount, report.mattes, report.warnings) = (faceCount, mattes, warnings)
      return
    case .toReplace(let found): replaced = found
    case .toMake: replaced = nil
    }
    let bytes = try read()
    let processed = try processed(bytes, of: photo, as: format, clock: &clock)
    let result = ResultIdentity(
      photo: photo, version: try Self.version(of: photo, reading: { bytes }), output: output)
    let (isOwn, warnings) = try clock.time("write") { () throws in
      try results.write(processed, as: result, over: replaced)
    }
    report.add(processed)
    if !isOwn { report.status = .unchanged }
    report.warnings += warnings
  }

  /// Applies the effects as soon as there is memory for them.
  private func processed(
    _ bytes: [UInt8], of photo: ListedPhoto, as format: FileFormat, clock: inout StageClock
  ) throws -> ProcessedPhoto {
    let name = photo.place.description
    let wanted: PhotoFormat = if case .photo(let format) = format { format } else { .png }
    let need = try processor.requiredMemory(for: bytes, name: name, as: wanted)
    return try budget.lending(need, to: name) {
      try processor.process(bytes, name: name, as: wanted, within: timeLimit, measuring: &clock)
    }
  }

  /// Reads a photo. The version of an object that was read may differ from the listed one, and takes its place.
  private func contents(of photo: inout ListedPhoto) throws -> [UInt8] {
    guard case .object(let location) = photo.place else { return try batch.remote.photoBytes(of: photo.place) }
    let (object, bytes) = try batch.remote.object(location)
    photo.object = object
    guard PhotoFormat(signature: bytes) != nil else {
      throw PhotoFileError.unknownFormat(file: photo.place.description)
    }
    return bytes
  }
}
