import FoundationEssentials
import Imaging

/// An error of reading or writing a photo. The description names the file, says what is wrong and what to do.
public enum PhotoFileError: LocalizedError, Sendable, Hashable, CustomStringConvertible {
  /// The file cannot be opened: missing, a folder, no permission.
  case unreadable(file: String, reason: String)
  /// The bytes are not of a format that is read.
  case unknownFormat(file: String)
  /// The bytes break the format's rules, or end too soon.
  case malformed(file: String, reason: String)
  /// The file asks for more than ``ReadingLimits`` allows.
  case limitExceeded(file: String, reason: String)
  /// The format's rules are kept, but it uses something that is not supported.
  case unsupported(file: String, reason: String)
  /// Parts of the file may hold what is to be removed or hidden, and cannot be searched for it.
  case notSearchable(file: String, parts: [String])
  /// No pixel of the picture lies in the region that was asked for.
  case emptyRegion(file: String, region: PixelRect, size: PixelSize)
  /// The library that codes the format is not there or lacks the codec.
  case codecMissing(codec: String, advice: String)
  /// The picture could not be encoded.
  case encodingFailed(format: PhotoFormat, reason: String)
  /// The output could not be written; nothing was left at its place.
  case unwritable(file: String, reason: String)
  /// There is a file at the output's place already.
  case outputExists(file: String)

  /// The same failure of coding, of a format that the coders below do not know they work for.
  func coding(as format: PhotoFormat) -> PhotoFileError {
    guard case .encodingFailed(_, let reason) = self else { return self }
    return .encodingFailed(format: format, reason: reason)
  }

  /// The text that Foundation shows as `localizedDescription`: ``description``.
  public var errorDescription: String? { description }

  /// One line without a full stop, for people.
  public var description: String {
    switch self {
    case .unreadable(let file, let reason): "\(file): cannot be read: \(reason)"
    case .unknownFormat(let file):
      "\(file): not a \(PhotoFormat.names()) picture; pictures of other formats are not read"
    case .malformed(let file, let reason): "\(file): damaged or incomplete: \(reason)"
    case .limitExceeded(let file, let reason): "\(file): refused: \(reason)"
    case .unsupported(let file, let reason): "\(file): not supported: \(reason)"
    case .notSearchable(let file, let parts):
      "\(file): nothing is written: it may hold what is to be taken out in \(parts.joined(separator: ", ")); take all "
        + "metadata out first (strip --metadata), or keep what cannot be searched (--keep-unknown)"
    case .emptyRegion(let file, let region, let size):
      "\(file): no pixel of the picture of \(size) lies in the region \(region); ask for one inside"
    case .codecMissing(let codec, let advice): "no \(codec) codec was found; \(advice)"
    case .encodingFailed(let format, let reason): "encoding as \(format.rawValue) failed: \(reason)"
    case .unwritable(let file, let reason): "\(file): cannot be written: \(reason)"
    case .outputExists(let file): "\(file): exists already; choose another name or allow overwriting (--overwrite)"
    }
  }
}
