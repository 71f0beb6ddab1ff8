import FoundationEssentials
import Imaging
import Kernels
import PhotoFile

/// Picture files as the frames of a stream, in the order of their names: `frame-2` comes before `frame-10`.
///
/// All formats that ``Photo`` reads; the pictures need not be of one size. A value, which may be shared between tasks.
public struct ImageSequence: Sendable {
  /// The files in the order of showing.
  public let files: [URL]
  /// The rate at which the pictures are shown.
  public let frameRate: FrameRate
  /// The warnings from the pictures read so far, such as further frames of an animation.
  package let warnings: PictureWarnings

  /// - Parameter files: at least one, in presentation order.
  /// - Throws: ``FrameStreamError/unreadable(file:reason:code:)`` if there are none.
  public init(files: [URL], frameRate: FrameRate = 25) throws(FrameStreamError) {
    guard !files.isEmpty else { throw .unreadable(file: "the image sequence", reason: "it has no pictures") }
    self.files = files
    warnings = PictureWarnings(isOfOnePicture: files.count == 1)
    self.frameRate = frameRate
  }

  /// The pictures of a folder, or those that match a pattern: with `*`, `?` or `[...]` as in a shell, or with one `%d`
  /// or `%06d` for numbers as in FFmpeg, from the first existing one, gaps skipped with a warning.
  ///
  /// - Throws: ``FrameStreamError/unreadable(file:reason:code:)`` if there are none.
  public init(matching pattern: String, frameRate: FrameRate = 25) throws(FrameStreamError) {
    let name = FileNamePattern(pattern)
    let files = name.files().filter { PhotoFormat(pathExtension: $0.pathExtension) != nil }
    guard !files.isEmpty else {
      throw .unreadable(file: pattern, reason: "there are no pictures of a known format, such as jpg, png or heic")
    }
    try self.init(files: files, frameRate: frameRate)
    if let gap = name.gapWarning(in: files) { warnings.add(gap) }
  }

  /// Whether a name of a nonexistent file is a pattern for several pictures.
  package static func isPattern(_ name: String) -> Bool { FileNamePattern(name).isPattern }

  /// The pictures in `rgba8` as stored, with their orientation; picture n has the time n / frame rate.
  ///
  /// An unreadable one is an error after the pictures before it.
  public var frames: FrameSequence {
    let source = ImageSource(files: files, frameRate: frameRate, warnings: warnings)
    return FrameSequence {
      FramePump { () throws(FrameStreamError) in source }
    }
  }
}
