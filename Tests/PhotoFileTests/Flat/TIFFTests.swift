import Imaging
import Testing

@testable import PhotoFile

@Suite struct TIFFTests {
  private func file(_ tags: [(tag: Int, type: Int, values: [Int])], samples: [UInt8], isTiled: Bool = false) -> [UInt8]
  {
    SyntheticTIFF.file(tags, samples: samples, isTiled: isTiled)
  }

  private static let two: [(tag: Int, type: Int, values: [Int])] = [
    (256, 3, [2]), (257, 3, [1]), (259, 3, [1]), (278, 3, [1]),
  ]

  @Test func `premultiplied and straight alpha are kept`() throws {
    for (kind, alphaType) in [(1, AlphaType.premultiplied), (2, .straight), (0, .opaque)] {
      let bytes = file(
        Self.two + [(258, 3, [8, 8, 8, 8]), (262, 3, [2]), (277, 3, [4]), (338, 3, [kind])],
        samples: [10, 20, 30, 40, 50, 60, 70, 80])
      let pixels = try Photo(data: bytes).pixels
      #expect(pixels.alphaType == alphaType)
      #expect(pixels.bytes == (kind == 0 ? [10, 20, 30, 255, 50, 60, 70, 255] : [10, 20, 30, 40, 50, 60, 70, 80]))
    }
  }

  @Test func `0 may be white, and samples may have 1 to 16 bits`() throws {
    for (photometric, expected) in [(0, [UInt8](arrayLiteral: 255, 0)), (1, [0, 255])] {
      let bits = try Photo(
        data: file(Self.two + [(258, 3, [1]), (262, 3, [photometric]), (277, 3, [1])], samples: [0x40]))
      #expect([bits.pixels.bytes[0], bits.pixels.bytes[4]] == expected)
      let four = try Photo(
        data: file(Self.two + [(258, 3, [4]), (262, 3, [photometric]), (277, 3, [1])], samples: [0x0F]))
      #expect([four.pixels.bytes[0], four.pixels.bytes[4]] == expected)
    }
    let twelve = try Photo(
      data: file(Self.two + [(258, 3, [12]), (262, 3, [1]), (277, 3, [1])], samples: [0xFF, 0xF8, 0x00])
    ).pixels
    #expect(twelve.format == .rgba16)
    let values = twelve.bytes.withUnsafeBytes { Array($0.bindMemory(to: UInt16.self)) }
    #expect(values == [65535, 65535, 65535, 65535, 32776, 32776, 32776, 65535])
  }

  @Test func `palettes of 16 bits and of 8 become colour`() throws {
    // Repeated bytes, shifted ones, and bytes alone.
    for scale in [257, 256, 1] {
      let colors = (0..<3).flatMap { channel in (0..<16).map { $0 < 2 ? (10 + 20 * channel + $0) * scale : 0 } }
      let bytes = file(Self.two + [(258, 3, [4]), (262, 3, [3]), (277, 3, [1]), (320, 3, colors)], samples: [0x01])
      #expect(try Photo(data: bytes).pixels.bytes == [10, 30, 50, 255, 11, 31, 51, 255])
    }
  }

