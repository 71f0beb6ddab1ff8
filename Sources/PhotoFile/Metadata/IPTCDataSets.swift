/// The data sets of IPTC IIM (IPTC-NAA Information Interchange Model 4.2, chapter 3).
enum IPTCDataSets {
  /// ObjectData Preview with its format and version, of record 2.
  static let preview: Set<UInt8> = [200, 201, 202]

  /// The block without data sets of record 2 (application record) of some numbers; nil if it cannot be read.
  static func removing(_ unwanted: Set<UInt8>, from iim: [UInt8]) -> [UInt8]? {
    var kept: [UInt8] = []
    var position = 0
    while position < iim.count {
      // Some writers fill the end with zeros.
      guard iim[position] == 0x1C else {
        return iim[position...].allSatisfy { $0 == 0 } ? kept + iim[position...] : nil
      }
      guard let end = end(ofDataSetAt: position, in: iim) else { return nil }
      if iim[position + 1] != 2 || !unwanted.contains(iim[position + 2]) { kept += iim[position..<end] }
      position = end
    }
    return kept
  }

  /// Number of bytes of a block that the data sets take, without the zeros that fill its end; nil if it cannot be read.
  static func byteCount(of iim: [UInt8]) -> Int? {
    var position = 0
    while position < iim.count, iim[position] == 0x1C {
      guard let end = end(ofDataSetAt: position, in: iim) else { return nil }
      position = end
    }
    return iim[position...].allSatisfy { $0 == 0 } ? position : nil
  }

  private static func end(ofDataSetAt position: Int, in iim: [UInt8]) -> Int? {
    guard position + 5 <= iim.count else { return nil }
    var length = Int(iim[position + 3]) << 8 | Int(iim[position + 4])
    var start = position + 5
    if length & 0x8000 != 0 {
      let count = length & 0x7FFF
      guard count <= 4, start + count <= iim.count else { return nil }
      length = iim[start..<start + count].reduce(0) { $0 << 8 | Int($1) }
      start += count
    }
    return length <= iim.count - start ? start + length : nil
  }
}
