import MatteKit
import SystemPackage

/// The file format of photos that are written: one for all, or that of each input.
public enum OutputFormat: String, CaseIterable, Sendable {
  /// The format of the input.
  case same
  /// HEIF with HEVC, extension `heic`.
  case heic
  /// HEIF with AV1, extension `avif`.
  case avif
  /// JPEG, extension `jpg`.
  case jpeg
  /// PNG, which carries no mattes, extension `png`.
  case png
  /// WebP, which carries no mattes, extension `webp`.
  case webp
  /// TIFF, which carries no mattes, extension `tif`.
  case tiff
  /// JPEG XL, which carries no mattes, extension `jxl`.
  case jxl

  /// The format for all outputs; nil for ``same``.
  public var format: PhotoFormat? { PhotoFormat(rawValue: rawValue) }

  /// The format and the extension of the output of an input.
  ///
  /// The input's name determines its format; the file is opened only if it does not. A file that is not a photo is
  /// detected when it is read.
  func choice(for input: FilePath) -> (format: PhotoFormat, ext: String) {
    if let format { return (format, format.pathExtension) }
    if let ext = input.extension, let named = PhotoFormat(pathExtension: ext) {
      return named.isWritable ? (named, ext) : (named.writtenFormat, named.writtenFormat.pathExtension)
    }
    let found = (Self.signature(of: input) ?? .jpeg).writtenFormat
    return (found, found.pathExtension)
  }

  /// The format and the extension for an input known only by its name; JPEG if the name does not determine a format.
  func choice(forName name: FilePath) -> (format: PhotoFormat, ext: String) {
    if let format { return (format, format.pathExtension) }
    guard let ext = name.extension, let named = PhotoFormat(pathExtension: ext) else {
      return (.jpeg, PhotoFormat.jpeg.pathExtension)
    }
    return named.isWritable ? (named, ext) : (named.writtenFormat, named.writtenFormat.pathExtension)
  }

  private static func signature(of input: FilePath) -> PhotoFormat? {
    guard (try? input.stat())?.type == .regular, let bytes = try? PlainFile.read(input, atMost: 256) else {
      return nil
    }
    return PhotoFormat(signature: bytes)
  }
}
