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
  /// The format of the file's pictures and of its other streams.
  public let format: VideoFormat
  /// The size of a frame as stored; apply ``orientation`` for the upright size.
  public let size: PixelSize
  /// The orientation of the frames, from the container's display matrix; every frame carries it too.
  public let orientation: Orientation
  /// Frames a second, as the file states or as its first frames suggest; nil if unknown. The frames' own times decide:
  /// they need not be evenly spaced.
  public let nominalFrameRate: Double?
  /// The duration that the file states; nil if it states none. Containers that state the duration of the whole file
  /// only, such as Matroska, include sound that goes on after the pictures; ``endTime`` is that of the pictures.
  public let duration: MediaTime?
  /// When the last frame is no longer shown, in the frames' time; nil if the file does not state it of its video. Truncated
  /// files state it too.
  public let endTime: MediaTime?

  /// Opens the file and reads its header.
  ///
  /// - Throws: ``FrameStreamError``, which names the file, when it is missing, no video, damaged or of an unknown codec,
  ///   and ``FrameStreamError/runtimeMissing(reason:)`` where FFmpeg is not installed.
  public init(contentsOf url: URL) throws(FrameStreamError) {
    let reader = try VideoReader(url: url)
    let info = reader.info
    self.url = url
    format = VideoFormat(info, streams: reader.otherStreams)
    size = format.size
    orientation = format.orientation
    nominalFrameRate = info.frame_rate.value
    let (duration, start) = (info.duration >= 0 ? info.duration_base.time(info.duration) : nil, format.startTime)
    self.duration = duration
    endTime = info.is_duration_of_pictures != 0 ? duration.map { $0 + (start ?? .zero) } : nil
  }

  /// The frames from the first on, in `rgba8`, opaque; each iterator opens the file anew and decodes on demand.
  ///
  /// - Pixels are converted with the matrix, the range and the place of chroma that the stream names (where it is silent:
  ///   BT.709 from 1280 columns or 720 lines up, BT.601 below, 16...235). Their colour space is sRGB for the primaries of
  ///   BT.709 and BT.601, Display P3, or a profile of the primaries (BT.2020) with sRGB's curve. The curves of high dynamic
  ///   range (HLG, PQ) are not mapped: ``requireRenderable()`` refuses them. Translucency, as of a GIF, is left out;
  ///   ``frames(from:as:keepingAlpha:)`` keeps it.
  /// - Times are exactly those of the stream: in its unit, not shifted to begin at zero, not rounded to a frame rate.
  ///   A frame without a time follows the one before after that one's duration.
  /// - A picture that cannot be decoded is passed over, and the frame after it is marked as damaged
  ///   (`FrameAttachments.isDamaged`); when no picture follows or the file ends too soon, the frames before the damage come
  ///   first, then the error.
  public var frames: FrameSequence { frames(from: nil) }

  /// The frames from the one that is shown at `time` or is the first after it, none beyond the end; as ``frames`` otherwise.
  ///
  /// Decoding begins at the key frame before, where the file has an index, and at its beginning where not.
  public func frames(from time: MediaTime?) -> FrameSequence { frames(from: time, as: .rgba8) }

  /// The frames from the one that is shown at `time` or is the first after it, in 8 or 16 bits; as ``frames`` otherwise.
  ///
  /// Samples of 16 bits are those of the video scaled to 0...65535, to the next whole number.
  ///
  /// - Parameter keepsAlpha: whether frames that are translucent, as of ProRes 4444, VP9 with alpha and GIF, have straight
  ///   alpha; else all are opaque, in the colors that lie beneath.
  public func frames(
    from time: MediaTime? = nil, as format: FramePixelFormat, keepingAlpha keepsAlpha: Bool = false
  ) -> FrameSequence {
    frames(every: 0, from: time, as: format, keepingAlpha: keepsAlpha)
  }

  /// Some of the frames, each at least `interval` seconds after the one before; as ``frames(from:as:keepingAlpha:)``
  /// otherwise.
  ///
  /// For a look at a movie, such as that at later frames (`SceneAnalysis.backgroundLookAhead`): it takes about half the time
  /// of reading all frames, as those between are not converted, and not decoded where no other needs them.
  public func frames(
    every interval: Double, from time: MediaTime? = nil, as format: FramePixelFormat = .rgba8,
    keepingAlpha keepsAlpha: Bool = false
  ) -> FrameSequence {
    let url = url
    let orientation = orientation
    return FrameSequence {
      FramePump { () throws(FrameStreamError) in
        let reader = try VideoReader(
          url: url, orientation: orientation, format: format, keepsAlpha: keepsAlpha, interval: interval)
        if let time { try reader.seek(to: time) }
        return reader
      }
    }
  }

  /// Checks that effects can be drawn on the frames: it reads the first ones.
  ///
  /// - Throws: ``FrameStreamError/unsupported(file:reason:)`` for high dynamic range (PQ, HLG), interlaced pictures and
  ///   matrices that are not converted, with what to do; errors of reading.
  public func requireRenderable() throws(FrameStreamError) { try requireConvertible(allowingHighDynamicRange: false) }

  /// Checks that the frames can be converted to pixels. HDR may be allowed where nothing is drawn.
  func requireConvertible(allowingHighDynamicRange isAllowed: Bool) throws(FrameStreamError) {
    func require(_ color: VideoColorProperties, isInterlaced: Bool) throws(FrameStreamError) {
      if color.isHighDynamicRange, !isAllowed { throw highDynamicRange(color) }
      try self.require(color, isInterlaced: isInterlaced)
    }
    try require(format.color, isInterlaced: format.isInterlaced)
    let reader = try VideoReader(url: url)
    // Telecined movies mix pictures of both kinds.
    for _ in 0..<Self.probedFrames {
      guard let picture = try reader.nextPicture() else { return }
      var color = format.color
      color.transferFunction = Int(picture.transfer)
      try require(color, isInterlaced: picture.is_interlaced != 0)
    }
  }

  private static let probedFrames = 6

  private func highDynamicRange(_ color: VideoColorProperties) -> FrameStreamError {
    .unsupported(
      file: url.path,
      reason:
        "it is HDR (\(color.transferFunction == 16 ? "PQ" : "HLG"), BT.2100), on which effects are not drawn; convert it "
        + "to SDR first, for instance with FFmpeg's filters zscale and tonemap")
  }

  private func require(_ color: VideoColorProperties, isInterlaced: Bool) throws(FrameStreamError) {
    func refuse(_ reason: String) throws(FrameStreamError) { throw .unsupported(file: url.path, reason: reason) }
    if isInterlaced {
      try refuse("its pictures are interlaced; deinterlace it first, for instance with FFmpeg's filter bwdif")
    }
    let matrices = [8: "YCgCo", 10: "BT.2020 with constant luminance", 11: "SMPTE 2085", 14: "ICtCp"]
    if let matrix = matrices[color.yCbCrMatrix] {
      try refuse(
        "its colours are coded as \(matrix), which is not converted; convert it to BT.709 first, for instance with "
          + "FFmpeg's filter zscale")
    }
  }
}