  @Test func `profiles of gray and of CMYK are applied`() throws {
    let gray = SyntheticProfile.gray(gamma: 1.8).map { Int($0) }
    let photo = try Photo(
      data: file(Self.two + [(258, 3, [8]), (262, 3, [1]), (277, 3, [1]), (34675, 7, gray)], samples: [40, 200]))
    #expect(photo.pixels.bytes == [40, 40, 40, 255, 200, 200, 200, 255] && photo.warnings.isEmpty)
    #expect(ProfileDescription.name(of: photo.pixels.colorSpace) == "Test, as RGB")
    // White and cyan, in one plane or in four, of 8 or 16 bits, with a fifth sample or without.
    let inks = SyntheticProfile.inks().map { Int($0) }
    for (is16Bit, isPlanar, extra) in [(false, false, 0), (true, false, 0), (false, true, 0), (false, false, 1)] {
      var samples: [UInt8] = isPlanar ? [0, 255, 0, 0, 0, 0, 0, 0] : [0, 0, 0, 0, 255, 0, 0, 0]
      if extra > 0 { samples = [0, 0, 0, 0, 9, 255, 0, 0, 0, 9] }
      if is16Bit { samples = samples.flatMap { [$0, $0] } }
      let count = 4 + extra
      let strips = isPlanar ? [(273, 4, [8, 10, 12, 14]), (279, 4, [2, 2, 2, 2])] : []
      let pixels = try Photo(
        data: file(
          Self.two + strips + [
            (258, 3, [Int](repeating: is16Bit ? 16 : 8, count: count)), (262, 3, [5]), (277, 3, [count]),
            (284, 3, [isPlanar ? 2 : 1]), (34675, 7, inks),
          ] + (extra > 0 ? [(338, 3, [0])] : []), samples: samples)
      ).pixels
      #expect(pixels.format == (is16Bit ? .rgba16 : .rgba8) && pixels.colorSpace == .sRGB)
      let colors = stride(from: is16Bit ? 1 : 0, to: pixels.bytes.count, by: is16Bit ? 2 : 1).map { pixels.bytes[$0] }
      for (value, expected) in zip(colors, [255, 255, 255, 255, 0, 151, 218, 255]) {
        #expect(abs(Int(value) - expected) <= 1, "\(colors)")
      }
    }
  }

  @Test func `CMYK of 16 bits without a profile is converted as that of 8`() throws {
    // White, cyan, half black, all inks and dark yellow.
    let inks: [UInt8] = [0, 0, 0, 0, 255, 0, 0, 0, 0, 0, 0, 128, 255, 255, 255, 255, 0, 20, 230, 90]
    func pixels(is16Bit: Bool, isPlanar: Bool) throws -> PixelBuffer {
      var samples = isPlanar ? (0..<4).flatMap { ink in (0..<5).map { inks[4 * $0 + ink] } } : inks
      if is16Bit { samples = samples.flatMap { [$0, $0] } }
      let length = samples.count / 4
      let strips =
        isPlanar ? [(273, 4, (0..<4).map { 8 + $0 * length }), (279, 4, [Int](repeating: length, count: 4))] : []
      return try Photo(
        data: file(
          strips + [
            (256, 3, [5]), (257, 3, [1]), (258, 3, [Int](repeating: is16Bit ? 16 : 8, count: 4)), (259, 3, [1]),
            (262, 3, [5]), (277, 3, [4]), (278, 3, [1]), (284, 3, [isPlanar ? 2 : 1]),
          ], samples: samples)
      ).pixels
    }
    let expected = try pixels(is16Bit: false, isPlanar: false)
    for isPlanar in [false, true] {
      let deep = try pixels(is16Bit: true, isPlanar: isPlanar)
      #expect(deep.format == .rgba16 && deep.alphaType == .opaque && deep.colorSpace == .sRGB)
      for (index, value) in expected.bytes.enumerated() {
        #expect(abs(Int(deep.bytes[2 * index + 1]) - Int(value)) <= 1, "\(index)")
      }
    }
  }

