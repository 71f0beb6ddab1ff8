import CFFmpeg
import FoundationEssentials
import Imaging

/// Remuxes a movie: into another container, without some of its parts or metadata, or slower and faster
/// (``MovieRetimer``), with the pictures' packets unchanged. A value.
///
/// ```swift
/// try MovieRemuxer(MovieCopy(clip, metadata: .safe)).write(to: output)
/// ```
public struct MovieRemuxer: Sendable, Hashable {
  /// The source, and its parts that are copied besides the pictures.
  public var copy: MovieCopy
  /// The end of the last picture, in MP4 and QuickTime; nil for the source's.
  var end: MediaTime?

  /// - Parameter copy: the source, and the parts that are copied besides its pictures; it must cover the whole source.
  public init(_ copy: MovieCopy) { self.copy = copy }

  /// Writes the movie, which appears complete or not at all, and may replace its source.
  ///
  /// - Returns: what the file does not support of the source, and changes, a sentence each.
  /// - Throws: ``FrameStreamError`` if the source cannot be read, the container does not support its pictures or sound,
  ///   a range of the source is requested, which requires coding, the file exists already, or the task is cancelled.
  @discardableResult
  public func write(to url: URL, overwriting: Bool = false) throws(FrameStreamError) -> [String] {
    guard copy.start == nil, copy.end == nil else {
      throw .unsupported(
        file: copy.source.shownPath,
        reason: "a part of a movie cannot be copied without coding its pictures; write its frames")
    }
    if let retiming = copy.retiming { try retiming.check(file: copy.source.shownPath) }
    let output = try MovieOutput(url, overwriting: overwriting)
    var opened: OpaquePointer?
    var message = cffmpeg_message()
    let status = copy.withCode {
      cffmpeg_create_copy(output.descriptor, url.lastPathComponent, $0, &opened, &message)
    }
    guard status == CFFMPEG_OK, let handle = opened else { throw failure(status, message, url) }
    defer { cffmpeg_close_writer(handle) }
    if let end { cffmpeg_end_copied_pictures(handle, end.value, end.timescale) }
    while true {
      if Task.isCancelled { throw .cancelled(file: url.shownPath) }
      let status = cffmpeg_copy_next(handle, &message)
      if status == CFFMPEG_END { break }
      guard status == CFFMPEG_OK else { throw failure(status, message, url) }
    }
    let ending = cffmpeg_finish(handle, .min, 0, &message)
    guard ending == CFFMPEG_OK else { throw failure(ending, message, url) }
    try output.finish()
    return OpenMovie.sentences(cffmpeg_get_warnings(handle))
  }

  /// The error for a failure. It names the output if writing failed, otherwise the source.
  private func failure(_ status: cffmpeg_status, _ message: cffmpeg_message, _ url: URL) -> FrameStreamError {
    FrameStreamError(status, message, file: status == CFFMPEG_UNWRITABLE ? url.shownPath : copy.source.shownPath)
  }
}
