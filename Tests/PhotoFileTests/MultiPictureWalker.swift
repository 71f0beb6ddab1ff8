/// Follows a JPEG's Multi-Picture index by CIPA DC-007 alone: the size and offset of every entry are believed.
struct MultiPictureWalker {
  var pictures: [Range<Int>] = []
  var attributes: [Int] = []

  init(_ bytes: [UInt8]) {
    var position = 2
    while position + 4 < bytes.count, bytes[position] == 0xFF, bytes[position + 1] != 0xDA {
      let length = Int(bytes[position + 2]) * 256 + Int(bytes[position + 3])
      let data = Array(bytes[(position + 4)..<(position + 2 + length)])
      if bytes[position + 1] == 0xE2, data.starts(with: Array("MPF\0".utf8)) {
        read(Array(data.dropFirst(4)), origin: position + 8)
        return
      }
      position += 2 + length
    }
  }

  private mutating func read(_ index: [UInt8], origin: Int) {
    func big(_ at: Int, _ count: Int) -> Int { index[at..<at + count].reduce(0) { $0 * 256 + Int($1) } }
    guard index.starts(with: Array("MM\0*".utf8)) else { return }
    let directory = big(4, 4)
    for entry in 0..<big(directory, 2) {
      let at = directory + 2 + 12 * entry
      guard big(at, 2) == 0xB002 else { continue }
      for number in 0..<big(at + 4, 4) / 16 {
        let item = big(at + 8, 4) + 16 * number
        attributes.append(big(item, 4))
        let offset = big(item + 8, 4)
        let start = number == 0 ? 0 : origin + offset
        pictures.append(start..<start + big(item + 4, 4))
      }
    }
  }
}