  @Test(arguments: [false, true], [false, true])
  func `alpha beside CMYK is kept, and premultiplied inks are divided by it`(hasProfile: Bool, isDeep: Bool)
    throws
  {
    // White, cyan of half opacity, half black of a quarter, and nothing.
    let inks = [[0, 0, 0, 0, 255], [255, 0, 0, 0, 128], [0, 0, 0, 128, 64], [0, 0, 0, 0, 0]]
    let profile: SyntheticTIFF.Tags =
      hasProfile ? [(34675, 7, SyntheticProfile.inks().map { Int($0) })] : []
    func pixels(_ pixels: [[Int]], kind: Int?, isPlanar: Bool = false) throws -> Photo {
      let count = pixels[0].count
      let ordered = isPlanar ? (0..<count).flatMap { plane in pixels.map { $0[plane] } } : pixels.flatMap { $0 }
      let samples = ordered.flatMap { isDeep ? [UInt8($0), UInt8($0)] : [UInt8($0)] }
      let length = samples.count / count
      let strips: SyntheticTIFF.Tags =
        isPlanar
        ? [(273, 4, (0..<count).map { 8 + $0 * length }), (279, 4, [Int](repeating: length, count: count))] : []
      let extra: SyntheticTIFF.Tags = kind.map { [(338, 3, [$0])] } ?? []
      return try Photo(
        data: file(
          strips + extra + profile + [
            (256, 3, [4]), (257, 3, [1]), (258, 3, [Int](repeating: isDeep ? 16 : 8, count: count)), (259, 3, [1]),
            (262, 3, [5]), (277, 3, [count]), (278, 3, [1]), (284, 3, [isPlanar ? 2 : 1]),
          ], samples: samples))
    }
    let step = isDeep ? 2 : 1
    func top(_ photo: Photo) -> [Int] {
      stride(from: step - 1, to: photo.pixels.bytes.count, by: step).map { Int(photo.pixels.bytes[$0]) }
    }
    let opaque = top(try pixels(inks.map { Array($0.prefix(4)) }, kind: nil))
    let multiplied = inks.map { pixel in pixel.prefix(4).map { ($0 * pixel[4] + 127) / 255 } + [pixel[4]] }
    for (kind, isPlanar) in [(2, false), (2, true), (1, false), (1, true)] {
      let photo = try pixels(kind == 1 ? multiplied : inks, kind: kind, isPlanar: isPlanar)
      #expect(photo.warnings.isEmpty, "\(photo.warnings)")
      #expect(photo.pixels.alphaType == .straight && photo.pixels.colorSpace == .sRGB)
      for (index, value) in top(photo).enumerated() {
        let expected = index % 4 == 3 ? inks[index / 4][4] : opaque[index]
        // With alpha of a quarter, 8 bits resolve inks to 2 of 255.
        #expect(abs(value - expected) <= (kind == 1 ? 3 : 0), "\(index) \(value) \(expected) \(kind) \(isPlanar)")
      }
      for options in [EncodingOptions.png, .tiff] {
        let again = try Photo(data: try photo.data(as: options))
        #expect(again.pixels.alphaType == .straight && top(again) == top(photo))
      }
    }
  }

  @Test func `alpha beside L*a*b* is kept, and premultiplied alpha is reported`() throws {
    for (kind, isDeep) in [(2, false), (2, true), (1, false)] {
      // White and mid gray, of which the second is half transparent.
      let numbers = [255, 0, 0, 255, 136, 0, 0, 128]
      let samples = numbers.flatMap { isDeep ? [UInt8($0), UInt8($0)] : [UInt8($0)] }
      let photo = try Photo(
        data: file(
          [
            (256, 3, [2]), (257, 3, [1]), (258, 3, [Int](repeating: isDeep ? 16 : 8, count: 4)), (259, 3, [1]),
            (262, 3, [8]), (277, 3, [4]), (278, 3, [1]), (338, 3, [kind]),
          ], samples: samples))
      #expect(photo.pixels.alphaType == (kind == 2 ? .straight : .opaque))
      let step = isDeep ? 2 : 1
      #expect(photo.pixels.bytes[7 * step] == (kind == 2 ? 128 : 255))
      #expect(photo.pixels.bytes[0] == 255)
      #expect(photo.warnings.map(\.message).contains { $0.contains("transparency is left out") } == (kind == 1))
    }
  }

  @Test func `L*a*b* has the white of D50, of 8 bits and 16, signed and with an offset`() throws {
    // White, mid gray, red, and blue of sRGB (by Bradford's adaptation to D50).
    let colors: [(l: Double, a: Double, b: Double, rgb: [Int])] = [
      (100, 0, 0, [255, 255, 255]), (53.39, 0, 0, [127, 127, 127]), (54.29, 80.81, 69.89, [255, 0, 0]),
      (29.57, 68.30, -112.03, [0, 0, 255]),
    ]
    for (isDeep, isOffset) in [(false, false), (false, true), (true, false), (true, true)] {
      var samples: [UInt8] = []
      for color in colors {
        let top = isDeep ? (isOffset ? 65280.0 : 65535) : 255
        let numbers =
          [color.l / 100 * top] + [color.a, color.b].map { ($0 + (isOffset ? 128 : 0)) * (isDeep ? 256 : 1) }
        for number in numbers.map({ Int($0.rounded()) }) {
          samples.append(UInt8(truncatingIfNeeded: number))
          if isDeep { samples.append(UInt8(truncatingIfNeeded: number >> 8)) }
        }
      }
      let photo = try Photo(
        data: file(
          [
            (256, 3, [colors.count]), (257, 3, [1]), (258, 3, [Int](repeating: isDeep ? 16 : 8, count: 3)),
            (259, 3, [1]),
            (262, 3, [isOffset ? 9 : 8]), (277, 3, [3]), (278, 3, [1]),
          ], samples: samples))
      #expect(photo.pixels.colorSpace == .sRGB && photo.pixels.format == (isDeep ? .rgba16 : .rgba8))
      let step = isDeep ? 2 : 1
      for (index, color) in colors.enumerated() {
        for (channel, expected) in (color.rgb + [255]).enumerated() {
          let value = Int(photo.pixels.bytes[(4 * index + channel) * step + step - 1])
          #expect(abs(value - expected) <= (isDeep ? 2 : 8), "\(index) \(channel) \(value) \(isDeep) \(isOffset)")
        }
      }
    }
  }

