import CFFmpeg
import FoundationEssentials
import Imaging

/// The pictures of a video file: of every container and codec that the installed FFmpeg reads, animated GIFs included.
///
/// Only this one file is read: formats that lead to others (playlists) are refused. FFmpeg's libraries are loaded when
/// the first file is opened. A value, which may be shared between tasks; it keeps no file open.
///
/// ```swift
/// for try await frame in try VideoFile(contentsOf: clip).frames {
///   print(frame.time.seconds)
/// }
/// ```
public struct VideoFile: Sendable {
  /// The file.
  public let url: URL
  /// The size of a frame as stored; apply ``orientation`` for the upright size.
  public let size: PixelSize
  /// The orientation of the frames, from the container's display matrix; every frame carries it too.
  public let orientation: Orientation
  /// Frames a second, as the file states or as its first frames suggest; nil if unknown. The frames' own times decide:
  /// they need not be evenly spaced.
  public let nominalFrameRate: Double?
  /// The length of the video; nil if the file does not state it.
  public let duration: MediaTime?

  /// Opens the file and reads its header.
  ///
  /// - Throws: ``FrameStreamError``, which names the file, when it is missing, no video, damaged or of an unknown codec,
  ///   and ``FrameStreamError/runtimeMissing(reason:)`` where FFmpeg is not installed.
  public init(contentsOf url: URL) throws(FrameStreamError) {
    let info = try VideoReader(url: url).info
    self.url = url
    size = PixelSize(width: Int(info.width), height: Int(info.height))
    let matrix = info.display_matrix
    orientation = DisplayMatrix(a: matrix.0, b: matrix.1, c: matrix.2, d: matrix.3).orientation
    nominalFrameRate = info.frame_rate.value
    duration = info.duration >= 0 ? info.duration_base.time(info.duration) : nil
  }

  /// The frames from the first on, in `rgba8`, opaque; each iterator opens the file anew and decodes on demand.
  ///
  /// - Pixels are converted with the matrix and the range that the stream names (where it is silent: BT.709 from 720
  ///   lines up, BT.601 below, 16...235). Their colour space is Display P3 where the primaries are, and otherwise sRGB;
  ///   the curves of high dynamic range (HLG, PQ) are not mapped. Translucency, as of a GIF, is left out.
  /// - Times are exactly those of the stream: in its unit, not shifted to begin at zero, not rounded to a frame rate.
  ///   A frame without a time follows the one before after that one's duration.
  /// - When the file turns out to be damaged, the frames before the damage come first, then the error.
  public var frames: FrameSequence { frames(from: nil) }

  /// The frames from the one that is shown at `time` or is the first after it; as ``frames`` otherwise.
  ///
  /// Decoding begins at the key frame before, where the file has an index, and at its beginning where not.
  public func frames(from time: MediaTime?) -> FrameSequence {
    let url = url
    let orientation = orientation
    return FrameSequence {
      FramePump { () throws(FrameStreamError) in
        let reader = try VideoReader(url: url, orientation: orientation)
        if let time { try reader.seek(to: time) }
        return reader
      }
    }
  }
}
