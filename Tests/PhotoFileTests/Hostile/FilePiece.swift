import Glibc

/// A box, segment or chunk of a file, as far as a mutation has to know it.
struct FilePiece: Equatable {
  let range: Range<Int>
  /// The position of its length.
  let lengthField: Range<Int>
  /// The length fields of the boxes that it lies in.
  let parents: [Range<Int>]

  /// The pieces of a file of any of the formats.
  static func pieces(of file: [UInt8]) -> [FilePiece] {
    if file.starts(with: [0xFF, 0xD8]) { return segments(of: file) }
    if file.starts(with: [0x89]) { return chunks(of: file) }
    if file.starts(with: "RIFF".utf8) { return riffChunks(of: file) }
    if file.starts(with: "II*".utf8) { return entries(of: file) }
    if file.starts(with: "GIF8".utf8) || file.starts(with: [0xFF, 0x0A]) { return runs(of: file) }
    return boxes(of: file, in: file.indices, parents: [])
  }

  static func number(_ file: [UInt8], _ field: Range<Int>) -> Int { file[field].reduce(0) { $0 << 8 | Int($1) } }

  /// Boxes, and those in boxes that hold such after some bytes of their own.
  private static func boxes(of file: [UInt8], in range: Range<Int>, parents: [Range<Int>]) -> [FilePiece] {
    let containers = ["meta": 4, "iprp": 0, "ipco": 0, "iinf": 6, "iref": 4, "dinf": 0]
    var pieces: [FilePiece] = []
    var at = range.lowerBound
    while at + 8 <= range.upperBound {
      let field = at..<at + 4
      let end = at + number(file, field)
      guard end >= at + 8, end <= range.upperBound else { break }
      pieces.append(FilePiece(range: at..<end, lengthField: field, parents: parents))
      if let header = containers[String(decoding: file[at + 4..<at + 8], as: UTF8.self)], at + 8 + header <= end {
        pieces += boxes(of: file, in: at + 8 + header..<end, parents: parents + [field])
      }
      at = end
    }
    return pieces
  }

  /// The segments of each picture up to its first scan.
  private static func segments(of file: [UInt8]) -> [FilePiece] {
    var pieces: [FilePiece] = []
    for start in places(of: [0xFF, 0xD8, 0xFF], in: file) {
      var at = start + 2
      while at + 4 <= file.count, file[at] == 0xFF, file[at + 1] != 0xD9 {
        let field = at + 2..<at + 4
        let end = at + 2 + number(file, field)
        guard end <= file.count else { break }
        pieces.append(FilePiece(range: at..<end, lengthField: field, parents: []))
        if file[at + 1] == 0xDA { break }
        at = end
      }
    }
    return pieces
  }

  /// With the C library, because in an unoptimised build a loop over all bytes would take most of a test's time.
  private static func places(of word: [UInt8], in file: [UInt8]) -> [Int] {
    file.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return [] }
      var places: [Int] = []
      var at = 0
      while let found = memchr(base + at, Int32(word[0]), bytes.count - at) {
        let place = UnsafeRawPointer(found) - base
        if place + word.count <= bytes.count, memcmp(found, word, word.count) == 0 { places.append(place) }
        at = place + 1
      }
      return places
    }
  }

  /// The chunks of a WebP, whose lengths are little-endian.
  private static func riffChunks(of file: [UInt8]) -> [FilePiece] {
    var pieces: [FilePiece] = []
    var at = 12
    while at + 8 <= file.count {
      let field = at + 4..<at + 8
      let length = number(file.reversed(), file.count - field.upperBound..<file.count - field.lowerBound)
      let end = at + 8 + length + length % 2
      guard end <= file.count else { break }
      pieces.append(FilePiece(range: at..<end, lengthField: field, parents: []))
      at = end
    }
    return pieces
  }

  /// The entries of a TIFF's first directory, little-endian; their values count as lengths.
  private static func entries(of file: [UInt8]) -> [FilePiece] {
    guard file.count > 8 else { return [] }
    let place = (0..<4).reduce(0) { $0 | Int(file[4 + $1]) << (8 * $1) }
    guard place > 0, place + 2 <= file.count else { return [] }
    let count = Int(file[place]) | Int(file[place + 1]) << 8
    return (0..<count).map { place + 2 + 12 * $0 }.filter { $0 + 12 <= file.count }
      .map { FilePiece(range: $0..<$0 + 12, lengthField: $0 + 8..<$0 + 12, parents: []) }
  }

  /// Parts of a file without any.
  private static func runs(of file: [UInt8]) -> [FilePiece] {
    stride(from: 0, to: file.count - 16, by: max(16, file.count / 16)).map { start in
      FilePiece(range: start..<start + 16, lengthField: start..<start + 4, parents: [])
    }
  }

  private static func chunks(of file: [UInt8]) -> [FilePiece] {
    var pieces: [FilePiece] = []
    var at = 8
    while at + 12 <= file.count {
      let field = at..<at + 4
      let end = at + 12 + number(file, field)
      guard end <= file.count else { break }
      pieces.append(FilePiece(range: at..<end, lengthField: field, parents: []))
      at = end
    }
    return pieces
  }
}