  @Test func `a palette's colours are whole bytes, shifted or repeated, with alpha beside it`() throws {
    for scale in [256, 257] {
      let colors = (0..<3).flatMap { channel in (0..<16).map { (240 - 50 * channel - $0) * scale } }
      let palette: SyntheticTIFF.Tags = [(262, 3, [3]), (320, 3, colors)]
      let plain = try Photo(data: file(Self.two + palette + [(258, 3, [4]), (277, 3, [1])], samples: [0x01]))
      #expect(plain.pixels.bytes == [240, 190, 140, 255, 239, 189, 139, 255])
      let strips: SyntheticTIFF.Tags = [(273, 4, [8, 9]), (279, 4, [1, 1])]
      for isPlanar in [false, true] {
        let both = palette + [(258, 3, [4, 4]), (277, 3, [2]), (284, 3, [isPlanar ? 2 : 1]), (338, 3, [2])]
        let photo = try Photo(
          data: file(Self.two + both + (isPlanar ? strips : []), samples: isPlanar ? [0x01, 0x8F] : [0x08, 0x1F]))
        #expect(photo.pixels.alphaType == .straight)
        #expect(photo.pixels.bytes == [240, 190, 140, 136, 239, 189, 139, 255], "\(scale) \(isPlanar)")
      }
    }
  }

  @Test func `a strip larger than the picture takes no memory`() throws {
    var bytes = file(
      Self.two + [(258, 3, [8]), (262, 3, [1]), (277, 3, [1])], samples: [1, 2])
    let photo = try Photo(data: bytes)
    #expect(photo.pixels.bytes.prefix(1) == [1])
    // Tiles of 1 << 30 pixels.
    bytes = file(
      [
        (256, 3, [2]), (257, 3, [1]), (259, 3, [1]), (258, 3, [8]), (262, 3, [1]), (277, 3, [1]), (322, 4, [1 << 15]),
        (323, 4, [1 << 15]), (324, 4, [8]), (325, 4, [2]),
      ], samples: [1, 2])
    #expect(failure { () throws(PhotoFileError) in _ = try Photo(data: bytes) } != nil)
  }

  @Test func `metadata that lie in the picture are not erased`() throws {
    // XMP of eight bytes, which are the strip's.
    var bytes = file(
      Self.two + [
        (258, 3, [8]), (262, 3, [1]), (277, 3, [1]), (700, 1, [UInt8](repeating: 65, count: 8).map(Int.init)),
      ],
      samples: [1, 2, 3, 4, 5, 6, 7, 8])
    let entry = try #require(bytes.indices.dropLast(12).first { bytes[$0..<$0 + 4].elementsEqual([0xBC, 2, 1, 0]) })
    bytes.replaceSubrange(entry + 8..<entry + 12, with: [8, 0, 0, 0])
    let before = try Photo(data: bytes).pixels
    #expect(before.bytes[0] == 1)
    guard
      case .unsupported = failure(of: { () throws(PhotoFileError) in _ = try MetadataPolicy.strip.applied(to: bytes) })
    else {
      Issue.record("it was stripped")
      return
    }
  }

