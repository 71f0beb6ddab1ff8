/// Camera's files as DNG (Adobe Digital Negative Specification 1.4): a sensor of red, green, green and blue, not
/// packed.
public enum SyntheticDNG {
  /// - Parameters:
  ///   - orientation: 1 to 8, as EXIF counts.
  ///   - sample: 0...65535 of a place on the sensor.
  public static func file(
    width: Int, height: Int, orientation: Int = 1, _ sample: (_ x: Int, _ y: Int) -> Int
  ) -> [UInt8] {
    func number(_ value: Int, _ size: Int) -> [UInt8] {
      (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    var samples: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width { samples += number(sample(x, y), 2) }
    }
    func text(_ words: String) -> (Int, Int, [UInt8]) { (2, words.utf8.count + 1, Array(words.utf8) + [0]) }
    func short(_ values: Int...) -> (Int, Int, [UInt8]) { (3, values.count, values.flatMap { number($0, 2) }) }
    func long(_ value: Int) -> (Int, Int, [UInt8]) { (4, 1, number(value, 4)) }
    let identity = [1, 0, 0, 0, 1, 0, 0, 0, 1].flatMap { number($0 * 10_000, 4) + number(10_000, 4) }
    let neutral = [1, 1, 1].flatMap { number($0, 4) + number(1, 4) }
    let exifPlace = 8 + samples.count
    let exif =
      number(1, 2) + number(33434, 2) + number(5, 2) + number(1, 4) + number(exifPlace + 18, 4) + number(0, 4)
      + number(1, 4) + number(250, 4)
    let entries: [(tag: Int, value: (Int, Int, [UInt8]))] = [
      (254, long(0)), (256, long(width)), (257, long(height)), (258, short(16)), (259, short(1)),
      (262, short(32803)), (271, text("Sensor & Sons")), (272, text("One")), (273, long(8)),
      (274, short(orientation)), (277, short(1)), (278, long(height)), (279, long(samples.count)),
      (284, short(1)), (33421, short(2, 2)), (33422, (1, 4, [0, 1, 1, 2])), (34665, long(exifPlace)),
      (50706, (1, 4, [1, 4, 0, 0])), (50708, text("Sensor & Sons One")), (50717, long(65535)),
      (50721, (10, 9, identity)), (50728, (5, 3, neutral)), (50778, short(21)),
    ]
    let place = exifPlace + exif.count
    var values: [UInt8] = []
    var directory = number(entries.count, 2)
    let valuesPlace = place + 2 + 12 * entries.count + 4
    for (tag, (type, count, bytes)) in entries {
      directory += number(tag, 2) + number(type, 2) + number(count, 4)
      if bytes.count <= 4 {
        directory += bytes + [UInt8](repeating: 0, count: 4 - bytes.count)
      } else {
        directory += number(valuesPlace + values.count, 4)
        values += bytes + (bytes.count.isMultiple(of: 2) ? [] : [0])
      }
    }
    return Array("II".utf8) + number(42, 2) + number(place, 4) + samples + exif + directory + number(0, 4) + values
  }

  /// Light that grows from left to right, in all colours.
  public static func ramp(width: Int, height: Int, orientation: Int = 1) -> [UInt8] {
    file(width: width, height: height, orientation: orientation) { x, _ in 2_000 + 60_000 * x / width }
  }
}
