import FoundationEssentials
import Imaging
import SystemPackage

/// An error of reading or writing a photo. The description names the file, the fault and what to do.
public enum PhotoFileError: LocalizedError, Sendable, Hashable, CustomStringConvertible {
  /// The file cannot be opened: missing, a folder, no permission. `code` is the system's error (`errno`), if there was
  /// one.
  case unreadable(file: String, reason: String, code: Int32? = nil)
  /// There are no bytes.
  case empty(file: String)
  /// The bytes are not of a known format.
  case unknownFormat(file: String)
  /// The bytes violate the format, or end too soon.
  case malformed(file: String, reason: String)
  /// The file exceeds ``ReadingLimits``.
  case limitExceeded(file: String, reason: String)
  /// The file is valid, but uses a feature that is not supported.
  case unsupported(file: String, reason: String)
  /// Parts of the file may contain data to be removed or hidden, and cannot be searched for them.
  case notSearchable(file: String, parts: [String])
  /// No pixel of the picture lies in the requested region.
  case emptyRegion(file: String, region: PixelRect, size: PixelSize)
  /// The library that codes the format is missing or lacks the codec.
  case codecMissing(codec: String, advice: String)
  /// The picture could not be encoded.
  case encodingFailed(format: PhotoFormat, reason: String)
  /// The output could not be written; nothing was left at its place. `code` is the system's error (`errno`), if there
  /// was one.
  case unwritable(file: String, reason: String, code: Int32? = nil)
  /// The folder of the output does not exist.
  case folderMissing(file: String, folder: String)
  /// A file exists at the output's place.
  case outputExists(file: String)

  /// A failure to encode with the format, which the underlying encoders do not know.
  func coding(as format: PhotoFormat) -> PhotoFileError {
    guard case .encodingFailed(_, let reason) = self else { return self }
    return .encodingFailed(format: format, reason: reason)
  }

  /// The error for bytes that no format begins with, or for none.
  static func ofUnknownBytes(_ bytes: [UInt8], file: String) -> PhotoFileError {
    bytes.isEmpty ? .empty(file: file) : .unknownFormat(file: file)
  }

  /// The error because of which a file cannot be read, mostly one of the system.
  package static func cannotRead(_ file: String, _ error: any Error) -> PhotoFileError {
    .unreadable(file: file, reason: "\(error)", code: (error as? Errno)?.rawValue)
  }

  /// The error because of which a file cannot be written, mostly one of the system.
  ///
  /// - Parameter words: what failed, before the error's text.
  package static func cannotWrite(_ file: String, _ error: any Error, after words: String = "") -> PhotoFileError {
    .unwritable(file: file, reason: "\(words)\(error)", code: (error as? Errno)?.rawValue)
  }

  /// The system's error (`errno`), if there was one.
  package var systemError: Int32? {
    switch self {
    case .unreadable(_, _, let code), .unwritable(_, _, let code): code
    default: nil
    }
  }

  /// Why the output could not be written, without its name; nil for an error of another kind.
  package var reasonOfWriting: String? {
    switch self {
    case .unwritable(_, let reason, _): reason
    case .folderMissing(_, let folder): "there is no folder \(folder); create it first"
    default: nil
    }
  }

  /// The text that Foundation shows as `localizedDescription`: ``description``.
  public var errorDescription: String? { description }

  /// One line without a full stop, for people.
  public var description: String {
    switch self {
    case .unreadable(let file, let reason, _): "\(file): cannot be read: \(reason)"
    case .empty(let file): "\(file): damaged or incomplete: it is empty"
    case .unknownFormat(let file):
      "\(file): not a \(PhotoFormat.names()) picture; pictures of other formats are not read"
    case .malformed(let file, let reason): "\(file): damaged or incomplete: \(reason)"
    case .limitExceeded(let file, let reason): "\(file): refused: \(reason)"
    case .unsupported(let file, let reason): "\(file): not supported: \(reason)"
    case .notSearchable(let file, let parts):
      "\(file): nothing is written, because \(parts.joined(separator: ", ")) may contain what is to be removed; remove all "
        + "metadata first, or keep what cannot be searched"
    case .emptyRegion(let file, let region, let size):
      "\(file): no pixel of the picture of \(size) lies in the region \(region); ask for one inside"
    case .codecMissing(let codec, let advice): "no \(codec) codec was found; \(advice)"
    case .encodingFailed(let format, let reason): "encoding as \(format.rawValue) failed: \(reason)"
    case .unwritable(let file, _, _), .folderMissing(let file, _):
      "\(file): cannot be written: \(reasonOfWriting ?? "")"
    case .outputExists(let file): "\(file): exists already; choose another name or allow overwriting"
    }
  }
}
