/// A QuickTime movie of uncompressed RGB pictures, or of JPEGs, made by hand after the QuickTime File Format.
struct SyntheticMovie {
  var width = 4
  var height = 2
  var timescale: UInt32 = 600
  /// How long each picture is shown, in units of the timescale.
  var durations: [UInt32]
  /// The display matrix's a, b, c, d.
  var matrix: (Double, Double, Double, Double) = (1, 0, 0, 1)
  /// Red, green, blue of each picture.
  var colors: [(UInt8, UInt8, UInt8)]
  /// The pictures as JPEG files of one length, instead of the colours; Motion JPEG if there are some.
  var files: [[UInt8]] = []
  /// The bytes of a sound at 8000 Hz, 16 bits, little-endian, one channel; no sound if empty.
  var sound: [UInt8] = []
  /// The formats of the tracks of that sound: `sowt`, or an unknown one.
  var soundFormats = ["sowt"]

  private static func number(_ value: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }

  private static func short(_ value: Int) -> [UInt8] { [UInt8(value >> 8), UInt8(value & 255)] }

  private static func box(_ type: String, _ parts: [UInt8]...) -> [UInt8] {
    let body = parts.flatMap { $0 }
    return number(UInt32(body.count + 8)) + Array(type.utf8) + body
  }

  /// The movie with its index first, so that a cut takes pictures.
  var bytes: [UInt8] {
    let header = Self.box("ftyp", Array("qt  ".utf8), Self.number(0), Array("qt  ".utf8))
    // The offset has a fixed width, so the index is as long whatever it says.
    let index = moov(offset: 0).count
    let plain = colors.flatMap { color in
      (0..<width * height).flatMap { _ in [color.0, color.1, color.2] }
    }
    let pixels = files.isEmpty ? plain : files.flatMap { $0 }
    return header + moov(offset: UInt32(header.count + index + 8)) + Self.box("mdat", pixels + sound)
  }

  private func moov(offset: UInt32) -> [UInt8] {
    let number = Self.number
    let total = number(durations.reduce(0, +))
    let zero = number(0)
    func fixed(_ value: Double) -> [UInt8] { number(UInt32(bitPattern: Int32(value * 65536))) }
    let one = fixed(1)
    let identity = one + zero + zero + zero + one + zero + zero + zero + number(1 << 30)
    let (a, b, c, d) = matrix
    let display = fixed(a) + fixed(b) + zero + fixed(c) + fixed(d) + zero + zero + zero + number(1 << 30)

    let mvhd = Self.box(
      "mvhd", zero, zero, zero, number(timescale), total, one, Self.short(256) + Self.short(0), zero, zero, identity,
      [UInt8](repeating: 0, count: 24), number(2))
    let tkhd = Self.box(
      "tkhd", number(3), zero, zero, number(1), zero, total, zero, zero, zero, zero, display, fixed(Double(width)),
      fixed(Double(height)))
    let mdhd = Self.box("mdhd", zero, zero, zero, number(timescale), total, zero)
    let hdlr = Self.box("hdlr", zero, Array("mhlrvide".utf8), zero, zero, zero, [0])
    let description = Self.box(
      files.isEmpty ? "raw " : "jpeg", [0, 0, 0, 0, 0, 0] + Self.short(1), zero, zero, zero, zero,
      Self.short(width) + Self.short(height),
      number(72 << 16), number(72 << 16), zero, Self.short(1), [UInt8](repeating: 0, count: 32), Self.short(24),
      [255, 255])
    let table = Self.box(
      "stbl", Self.box("stsd", zero, number(1), description),
      Self.box("stts", zero, number(UInt32(durations.count)), durations.flatMap { number(1) + number($0) }),
      Self.box("stsc", zero, number(1), number(1), number(UInt32(durations.count)), number(1)),
      Self.box(
        "stsz", zero, number(UInt32(files.first?.count ?? width * height * 3)), number(UInt32(durations.count))),
      Self.box("stco", zero, number(1), number(offset)))
    let references = Self.box("dinf", Self.box("dref", zero, number(1), Self.box("url ", number(1))))
    let media = Self.box(
      "minf", Self.box("vmhd", number(1), zero, zero),
      Self.box("hdlr", zero, Array("dhlrurl ".utf8), zero, zero, zero, [0]),
      references, table)
    let track = Self.box("trak", tkhd, Self.box("mdia", mdhd, hdlr, media))
    return Self.box(
      "moov", mvhd, track,
      sound.isEmpty
        ? []
        : soundFormats.enumerated().flatMap { index, format in
          soundTrack(
            UInt32(index + 2), format: format, offset: offset + UInt32(colors.count * width * height * 3),
            movieLength: total)
        })
  }

  private func soundTrack(_ track: UInt32, format: String, offset: UInt32, movieLength: [UInt8]) -> [UInt8] {
    let number = Self.number
    let zero = number(0)
    let one = number(1 << 16)
    let count = UInt32(sound.count / 2)
    let identity = one + zero + zero + zero + one + zero + zero + zero + number(1 << 30)
    let tkhd = Self.box(
      "tkhd", number(3), zero, zero, number(track), zero, movieLength, zero, zero, zero,
      Self.short(256) + Self.short(0),
      identity, zero, zero)
    let mdhd = Self.box("mdhd", zero, zero, zero, number(8000), number(count), zero)
    let hdlr = Self.box("hdlr", zero, Array("mhlrsoun".utf8), zero, zero, zero, [0])
    let description = Self.box(
      format, [0, 0, 0, 0, 0, 0] + Self.short(1), zero, zero, Self.short(1) + Self.short(16), zero,
      number(8000 << 16))
    let table = Self.box(
      "stbl", Self.box("stsd", zero, number(1), description),
      Self.box("stts", zero, number(1), number(count), number(1)),
      Self.box("stsc", zero, number(1), number(1), number(count), number(1)),
      Self.box("stsz", zero, number(2), number(count)), Self.box("stco", zero, number(1), number(offset)))
    let references = Self.box("dinf", Self.box("dref", zero, number(1), Self.box("url ", number(1))))
    return Self.box(
      "trak", tkhd, Self.box("mdia", mdhd, hdlr, Self.box("minf", Self.box("smhd", zero, zero), references, table)))
  }
}
