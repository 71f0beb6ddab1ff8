/// Why frames could not be read. The description names the source, says what is wrong and what to do.
public enum FrameStreamError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The source cannot be opened or read: missing, a folder, no permission.
  case unreadable(file: String, reason: String)
  /// The bytes are no video.
  case notVideo(file: String, reason: String)
  /// The bytes break the format's rules, or end too soon. The frames before the damage have been given.
  case malformed(file: String, reason: String)
  /// The pictures are larger than the 150 megapixels that are decoded.
  case limitExceeded(file: String, reason: String)
  /// The format's rules are kept, but it uses something that is not supported.
  case unsupported(file: String, reason: String)
  /// The libraries that decode video are not installed.
  case runtimeMissing(reason: String)

  public var description: String {
    switch self {
    case .unreadable(let file, let reason): "\(file): cannot be read: \(reason)"
    case .notVideo(let file, let reason): "\(file): not a video: \(reason)"
    case .malformed(let file, let reason): "\(file): damaged or incomplete: \(reason)"
    case .limitExceeded(let file, let reason): "\(file): refused: \(reason)"
    case .unsupported(let file, let reason): "\(file): not supported: \(reason)"
    case .runtimeMissing(let reason):
      "FFmpeg's libraries, which decode video, cannot be loaded (\(reason)); "
        + "install them (Debian: libavformat59 and libswscale6) or pipe the video in as y4m"
    }
  }
}
