/// Removes the location from a movie within a photo's file (ISO/IEC 14496-12, Apple's QuickTime File Format), in place:
/// a box with a place becomes free space of the same size, so that no offset in the movie changes.
///
/// It recognizes `©xyz`, `loci` and similar user data, keys of Apple's and Android's metadata, and XMP. Tracks of timed
/// metadata and of text, which may have a place for every moment, count as unknown.
struct MoviePlaces {
  private struct Box {
    let type: [UInt8]
    /// The box from its size on.
    let range: Range<Int>
    let payload: Range<Int>
  }

  private var bytes: [UInt8]
  private var removal: MetadataRemoval
  private let name: String

  private static let containers: Set<String> = ["moov", "trak", "mdia", "udta", "ilst"]
  /// Boxes of user data with a place: QuickTime's and 3GPP's, and sensor data of GoPro's and dashboard cameras.
  private static let places: [[UInt8]] =
    [[0xA9, 0x78, 0x79, 0x7A]]
    + ["@xyz", "loci", "GPMF", "gps ", "GPS ", "gps0", "gsen", "udat"].map { Array($0.utf8) }
  private static let xmpIdentifier: [UInt8] = [
    0xBE, 0x7A, 0xCF, 0xCB, 0x97, 0xA9, 0x42, 0xE8, 0x9C, 0x71, 0x99, 0x94, 0x91, 0xE3, 0xAF, 0xAC,
  ]
  private static let maximumDepth = 12

  /// Whether a movie begins at the start of a range.
  static func isMovie(_ bytes: [UInt8], at range: Range<Int>) -> Bool {
    range.count >= 16 && bytes[range.lowerBound + 4..<range.lowerBound + 8].elementsEqual("ftyp".utf8)
  }

  /// The end of the movie at the start of a range: after the last of its boxes.
  static func end(of bytes: [UInt8], in range: Range<Int>) -> Int {
    boxes(of: bytes, in: range).last?.range.upperBound ?? range.lowerBound
  }

  /// Removes places from the movie in a part of some bytes.
  ///
  /// - Parameter name: the movie's name.
  static func erase(in range: Range<Int>, of bytes: inout [UInt8], by removal: inout MetadataRemoval, name: String) {
    guard removal.isSearching else { return }
    var places = MoviePlaces(bytes: bytes, removal: removal, name: name)
    places.walk(range, depth: 0)
    (bytes, removal) = (places.bytes, places.removal)
  }

  private static func boxes(of bytes: [UInt8], in range: Range<Int>) -> [Box] {
    func number(_ place: Int, _ size: Int) -> UInt64 { (0..<size).reduce(0) { $0 << 8 | UInt64(bytes[place + $1]) } }
    var boxes: [Box] = []
    var position = range.lowerBound
    while position <= range.upperBound - 8 {
      var size = number(position, 4)
      var header = 8
      if size == 1, position <= range.upperBound - 16 {
        size = number(position + 8, 8)
        header = 16
      }
      if size == 0 { size = UInt64(range.upperBound - position) }
      guard size >= UInt64(header), size <= UInt64(range.upperBound - position) else { break }
      let end = position + Int(size)
      boxes.append(
        Box(type: Array(bytes[position + 4..<position + 8]), range: position..<end, payload: position + header..<end))
      position = end
    }
    return boxes
  }

  private mutating func walk(_ range: Range<Int>, depth: Int) {
    guard depth < Self.maximumDepth else { return removal.noteUnknown("boxes deep in the \(name)") }
    for box in Self.boxes(of: bytes, in: range) {
      let type = String(decoding: box.type, as: UTF8.self)
      if Self.places.contains(box.type), removal.removesPlaces {
        erase(box, "\(type == "loci" || type.hasSuffix("xyz") ? "place" : type) of the \(name)")
      } else if type == "meta" {
        metadata(box, depth: depth)
      } else if type == "trak" {
        checkTrack(box)
        walk(box.payload, depth: depth + 1)
      } else if type == "uuid" || type == "XMP_" {
        descriptions(box)
      } else if type == "free" || type == "skip" || type == "wide" {
        // The data before it, or those of a dashboard camera.
        clear(box.payload)
      } else if Self.containers.contains(type) {
        walk(box.payload, depth: depth + 1)
      }
    }
  }