  @Test func `metadata of all pages are removed`() throws {
    func page(_ text: String, samples: [UInt8], at place: Int) -> [UInt8] {
      file(
        Self.two + [(258, 3, [8]), (262, 3, [1]), (277, 3, [1]), (315, 2, Array(text.utf8).map(Int.init))],
        samples: samples)
    }
    // The second page's file is put behind the first's, its places moved by as much.
    var first = page("SECRET ONE\0", samples: [1, 2], at: 0)
    if !first.count.isMultiple(of: 2) { first.append(0) }
    let second = page("SECRET TWO\0", samples: [3, 4], at: 0)
    func number(_ bytes: [UInt8], _ at: Int) -> Int { (0..<4).reduce(0) { $0 | Int(bytes[at + $1]) << (8 * $1) } }
    func put(_ value: Int, _ at: Int, _ bytes: inout [UInt8]) {
      for index in 0..<4 { bytes[at + index] = UInt8(truncatingIfNeeded: value >> (8 * index)) }
    }
    var bytes = first + second
    let (one, two) = (number(first, 4), first.count + number(second, 4))
    let count = Int(bytes[one]) | Int(bytes[one + 1]) << 8
    put(two, one + 2 + 12 * count, &bytes)
    for entry in stride(from: two + 2, to: two + 2 + 12 * count, by: 12) {
      let tag = Int(bytes[entry]) | Int(bytes[entry + 1]) << 8
      if tag == 273 || tag == 315 { put(number(bytes, entry + 8) + first.count, entry + 8, &bytes) }
    }
    #expect(try PhotoSummary(data: bytes).furtherItems == ["1 further page"])
    for policy in [MetadataPolicy.strip, .safe] {
      let stripped = try policy.applied(to: bytes)
      let text = String(decoding: stripped, as: UTF8.self)
      // Of the pages that are not read nothing is kept.
      #expect(!text.contains("SECRET TWO") && text.contains("SECRET ONE") == (policy == .safe), "\(policy)")
      #expect(try Photo(data: stripped).pixels == (try Photo(data: bytes)).pixels)
      #expect(try PhotoSummary(data: stripped).furtherItems == ["1 further page"])
    }
  }

  @Test func `what further pages state is listed, and they stay where only thumbnails go`() throws {
    func text(_ words: String) -> [Int] { Array(words.utf8).map(Int.init) }
    let gray: SyntheticTIFF.Tags = Self.two + [(258, 3, [8]), (262, 3, [1]), (277, 3, [1])]
    let first = file(gray, samples: [1, 2])
    let xmp = """
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\
      <rdf:Description xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" photoshop:City="Springfield"/>\
      </rdf:RDF></x:xmpmeta>
      """
    let bytes = try SyntheticTIFF.adding(
      gray + [(270, 2, text("A caption") + [0]), (273, 4, [first.count]), (279, 4, [2]), (700, 1, text(xmp))],
      samples: [30, 31], to: first)
    let place = SensitiveContent(kind: .location, place: "XMP (photoshop:City) of page 2")
    #expect(SensitiveContent.contents(of: bytes).contains(place), "\(SensitiveContent.contents(of: bytes))")
    let safe = try StrippedPhoto(bytes, removing: [.location])
    #expect(safe.contents == [place] && !String(decoding: safe.data, as: UTF8.self).contains("Springfield"))
    #expect(try StrippedPhoto(bytes, removing: [.thumbnails]).data == bytes)
  }

  @Test func `all metadata of a further page are removed, and its picture stays`() throws {
    func text(_ words: String) -> [Int] { Array(words.utf8).map(Int.init) + [0] }
    let gray: SyntheticTIFF.Tags = Self.two + [(258, 3, [8]), (262, 3, [1]), (277, 3, [1])]
    let first = file(gray, samples: [1, 2])
    let texts = [270, 271, 305, 315, 33432].map { (tag: $0, type: 2, values: text("SECRET \($0)")) }
    let samples = [UInt8](30..<32)
    let bytes = try SyntheticTIFF.adding(
      gray + texts + [
        (273, 4, [first.count]), (279, 4, [2]), (282, 5, [300, 1]), (283, 5, [300, 1]), (296, 3, [3]),
        (320, 3, (0..<768).map { 5 * $0 }),
      ], samples: samples, to: first)
    func pieces(_ bytes: [UInt8]) throws -> [[UInt8]] {
      let structure = try #require(TIFFStructure(bytes))
      let directory = try #require(structure.firstDirectory)
      let next = try #require(structure.integer(at: directory.nextPosition, size: 4).flatMap(structure.directory))
      let range = try #require(structure.samples(of: next).first)
      let map = try #require(next[320].flatMap(structure.outerRange))
      return [range, map].map { Array(structure.bytes(at: $0.lowerBound, count: $0.count) ?? []) }
    }
    for policy in [MetadataPolicy.safe, .strip] {
      let stripped = try policy.applied(to: bytes)
      #expect(!String(decoding: stripped, as: Unicode.ASCII.self).contains("SECRET"), "\(policy)")
      #expect(try pieces(stripped) == pieces(bytes))
    }
  }

