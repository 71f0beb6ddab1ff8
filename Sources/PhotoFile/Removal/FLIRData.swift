/// The data of FLIR's thermal cameras, split over APP1 segments of a JPEG: an FFF file with a directory of records (as
/// in exiftool's FLIR.pm).
enum FLIRData {
  static let identifier = Array("FLIR\0".utf8)
  /// The identifier, a byte, the segment's number and the last one's.
  private static let headerLength = 8
  private static let cameraRecord = 0x20
  private static let gpsRecord = 0x2B
  /// Serial numbers of camera, lens and filter in the camera's record.
  private static let serialNumbers = [0x104..<0x114, 0x1A0..<0x1B0, 0x21C..<0x23C]

  /// Removes places and serial numbers from the segments with the data, in place.
  static func clean(_ segments: inout [JPEGPicture.Segment], by removal: inout MetadataRemoval) {
    let places = segments.indices.filter {
      segments[$0].marker == JPEGMarker.app1 && segments[$0].starts(with: identifier)
        && segments[$0].data.count > headerLength
    }
    guard !places.isEmpty, removal.isSearching else { return }
    let sorted = places.sorted { number(of: segments[$0]) < number(of: segments[$1]) }
    var data = sorted.flatMap { segments[$0].data.dropFirst(headerLength) }
    guard clean(&data, by: &removal) else { return removal.noteUnknown("FLIR's data that cannot be parsed") }
    var start = 0
    for place in sorted {
      let count = segments[place].data.count - headerLength
      segments[place].data = (segments[place].data.prefix(headerLength) + data[start..<start + count])[...]
      start += count
    }
  }

  private static func number(of segment: JPEGPicture.Segment) -> Int {
    Int(segment.data[segment.data.startIndex + headerLength - 2])
  }

  /// - Returns: whether the data could be parsed.
  private static func clean(_ data: inout [UInt8], by removal: inout MetadataRemoval) -> Bool {
    guard data.count >= 0x40, data.starts(with: "FFF\0".utf8) else { return false }
    let isBigEndian = data[0x14] == 0
    func number(_ place: Int, _ size: Int) -> Int {
      (0..<size).reduce(0) { $0 << 8 | Int(data[place + (isBigEndian ? $1 : size - 1 - $1)]) }
    }
    let (directory, count) = (number(0x18, 4), number(0x1C, 4))
    guard count <= 1000, directory <= data.count - 0x20 * count else { return false }
    for index in 0..<count {
      let entry = directory + 0x20 * index
      let (type, offset, length) = (number(entry, 2), number(entry + 0x0C, 4), number(entry + 0x10, 4))
      guard type == gpsRecord || type == cameraRecord else { continue }
      guard offset <= data.count, length <= data.count - offset else { return false }
      let ranges = type == gpsRecord ? [0..<length] : serialNumbers
      guard type == gpsRecord ? removal.removesPlaces : removal.removesSerialNumbers else { continue }
      for range in ranges.map({ $0.clamped(to: 0..<length) }) {
        let range = offset + range.lowerBound..<offset + range.upperBound
        guard data[range].contains(where: { $0 != 0 }) else { continue }
        removal.note(type == gpsRecord ? .location : .serialNumber, "FLIR's data")
        data.replaceSubrange(range, with: repeatElement(0, count: range.count))
      }
      // A record of type 0 is free.
      if type == gpsRecord { data.replaceSubrange(entry..<entry + 2, with: [0, 0]) }
    }
    return true
  }
}