  /// Apple's list of keys with their values, or iTunes' of values by their types.
  private mutating func metadata(_ box: Box, depth: Int) {
    // QuickTime's box has neither version nor flags.
    let start = box.payload.lowerBound
    let isFull = box.payload.count < 8 || !bytes[start + 4..<start + 8].elementsEqual("hdlr".utf8)
    let inner = Self.boxes(
      of: bytes, in: min(start + (isFull ? 4 : 0), box.payload.upperBound)..<box.payload.upperBound)
    var keys: [Int: String] = [:]
    for box in inner where box.type.elementsEqual("keys".utf8) {
      for (index, key) in Self.boxes(
        of: bytes, in: min(box.payload.lowerBound + 8, box.payload.upperBound)..<box.payload.upperBound
      ).enumerated() {
        keys[index + 1] = String(decoding: bytes[key.payload], as: UTF8.self)
      }
    }
    for list in inner {
      guard list.type.elementsEqual("ilst".utf8) else {
        if list.type.elementsEqual("uuid".utf8) { descriptions(list) }
        continue
      }
      for item in Self.boxes(of: bytes, in: list.payload) {
        let key = keys[item.type.reduce(0) { $0 << 8 | Int($1) }] ?? freeformName(of: item)
        if let key, isPlace(key) {
          erase(item, "\(key) of the \(name)")
        } else if Self.places.contains(item.type), removal.removesPlaces {
          erase(item, "place of the \(name)")
        }
      }
    }
  }

  /// The name of an item of iTunes' list that has one (`----`).
  private func freeformName(of item: Box) -> String? {
    guard item.type.elementsEqual("----".utf8) else { return nil }
    return Self.boxes(of: bytes, in: item.payload).first { $0.type.elementsEqual("name".utf8) }
      .map { String(decoding: bytes[$0.payload].dropFirst(4), as: UTF8.self) }
  }

  private func isPlace(_ key: String) -> Bool {
    let key = key.lowercased()
    if removal.removesSerialNumbers, key.contains("serial") { return true }
    return removal.removesPlaces
      && ["location", "gps", "direction.facing", "latitude", "longitude"].contains { key.contains($0) }
  }

  /// XMP is removed as a whole if it has data to be removed; other data of a `uuid` box are unknown.
  private mutating func descriptions(_ box: Box) {
    let isXMP = !box.type.elementsEqual("uuid".utf8) || bytes[box.payload].starts(with: Self.xmpIdentifier)
    guard isXMP else { return removal.noteUnknown("box uuid of the \(name)") }
    let start = box.payload.lowerBound + (box.type.elementsEqual("uuid".utf8) ? Self.xmpIdentifier.count : 0)
    let packet = Array(bytes[start..<max(start, box.payload.upperBound)])
    if removal.xmp(packet, name: "XMP of the \(name)") != packet { free(box) }
  }

  /// Records a track that may have places for every moment.
  private mutating func checkTrack(_ track: Box) {
    guard removal.removesPlaces else { return }
    for media in Self.boxes(of: bytes, in: track.payload) where media.type.elementsEqual("mdia".utf8) {
      for handler in Self.boxes(of: bytes, in: media.payload) where handler.type.elementsEqual("hdlr".utf8) {
        guard handler.payload.count >= 12 else { continue }
        let start = handler.payload.lowerBound + 8
        let type = String(decoding: bytes[start..<start + 4], as: UTF8.self)
        guard !["vide", "soun", "hint", "tmcd", "auxv"].contains(type) else { continue }
        // The track that marks the photo's frame in a motion photo has nothing else.
        let text = String(decoding: bytes[media.payload], as: UTF8.self)
        let isStillTime =
          text.contains("application/motionphoto-image-meta") || text.contains("application/microvideo-image-meta")
          || (text.contains("com.apple.quicktime.still-image-time") && !text.contains("location"))
        if !isStillTime { removal.noteUnknown("track of \(type) of the \(name)") }
      }
    }
  }

  private mutating func erase(_ box: Box, _ what: String) {
    removal.note(.location, what)
    free(box)
  }

  /// Makes a box free space.
  private mutating func free(_ box: Box) {
    bytes.replaceSubrange(box.range.lowerBound + 4..<box.range.lowerBound + 8, with: "free".utf8)
    clear(box.payload)
  }

  private mutating func clear(_ range: Range<Int>) {
    bytes.replaceSubrange(range, with: repeatElement(0, count: range.count))
  }
}
