import FoundationEssentials

/// Copies photos' files byte for byte, if nothing is to be changed.
public enum PhotoCopy {
  /// Copies a photo's file, completely or not at all.
  ///
  /// - Parameter overwriting: whether an existing file at the output's place may be replaced.
  /// - Throws: the errors of ``Photo/init(contentsOf:options:)`` for a file that cannot be read or is of an unknown
  ///   format, and those of ``Photo/write(to:as:overwriting:)`` for an output that cannot be written.
  public static func copy(
    from source: URL, to target: URL, limits: ReadingLimits = .default, overwriting: Bool = false
  ) throws(PhotoFileError) {
    let output = try AtomicFile(target, overwriting: overwriting)
    try output.write(try PhotoBytes.read(source, limits: limits))
  }
}
