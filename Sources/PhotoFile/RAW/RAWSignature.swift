/// Distinguishes cameras' RAW files from other files with the same first bytes.
enum RAWSignature {
  private static let starts: [[UInt8]] = [
    Array("FUJIFILMCCD-RAW".utf8), Array("FOVb".utf8), [0, 0x4D, 0x52, 0x4D],
    // Olympus, Panasonic, Canon before 2004.
    Array("IIRO".utf8), Array("IIRS".utf8), Array("MMOR".utf8), Array("IIU\0".utf8),
    [0x49, 0x49, 0x1A, 0, 0, 0] + Array("HEAPCCDR".utf8),
  ]
  /// PhotometricInterpretation of sensor samples (TIFF/EP, DNG).
  private static let photometrics: Set = [32803, 34892]

  static func matches(_ bytes: [UInt8]) -> Bool {
    if starts.contains(where: bytes.starts) { return true }
    guard bytes.count >= 12 else { return false }
    if bytes[4..<12].elementsEqual("ftypcrx ".utf8) { return true }
    return hasSensorData(bytes)
  }

  /// Whether a TIFF's first directory, or one that it refers to, has a sensor's samples, within the available bytes.
  private static func hasSensorData(_ bytes: [UInt8]) -> Bool {
    guard let structure = TIFFStructure(bytes), let first = structure.firstDirectory else { return false }
    // Canon's version, behind the header.
    if bytes[8..<10].elementsEqual("CR".utf8) || first[TIFFTag.dngVersion] != nil { return true }
    func shows(_ directory: TIFFStructure.Directory) -> Bool {
      directory[TIFFTag.photometric].flatMap(structure.integer(of:)).map(photometrics.contains) ?? false
    }
    if shows(first) { return true }
    let inner = first[TIFFTag.subdirectories].map { structure.integers(of: $0, atMost: 16) } ?? []
    return inner.contains { structure.directory(at: $0).map(shows) ?? false }
  }
}