  @Test func `a second compression of LERC belongs to the picture`() throws {
    let tags = Self.two + [(258, 3, [8]), (262, 3, [1]), (277, 3, [1])]
    let bytes = file(tags + [(50674, 4, [4, 2])], samples: [1, 2])
    #expect(try MetadataPolicy.safe.applied(to: bytes) == bytes)
    let stripped = try #require(TIFFStructure(try MetadataPolicy.strip.applied(to: bytes)))
    #expect(stripped.firstDirectory?[50674]?.count == 2)
    let secret = [Int](repeating: 0x4142_4344, count: 8)
    let hiding = file(tags + [(50674, 4, [4, 2] + secret)], samples: [1, 2])
    #expect(throws: PhotoFileError.self) { try MetadataPolicy.safe.applied(to: hiding) }
  }

  @Test func `GeoTIFF tags are removed with the location`() throws {
    let bytes = file(
      Self.two + [(258, 3, [8]), (262, 3, [1]), (277, 3, [1]), (33922, 1, Array("12345.678 N".utf8).map(Int.init))],
      samples: [1, 2])
    func has(_ policy: MetadataPolicy) throws -> Bool {
      String(decoding: try policy.applied(to: bytes), as: UTF8.self).contains("12345")
    }
    #expect(try has(.keep) && !has(.safe) && !has(.strip))
    #expect(try Photo(data: try MetadataPolicy.strip.applied(to: bytes)).pixels == (try Photo(data: bytes)).pixels)
  }

  @Test func `data after samples, and values that claim too many bytes, are not searched`() throws {
    let secret = Array("GPS 48.1173 11.5167 SECRETCITY".utf8)
    let gray: [(tag: Int, type: Int, values: [Int])] = Self.two + [(262, 3, [1]), (277, 3, [1])]
    let color: [(tag: Int, type: Int, values: [Int])] = Self.two + [(262, 3, [2]), (277, 3, [3])]
    let planes = (273, 4, [8, 10, 12])
    let tiles: [(tag: Int, type: Int, values: [Int])] = [
      (256, 3, [2]), (257, 3, [1]), (259, 3, [1]), (262, 3, [1]), (277, 3, [1]), (258, 3, [8]), (322, 3, [16]),
      (323, 3, [16]), (324, 4, [8]),
    ]
    let kinds: [(tags: [(tag: Int, type: Int, values: [Int])], count: Int)] = [
      (gray + [(258, 3, [8])], 2), (gray + [(258, 3, [1])], 1), (gray + [(258, 3, [12])], 3),
      (color + [(258, 3, [8, 8, 8])], 6), (color + [(258, 3, [16, 16, 16])], 12),
      (color + [(258, 3, [8, 8, 8]), (284, 3, [2]), planes, (279, 4, [2, 2, 2])], 6),
    ]
    for (tags, count) in kinds {
      let samples = [UInt8](1...UInt8(count))
      let bytes = file(tags, samples: samples)
      #expect(try MetadataPolicy.safe.applied(to: bytes) == bytes)
      var longer = tags
      if let index = tags.firstIndex(where: { $0.tag == 279 }) { longer[index].values[2] += secret.count }
      let claiming = file(longer, samples: samples + secret)
      #expect(try Photo(data: claiming).pixels == (try Photo(data: bytes).pixels))
      SyntheticTIFF.expectUnsearched(claiming, secret)
    }
    SyntheticTIFF.expectUnsearched(
      file(
        tiles + [(325, 4, [256 + secret.count])], samples: [UInt8](repeating: 7, count: 256) + secret, isTiled: true),
      secret)
    // An entry of one value that claims more.
    let many = secret + [UInt8](repeating: 0x20, count: secret.count % 2)
    let values = stride(from: 0, to: many.count, by: 2).map { (place: Int) -> Int in
      Int(many[place]) | Int(many[place + 1]) << 8
    }
    SyntheticTIFF.expectUnsearched(file(gray + [(258, 3, [8] + values)], samples: [1, 2]), secret)
  }

