/// What is wrong with a HEIF file, before the file's name is known: ``HEIFReader`` adds it.
enum HEIFFault: Error, Hashable {
  case malformed(String)
  case limitExceeded(String)
  case unsupported(String)
  case codecMissing(PictureCodec, String)

  /// The fault as an error that names the file.
  func error(in file: String) -> PhotoFileError {
    switch self {
    case .malformed(let reason): .malformed(file: file, reason: reason)
    case .limitExceeded(let reason): .limitExceeded(file: file, reason: reason)
    case .unsupported(let reason): .unsupported(file: file, reason: reason)
    case .codecMissing(let codec, let advice): .codecMissing(codec: codec.name, advice: advice)
    }
  }
}
