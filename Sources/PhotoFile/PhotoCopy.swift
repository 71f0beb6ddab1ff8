import FoundationEssentials

/// Copies photos' files byte for byte, for when nothing is to change.
public enum PhotoCopy {
  /// Copies a photo's file, whole or not at all.
  ///
  /// - Parameter overwriting: whether a file at the output's place may be replaced.
  /// - Throws: what ``Photo/init(contentsOf:options:)`` throws of a file that cannot be read or is of no known format, and
  ///   what ``Photo/write(to:as:overwriting:)`` throws of a place that cannot be written.
  public static func copy(
    from source: URL, to target: URL, limits: ReadingLimits = .default, overwriting: Bool = false
  ) throws(PhotoFileError) {
    let output = try AtomicFile(target, overwriting: overwriting)
    try output.write(try PhotoBytes.read(source.path, limits: limits))
  }
}
