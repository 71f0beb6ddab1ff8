import CFFmpeg
import FoundationEssentials
import Imaging

/// Writes a movie whose pictures are another's, packet for packet: into another kind of file, without some of its parts or
/// metadata, or slower and faster (``MovieRetimer``). A value.
///
/// ```swift
/// try MovieRemuxer(MovieCopy(clip, metadata: .safe)).write(to: output)
/// ```
public struct MovieRemuxer: Sendable, Hashable {
  /// The source, and which of its parts are copied beside the pictures.
  public var copy: MovieCopy
  /// When the last picture is no longer shown, in MP4 and QuickTime; nil for as long as the source says.
  var end: MediaTime?

  /// - Parameter copy: the source, and the parts that are copied beside its pictures; it must cover all of the source's
  ///   time.
  public init(_ copy: MovieCopy) { self.copy = copy }

  /// Writes the movie, which appears whole or not at all, and may replace its source.
  ///
  /// - Returns: what the file cannot hold of the source, and what was changed, a sentence each.
  /// - Throws: ``FrameStreamError`` if the source cannot be read, the kind of file cannot hold its pictures or sound, a
  ///   part of its time is asked for, which takes coding, the file is there already, or the task is cancelled.
  @discardableResult
  public func write(to url: URL, overwriting: Bool = false) throws(FrameStreamError) -> [String] {
    guard copy.start == nil, copy.end == nil else {
      throw .unsupported(
        file: copy.source.path,
        reason: "a part of a movie cannot be copied without coding its pictures; write its frames")
    }
    if let retiming = copy.retiming { try retiming.check(file: copy.source.path) }
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
      if Task.isCancelled { throw .cancelled(file: url.path) }
      let status = cffmpeg_copy_some(handle, &message)
      if status == CFFMPEG_END { break }
      guard status == CFFMPEG_OK else { throw failure(status, message, url) }
    }
    let ending = cffmpeg_finish(handle, .min, 0, &message)
    guard ending == CFFMPEG_OK else { throw failure(ending, message, url) }
    try output.finish()
    return OpenMovie.sentences(cffmpeg_get_warnings(handle))
  }

  /// The error for a failure. It names the output if writing failed, else the source.
  private func failure(_ status: cffmpeg_status, _ message: cffmpeg_message, _ url: URL) -> FrameStreamError {
    FrameStreamError(status, message, file: status == CFFMPEG_UNWRITABLE ? url.path : copy.source.path)
  }
}
