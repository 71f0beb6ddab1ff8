import FoundationEssentials

/// Bytes put into a file whole or not at all, as photos are.
public enum WholeFile {
  /// Writes bytes to a temporary file in the same folder, which takes the name when they are safe on the disk.
  ///
  /// - Throws: `outputExists` if there is a file that may not be replaced, `unwritable`.
  public static func write(_ bytes: [UInt8], to url: URL, overwriting: Bool = false) throws(PhotoFileError) {
    try OutputFile(path: url.path, overwriting: overwriting).write(bytes)
  }

  /// As the other, for names that need not be UTF-8.
  package static func write(
    _ bytes: [UInt8], to path: SystemPath, overwriting: Bool = false
  ) throws(PhotoFileError) {
    try OutputFile(path: path, overwriting: overwriting).write(bytes)
  }
}
