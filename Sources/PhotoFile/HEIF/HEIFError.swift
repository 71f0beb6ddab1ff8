/// An error of a HEIF file without the file's name, which ``fileError(in:)`` adds.
enum HEIFError: Error {
  case malformed(String)
  case limitExceeded(String)
  case unsupported(String)
  case codecMissing(PictureCodec, String)

  /// The same error with the name of the file.
  func fileError(in file: String) -> PhotoFileError {
    switch self {
    case .malformed(let reason): .malformed(file: file, reason: reason)
    case .limitExceeded(let reason): .limitExceeded(file: file, reason: reason)
    case .unsupported(let reason): .unsupported(file: file, reason: reason)
    case .codecMissing(let codec, let advice): .codecMissing(codec: codec.name, advice: advice)
    }
  }
}
