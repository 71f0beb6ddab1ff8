import Support

/// Damage to a file's bytes, accidental or deliberate.
enum Mutation: CaseIterable {
  case flippedBits
  case overwrittenRun
  case cutShort
  case swappedPieces
  case repeatedPiece
  case lostPiece
  case absurdLength
  case absurdNumber

  /// The file after `1...3` mutations, which the seed alone decides.
  static func mutated(_ file: [UInt8], seed: UInt64) -> [UInt8] {
    var random = RepeatableRandomNumberGenerator(seed: seed)
    var file = file
    for _ in 0..<Int.random(in: 1...3, using: &random) where file.count > 16 {
      allCases[Int.random(in: allCases.indices, using: &random)].apply(to: &file, &random)
    }
    // A PNG with wrong checksums would not be examined further.
    if file.starts(with: [0x89]), Bool.random(using: &random) { putChecksumsRight(&file) }
    return file
  }

  private static let absurd: [[UInt8]] = [
    [0xFF, 0xFF, 0xFF, 0xFF], [0x7F, 0xFF, 0xFF, 0xFF], [0x80, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 1], [0, 0, 0, 7],
    [0, 1, 0, 0], [0, 0, 0x40, 0], [0xFF, 0xFF], [0x80, 0], [0, 1], [0, 0],
  ]

  private func apply(to file: inout [UInt8], _ random: inout RepeatableRandomNumberGenerator) {
    func index(_ range: Range<Int>) -> Int { Int.random(in: range, using: &random) }
    let pieces = FilePiece.pieces(of: file)
    guard let piece = pieces.randomElement(using: &random), let other = pieces.randomElement(using: &random) else {
      file[index(file.indices)] ^= 0x55
      return
    }
    switch self {
    case .flippedBits:
      for _ in 0..<index(1..<9) { file[index(file.indices)] ^= 1 << UInt8(index(0..<8)) }
    case .overwrittenRun:
      let start = index(file.indices)
      let value: UInt8? = [0, 0xFF, nil][index(0..<3)]
      for at in start..<min(file.count, start + index(1..<17)) { file[at] = value ?? UInt8(index(0..<256)) }
    case .cutShort: file.removeLast(index(1..<file.count / (Bool.random(using: &random) ? 1 : 8)))
    case .swappedPieces:
      let (first, second) =
        piece.range.lowerBound < other.range.lowerBound ? (piece.range, other.range) : (other.range, piece.range)
      guard first.upperBound <= second.lowerBound else { return }
      let between = file[first.upperBound..<second.lowerBound]
      file.replaceSubrange(first.lowerBound..<second.upperBound, with: file[second] + between + file[first])
    case .repeatedPiece:
      let count = index(1..<4)
      let copies = (0..<count).flatMap { _ in file[piece.range] }
      lengthen(piece, by: copies.count, in: &file, &random)
      file.insert(contentsOf: copies, at: piece.range.upperBound)
    case .lostPiece:
      lengthen(piece, by: -piece.range.count, in: &file, &random)
      file.removeSubrange(piece.range)
    case .absurdLength: overwrite(piece.lengthField, in: &file, &random)
    case .absurdNumber:
      // Sizes, counts and offsets are near the start.
      let start = piece.lengthField.upperBound + index(0..<min(32, max(1, piece.range.count - 4)))
      overwrite(start..<start + 4, in: &file, &random)
    }
  }

  /// Lets the boxes around a piece say that they are longer, most of the time.
  private func lengthen(
    _ piece: FilePiece, by count: Int, in file: inout [UInt8], _ random: inout RepeatableRandomNumberGenerator
  ) {
    guard Int.random(in: 0..<4, using: &random) > 0 else { return }
    for field in piece.parents {
      let length = FilePiece.number(file, field) + count
      for (offset, at) in field.enumerated() { file[at] = UInt8(truncatingIfNeeded: length >> (24 - 8 * offset)) }
    }
  }

  private func overwrite(
    _ field: Range<Int>, in file: inout [UInt8], _ random: inout RepeatableRandomNumberGenerator
  ) {
    let values = Self.absurd.filter { $0.count <= field.count }
    guard let value = values.randomElement(using: &random), field.lowerBound + value.count <= file.count else { return }
    file.replaceSubrange(field.lowerBound..<field.lowerBound + value.count, with: value)
  }

  private static func putChecksumsRight(_ file: inout [UInt8]) {
    for piece in FilePiece.pieces(of: file) {
      let body = Array(file[piece.range.lowerBound + 4..<piece.range.upperBound - 4])
      file.replaceSubrange(piece.range.upperBound - 4..<piece.range.upperBound, with: PNGPieces.checksum(of: body))
    }
  }
}
