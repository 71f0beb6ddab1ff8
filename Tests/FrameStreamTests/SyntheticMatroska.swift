/// A Matroska file of uncompressed gray pictures of 4 by 2 pixels, with other streams of such files, written by hand
/// after RFC 9559.
struct SyntheticMatroska {
  /// The gray of each picture, and its time in milliseconds before the delay is subtracted.
  var pictures: [(gray: UInt8, time: Int16)]
  /// The delay that is subtracted from every time, in milliseconds.
  var codecDelay: UInt32
  /// The nanoseconds of a "millisecond" here.
  var timestampScale: UInt32 = 1_000_000
  /// German subtitles, forced, with their times and durations in milliseconds; no stream if there are none.
  var subtitles: [(text: String, time: Int16, duration: UInt32)] = []
  /// The times in milliseconds of silent Opus packets of 20 ms, before the delay of 6.5 ms is subtracted; no stream if
  /// there are none.
  var opus: [Int16] = []
  /// Chapters with their times in milliseconds.
  var chapters: [(title: String, start: UInt64, end: UInt64)] = []
  /// Tags of the file.
  var tags: [(name: String, value: String)] = []
  /// Attached files with their types.
  var attachments: [(name: String, type: String, bytes: [UInt8])] = []

  private static func element(_ id: UInt32, _ parts: [UInt8]...) -> [UInt8] {
    let body = parts.flatMap { $0 }
    let name = number(id).drop { $0 == 0 }
    return Array(name) + [0x10 | UInt8(body.count >> 24)] + number(UInt32(body.count)).dropFirst() + body
  }

  private static func number(_ value: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }

  var bytes: [UInt8] {
    let number = Self.number
    let header = Self.element(
      0x1A45_DFA3, Self.element(0x4282, Array("matroska".utf8)), Self.element(0x4287, [4]), Self.element(0x4285, [2]))
    let info = Self.element(0x1549_A966, Self.element(0x2AD7B1, number(timestampScale)))
    let video = Self.element(
      0xE0, Self.element(0xB0, [4]), Self.element(0xBA, [2]), Self.element(0x2EB524, Array("Y800".utf8)))
    let track = Self.element(
      0xAE, Self.element(0xD7, [1]), Self.element(0x73C5, [1]), Self.element(0x83, [1]),
      Self.element(0x86, Array("V_UNCOMPRESSED".utf8)), Self.element(0x56AA, number(codecDelay * 1_000_000)), video)
    let blocks = pictures.map { picture in
      let time = UInt16(bitPattern: picture.time)
      return Self.element(
        0xA3, [0x81, UInt8(time >> 8), UInt8(time & 255), 0x80], [UInt8](repeating: picture.gray, count: 8))
    }
    let texts = subtitles.map { subtitle in
      let time = UInt16(bitPattern: subtitle.time)
      return Self.element(
        0xA0, Self.element(0xA1, [0x82, UInt8(time >> 8), UInt8(time & 255), 0], Array(subtitle.text.utf8)),
        Self.element(0x9B, number(subtitle.duration)))
    }
    let sounds = opus.map { time in
      let time = UInt16(bitPattern: time)
      return Self.element(0xA3, [0x83, UInt8(time >> 8), UInt8(time & 255), 0x80], Self.silence)
    }
    let cluster = Self.element(
      0x1F43_B675, Self.element(0xE7, [0]), blocks.flatMap { $0 }, texts.flatMap { $0 }, sounds.flatMap { $0 })
    let tracks = Self.element(
      0x1654_AE6B, track, subtitles.isEmpty ? [] : subtitleTrack, opus.isEmpty ? [] : opusTrack)
    return header + Self.element(0x1853_8067, info, tracks, chapterElement, attachmentElement, tagElement, cluster)
  }

  /// A packet of Opus: 20 ms of silence.
  static let silence: [UInt8] = [0xF8, 0xFF, 0xFE]

  private var opusTrack: [UInt8] {
    let head = Array("OpusHead".utf8) + [1, 1, 0x38, 1, 0x80, 0xBB, 0, 0, 0, 0, 0]
    return Self.element(
      0xAE, Self.element(0xD7, [3]), Self.element(0x73C5, [3]), Self.element(0x83, [2]),
      Self.element(0x86, Array("A_OPUS".utf8)), Self.element(0x63A2, head),
      Self.element(0x56AA, Self.number(6_500_000)),
      Self.element(0xE1, Self.element(0xB5, Self.number(Float(48000).bitPattern)), Self.element(0x9F, [1])))
  }

  private var subtitleTrack: [UInt8] {
    Self.element(
      0xAE, Self.element(0xD7, [2]), Self.element(0x73C5, [2]), Self.element(0x83, [0x11]),
      Self.element(0x86, Array("S_TEXT/UTF8".utf8)), Self.element(0x22B59C, Array("ger".utf8)),
      Self.element(0x536E, Array("Untertitel".utf8)), Self.element(0x88, [0]), Self.element(0x55AA, [1]))
  }

  private var chapterElement: [UInt8] {
    guard !chapters.isEmpty else { return [] }
    func nanoseconds(_ time: UInt64) -> [UInt8] {
      Self.number(UInt32((time * 1_000_000) >> 32)) + Self.number(UInt32(truncatingIfNeeded: time * 1_000_000))
    }
    let atoms = chapters.enumerated().map { index, chapter in
      Self.element(
        0xB6, Self.element(0x73C4, [UInt8(index + 1)]), Self.element(0x91, nanoseconds(chapter.start)),
        Self.element(0x92, nanoseconds(chapter.end)),
        Self.element(0x80, Self.element(0x85, Array(chapter.title.utf8)), Self.element(0x437C, Array("eng".utf8))))
    }
    return Self.element(0x1043_A770, Self.element(0x45B9, atoms.flatMap { $0 }))
  }

  private var attachmentElement: [UInt8] {
    guard !attachments.isEmpty else { return [] }
    let files = attachments.enumerated().map { index, file in
      Self.element(
        0x61A7, Self.element(0x466E, Array(file.name.utf8)), Self.element(0x4660, Array(file.type.utf8)),
        Self.element(0x465C, file.bytes), Self.element(0x46AE, [UInt8(index + 1)]))
    }
    return Self.element(0x1941_A469, files.flatMap { $0 })
  }

  private var tagElement: [UInt8] {
    guard !tags.isEmpty else { return [] }
    let simple = tags.map { tag in
      Self.element(0x67C8, Self.element(0x45A3, Array(tag.name.utf8)), Self.element(0x4487, Array(tag.value.utf8)))
    }
    return Self.element(0x1254_C367, Self.element(0x7373, Self.element(0x63C0), simple.flatMap { $0 }))
  }
}
