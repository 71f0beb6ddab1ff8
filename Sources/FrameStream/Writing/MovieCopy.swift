import CFFmpeg
import FoundationEssentials
import Imaging
import PhotoFile

/// The parts of a movie that are copied into another one, packet by packet without change. A value.
public struct MovieCopy: Sendable, Hashable {
  /// The movie that is copied from.
  public var source: URL
  /// Which parts of the source are copied.
  public var parts: MovieParts
  /// The policy for metadata: `safe` omits places, serial numbers, owners and timed data, which may contain all three;
  /// `strip` keeps languages and the roles of streams, and omits chapters and cover pictures too.
  public var metadata: MetadataPolicy
  /// The start of the copied range, which becomes 0; nil for the movie's beginning, whose times are kept.
  public var start: MediaTime?
  /// The end of the copied range; nil for the movie's end.
  public var end: MediaTime?
  /// The times of a slower or faster playback; nil for none. Pictures, subtitles, chapters and data get new times, and
  /// sound is coded again. It cannot be combined with a range of the source.
  public var retiming: MovieRetiming?

  /// Copies from `source`; everything by default.
  public init(
    _ source: URL, parts: MovieParts = .all, metadata: MetadataPolicy = .keep, start: MediaTime? = nil,
    end: MediaTime? = nil, retiming: MovieRetiming? = nil
  ) {
    self.source = source
    self.parts = parts
    self.metadata = metadata
    self.start = start
    self.end = end
    self.retiming = retiming
  }

  /// Calls `body` with the copy as a C struct, valid during the call.
  func withCode<Result>(_ body: (UnsafePointer<cffmpeg_copy>) -> Result) -> Result {
    source.path.withCString { path in
      func flag(_ part: MovieParts) -> Int32 { parts.contains(part) ? 1 : 0 }
      var copy = cffmpeg_copy()
      copy.path = path
      copy.sound = flag(.sound)
      copy.subtitles = flag(.subtitles)
      copy.cover_pictures = flag(.coverPictures)
      copy.attachments = flag(.attachments)
      copy.data = flag(.data)
      copy.other_video = flag(.otherVideo)
      copy.chapters = flag(.chapters)
      copy.metadata = flag(.metadata)
      copy.policy =
        switch metadata {
        case .keep: CFFMPEG_METADATA_KEEP
        case .safe: CFFMPEG_METADATA_SAFE
        case .strip: CFFMPEG_METADATA_STRIP
        }
      copy.is_picture = { text, count in
        !TextPictures.find(in: Array(UnsafeRawBufferPointer(start: text, count: count))).isEmpty ? 1 : 0
      }
      if let start { (copy.from, copy.from_timescale) = (start.value, start.timescale) }
      if let end { (copy.to, copy.to_timescale) = (end.value, end.timescale) }
      guard let retiming else { return body(&copy) }
      copy.pitch = retiming.pitchAlgorithm.code
      let scalings = retiming.scalings.map(\.code)
      copy.scaling_count = Int32(scalings.count)
      return scalings.withUnsafeBufferPointer { scalings in
        copy.scalings = scalings.baseAddress
        return body(&copy)
      }
    }
  }
}
