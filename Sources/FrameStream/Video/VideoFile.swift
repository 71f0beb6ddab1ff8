import CFFmpeg
import FoundationEssentials
import Imaging

/// The pictures of a video file: of every container and codec supported by the installed FFmpeg, including animated
/// GIFs.
///
/// Only this one file is read: formats that refer to others (playlists) are refused. FFmpeg's libraries are loaded when
/// the first file is opened. May be shared between tasks; the value keeps no file open.
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
  /// The orientation of the frames, from the container's display matrix; every frame has it too.
  public let orientation: Orientation
  /// Frames a second, as stated by the file or estimated from its first frames; nil if unknown. The frames' own times
  /// are authoritative: they need not be evenly spaced.
  public let nominalFrameRate: Double?
  /// The duration stated by the file; nil if it states none. Containers that state only the duration of the whole file,
  /// such as Matroska, include sound after the pictures; ``endTime`` is that of the pictures.
  public let duration: MediaTime?
  /// The end of the last frame, in the frames' time; nil if the file does not state it for its video. Truncated files
  /// state it too.
  public let endTime: MediaTime?
  /// The threads that decode frames, each of which holds a picture; nil for one a core.
  package var decodingThreads: Int?

  /// Opens the file and reads its header.
  ///
  /// - Throws: ``FrameStreamError``, which names the file, if it is missing, not a video, damaged or of an unknown
  ///   codec, and ``FrameStreamError/runtimeMissing(reason:)`` if FFmpeg is not installed.
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

  /// The frames from the first on, in `rgba8`, opaque; each iterator reopens the file and decodes on demand.
  ///
  /// - Pixels are converted with the matrix, the range and the chroma location that the stream states (by default
  ///   BT.709 from 1280 columns or 720 lines up, BT.601 below, 16...235). Their colour space is sRGB for the primaries
  ///   of BT.709 and BT.601, Display P3, or a profile of the primaries (BT.2020) with sRGB's curve. The curves of high
  ///   dynamic range (HLG, PQ) are not mapped: ``requireRenderable()`` refuses them. Alpha, as of a GIF, is dropped;
  ///   ``frames(from:as:keepingAlpha:)`` keeps it.
  /// - Times are exactly those of the stream: in its unit, not shifted to begin at zero, not rounded to a frame rate. A
  ///   frame without a time starts at the end of the one before.
  /// - A picture that cannot be decoded is skipped, and the frame after it is marked as damaged
  ///   (`FrameAttachments.isDamaged`); if no picture follows or the file ends too soon, the error follows the frames
  ///   before the damage.
  public var frames: FrameSequence { frames(from: nil) }

  /// The frames from the one shown at `time` or the first after it, none beyond the end; otherwise as ``frames``.
  ///
  /// Decoding begins at the preceding key frame if the file has an index, and otherwise at its beginning.
  public func frames(from time: MediaTime?) -> FrameSequence { frames(from: time, as: .rgba8) }

  /// The frames from the one shown at `time` or the first after it, in 8 or 16 bits; otherwise as ``frames``.
  ///
  /// Samples of 16 bits are those of the video scaled to 0...65535, to the next whole number.
  ///
  /// - Parameter keepsAlpha: whether translucent frames, as of ProRes 4444, VP9 with alpha and GIF, have straight
  ///   alpha; otherwise all are opaque, in their underlying colours.
  public func frames(
    from time: MediaTime? = nil, as format: FramePixelFormat, keepingAlpha keepsAlpha: Bool = false
  ) -> FrameSequence {
    frames(every: 0, from: time, as: format, keepingAlpha: keepsAlpha)
  }

  /// Some of the frames, each at least `interval` seconds after the one before; otherwise as
  /// ``frames(from:as:keepingAlpha:)``.
  ///
  /// For a scan of a movie, such as the background look-ahead (`SceneAnalysis.backgroundLookAhead`): it takes about
  /// half the time of reading all frames, because frames in between are not converted, and decoded only if others
  /// depend on them.
  public func frames(
    every interval: Double, from time: MediaTime? = nil, as format: FramePixelFormat = .rgba8,
    keepingAlpha keepsAlpha: Bool = false
  ) -> FrameSequence {
    let (url, orientation, threads) = (url, orientation, decodingThreads)
    return FrameSequence {
      FramePump { () throws(FrameStreamError) in
        let reader = try VideoReader(
          url: url, orientation: orientation, format: format, keepsAlpha: keepsAlpha, interval: interval,
          threads: threads)
        if let time { try reader.seek(to: time) }
        return reader
      }
    }
  }

  /// Checks that effects can be drawn on the frames, by reading the first ones.
  ///
  /// - Throws: ``FrameStreamError/unsupported(file:reason:)`` for high dynamic range (PQ, HLG), interlaced pictures and
  ///   unsupported matrices, with what to do; errors of reading.
  public func requireRenderable() throws(FrameStreamError) { try requireConvertible(allowingHighDynamicRange: false) }

  /// Checks that the frames can be converted to pixels. HDR may be allowed if nothing is drawn.
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
      file: url.shownPath,
      reason:
        "it is HDR (\(color.transferFunction == 16 ? "PQ" : "HLG"), BT.2100), on which effects are not drawn; convert it "
        + "to SDR first, for instance with FFmpeg's filters zscale and tonemap")
  }

  private func require(_ color: VideoColorProperties, isInterlaced: Bool) throws(FrameStreamError) {
    func refuse(_ reason: String) throws(FrameStreamError) { throw .unsupported(file: url.shownPath, reason: reason) }
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
