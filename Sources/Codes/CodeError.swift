import FoundationEssentials
import Kernels

/// Why codes could not be searched for. Finding no code is not an error.
public enum CodeError: LocalizedError, Sendable, Hashable, CustomStringConvertible {
  /// The library that reads codes is missing, or cannot be used.
  case libraryMissing(searched: [String], reason: String?)
  /// The library refused a picture.
  case reading(reason: String)
  /// Pixels could not be scaled or warped.
  case pixels(KernelError)
  /// A type that is not one of ``MachineReadableCode/allTypes``.
  case unknownType(name: String, known: [String])

  /// The text that Foundation shows as `localizedDescription`: ``description``.
  public var errorDescription: String? { description }

  /// One sentence that says what failed and what to do.
  public var description: String {
    switch self {
    case .libraryMissing(let folders, let reason):
      "codes cannot be read: zxing-cpp's library (libZXing.so) \(reason.map { "cannot be loaded: \($0)" } ?? "is not in \(folders.joined(separator: ", "))"); run 'make setup', or name its folder in MATTEKIT_ZXING"
    case .reading(let reason): "this picture cannot be searched for codes: \(reason)"
    case .pixels(let error): "this picture cannot be searched for codes: \(error)"
    case .unknownType(let name, let known):
      "there is no type of code '\(name)'; there are \(known.joined(separator: ", "))"
    }
  }
}
