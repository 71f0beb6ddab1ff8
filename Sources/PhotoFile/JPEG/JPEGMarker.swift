/// The second bytes of JPEG's markers (ISO/IEC 10918-1, table B.1).
enum JPEGMarker {
  static let startOfImage: UInt8 = 0xD8
  static let endOfImage: UInt8 = 0xD9
  static let startOfScan: UInt8 = 0xDA
  static let app0: UInt8 = 0xE0
  static let app1: UInt8 = 0xE1
  static let app2: UInt8 = 0xE2
  static let app10: UInt8 = 0xEA
  static let app11: UInt8 = 0xEB
  static let app13: UInt8 = 0xED
  static let app14: UInt8 = 0xEE
  static let comment: UInt8 = 0xFE

  /// Whether a marker begins a frame header: SOF0...SOF15, without DHT, JPG and DAC among them.
  static func beginsFrame(_ marker: UInt8) -> Bool {
    (0xC0...0xCF).contains(marker) && marker != 0xC4 && marker != 0xC8 && marker != 0xCC
  }
}