  @Test func `unreferenced data are not searched, and are removed with all metadata`() throws {
    let photo = SamplePhoto.portrait(PixelSize(width: 20, height: 10))
    let clean = try photo.data(as: .tiff)
    let secret = Array("GPS 48.1173 11.5167 SECRETCITY".utf8)
    func holds(_ bytes: [UInt8]) -> Bool {
      bytes.indices.contains { bytes[$0...].starts(with: secret) }
    }
    // Our own files hold nothing of that kind.
    #expect(try TIFFUnreferencedBytes(#require(TIFFStructure(clean))).count == 0)
    #expect(try MetadataPolicy.safe.applied(to: clean).count == clean.count)
    let behind = clean + secret
    #expect(throws: PhotoFileError.self) { try MetadataPolicy.safe.applied(to: behind) }
    #expect(holds(try MetadataPolicy.safe.applied(to: behind, keepingUnknown: true)))
    let stripped = try MetadataPolicy.strip.applied(to: behind)
    #expect(!holds(stripped))
    #expect(try Photo(data: stripped).pixels == photo.pixels.converted(to8Bit: .rgba8))
  }

  @Test func `a directory of impossible numbers is read without failure`() throws {
    let good = file(Self.two + [(258, 3, [8]), (262, 3, [1]), (277, 3, [1])], samples: [10, 20])
    // A further page whose depth times its samples overflows.
    func number(_ value: Int, _ size: Int) -> [UInt8] {
      (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    let entries = [(256, 2), (257, 1), (258, 0xFFFF_FFFF), (259, 1), (273, 8), (277, 0xFFFF_FFFF), (279, 2)]
    let page = entries.reduce(number(entries.count, 2)) { bytes, entry in
      bytes + number(entry.0, 2) + number(4, 2) + number(1, 4) + number(entry.1, 4)
    }
    var bytes = good
    // The link after the first directory, whose values follow it.
    let first = (4..<8).reduce(0) { $0 | Int(good[$1]) << (8 * ($1 - 4)) }
    let link = first + 2 + 12 * Int(good[first])
    bytes.replaceSubrange(link..<link + 4, with: number(good.count, 4))
    bytes += page + number(0, 4)
    let structure = try #require(TIFFStructure(bytes))
    #expect((0...bytes.count).contains(TIFFUnreferencedBytes(structure).count))
    #expect(throws: Never.self) { try MetadataPolicy.strip.applied(to: bytes) }
  }

  @Test func `missing rows are gray, also in CMYK`() throws {
    for (photometric, samples) in [(5, 4), (2, 3)] {
      let rows = 64
      let tags: [(tag: Int, type: Int, values: [Int])] = [
        (256, 3, [2]), (257, 3, [rows]), (258, 3, [Int](repeating: 8, count: samples)), (259, 3, [1]),
        (262, 3, [photometric]), (277, 3, [samples]), (278, 3, [1]),
        (273, 4, (0..<rows).map { $0 < 32 ? 8 + $0 * 2 * samples : 1_000_000 }),
        (279, 4, [Int](repeating: 2 * samples, count: rows)),
      ]
      // Only inks that have a profile are read as such; others are libtiff's.
      let profile = photometric == 5 ? [(34675, 7, SyntheticProfile.inks().map(Int.init))] : []
      let bytes = file(tags + profile, samples: [UInt8](repeating: 200, count: 32 * 2 * samples))
      var options = ReadingOptions()
      options.allowsIncomplete = true
      let photo = try Photo(data: bytes, options: options)
      #expect(photo.warnings.contains { $0.message.contains("only the first 32 of 64 rows") }, "\(photo.warnings)")
      #expect(photo.pixels.bytes.suffix(8) == [128, 128, 128, 255, 128, 128, 128, 255])
      #expect(photo.pixels.bytes.prefix(3) != [128, 128, 128])
    }
  }
}
