import Codes
import Foundation
import Imaging
import Kernels
import Support
import Testing

@Suite struct CodeDetectorTests {
  private static let library = ProjectFolder.dependencies.appending(path: "zxing")

  private func detector(
    _ types: Set<MetadataObjectType>, maximumCodes: Int = 10, region: NormalizedRect = .full,
    effort: CodeDetector.Effort = .balanced, includesUnread: Bool = false
  ) throws -> CodeDetector {
    try CodeDetector(
      types: types, maximumCodes: maximumCodes, regionOfInterest: region, effort: effort,
      includesUnread: includesUnread, library: Self.library)
  }

  /// How far the corners are from where they were drawn, at most, in modules.
  private func error(of code: MachineReadableCode, at place: PrintedCode.Place, in size: PixelSize) -> Double {
    zip(code.corners, PrintedCode.of(code.type.rawValue).corners(at: place)).map { corner, truth in
      let off = SIMD2(corner.x * Double(size.width), corner.y * Double(size.height)) - truth
      return (off * off).sum().squareRoot() / place.module
    }.max() ?? .infinity
  }

  @Test(arguments: PrintedCode.all)
  func `each type is read only on request`(code: PrintedCode) throws {
    let type = MetadataObjectType(rawValue: code.type)
    let place = PrintedCode.Place(400, 250, module: 4)
    let picture = TestPicture(800, 500).with(code.type, at: place)
    let found = try detector([type]).codes(in: picture.pixels)
    #expect(found.map(\.stringValue) == [code.text] && found.map(\.type) == [type])
    let first = try #require(found.first)
    #expect(!first.bytes.isEmpty && first.symbologyIdentifier?.first == "]")
    #expect(!first.isInverted && !first.isMirrored)
    #expect(error(of: first, at: place, in: picture.size) < 1.5)
    let others = try detector(MachineReadableCode.allTypes.subtracting([type])).codes(in: picture.pixels)
    #expect(!others.contains { $0.type == type || $0.stringValue == code.text }, "\(others)")
    #expect(try detector([]).codes(in: picture.pixels).isEmpty)
  }

  @Test(arguments: ["qr", "aztec", "dataMatrix", "pdf417", "ean13", "code128", "code39"])
  func `codes are read at any angle, with their corners`(type: String) throws {
    let detector = try detector(MachineReadableCode.standardTypes.union([.dataMatrix]))
    // All steps of 15 degrees within one turn of the types together.
    let first = 15 * Double(type.utf8.count % 3)
    for angle in stride(from: first, to: 360, by: 45) {
      let place = PrintedCode.Place(250, 250, module: 3.3, angle: angle)
      let picture = TestPicture(500, 500).with(type, at: place)
      let found = try detector.codes(in: picture.pixels)
      #expect(found.map(\.stringValue) == [PrintedCode.of(type).text], "\(angle) degrees")
      guard let code = found.first else { continue }
      let off = error(of: code, at: place, in: picture.size)
      #expect(off < 1.5, "\(angle) degrees: \(off) modules")
      let turn = code.orientation(in: picture.size).degrees - angle
      #expect(abs(remainder(turn, 360)) < 5, "\(angle) degrees: \(turn)")
    }
  }

  @Test(arguments: Orientation.allCases)
  func `corners are those of the upright picture`(orientation: Orientation) throws {
    let place = PrintedCode.Place(300, 200, module: 4, angle: 10)
    let upright = TestPicture(640, 420).with("qr", at: place)
    let stored = upright.pixels.oriented(by: orientation.inverse)
    for code in [
      try detector([.qr]).codes(in: stored, orientation: orientation).first,
      try detector([.qr]).codes(
        in: Frame(pixels: stored, orientation: orientation, time: MediaTime(value: 3, timescale: 25))
      ).first,
    ] {
      let code = try #require(code)
      #expect(error(of: code, at: place, in: upright.size) < 1.5)
      #expect(!code.isMirrored)
      #expect(code.bounds.minX == code.corners.map(\.x).min() && code.bounds.maxY == code.corners.map(\.y).max())
    }
  }

  @Test func `a mirrored code is reported as mirrored`() throws {
    let picture = TestPicture(400, 400).with("qr", at: .init(200, 200, module: 5))
    let code = try #require(try detector([.qr]).codes(in: picture.pixels.oriented(by: .upMirrored)).first)
    #expect(code.isMirrored && code.stringValue == PrintedCode.of("qr").text)
    let back = try #require(
      try detector([.qr]).codes(in: picture.pixels.oriented(by: .upMirrored), orientation: .upMirrored).first)
    #expect(!back.isMirrored)
  }

  @Test func `light on dark is read beyond the fast effort`() throws {
    let picture = TestPicture(400, 400, level: 30).with("qr", at: .init(200, 200, module: 5), dark: 235, light: 20)
    let code = try #require(try detector([.qr]).codes(in: picture.pixels).first)
    #expect(code.isInverted && code.stringValue == PrintedCode.of("qr").text)
    #expect(try detector([.qr], effort: .fast).codes(in: picture.pixels).isEmpty)
  }

  @Test func `four kinds in one picture, of which the largest are reported`() throws {
    let types: Set<MetadataObjectType> = [.qr, .ean13, .dataMatrix, .code128, .aztec]
    let picture = TestPicture(1400, 1000)
      .with("code128", at: .init(400, 250, module: 4)).with("ean13", at: .init(1050, 250, module: 4, angle: 20))
      .with("qr", at: .init(300, 750, module: 7)).with("dataMatrix", at: .init(750, 750, module: 6, angle: -30))
      .with("aztec", at: .init(1150, 750, module: 3))
    let all = try detector(types).codes(in: picture.pixels)
    #expect(Set(all.map(\.type)) == types && all.count == 5)
    let four = try detector(types, maximumCodes: 4).codes(in: picture.pixels)
    #expect(four == Array(all.prefix(4)))
    #expect(Set(four.map(\.type)) == types.subtracting([.aztec]))
    #expect(try detector([.qr, .aztec]).codes(in: picture.pixels).map(\.type) == [.qr, .aztec])
    #expect(try detector(types, maximumCodes: 0).codes(in: picture.pixels).isEmpty)
  }

  @Test func `nothing is read outside the region of interest`() throws {
    let picture = TestPicture(1000, 400)
      .with("qr", at: .init(200, 200, module: 5)).with("aztec", at: .init(800, 200, module: 5))
    let right = NormalizedRect(x: 0.5, y: 0, width: 0.5, height: 1)
    let found = try detector([.qr, .aztec], region: right).codes(in: picture.pixels)
    #expect(found.map(\.type) == [.aztec])
    let code = try #require(found.first)
    #expect(error(of: code, at: .init(800, 200, module: 5), in: picture.size) < 1.5)
    let half = NormalizedRect(x: 0, y: 0, width: 0.2, height: 1)
    #expect(try detector([.qr, .aztec], region: half).codes(in: picture.pixels).isEmpty)
    // The region is of the upright picture.
    let turned = try detector([.qr, .aztec], region: right).codes(
      in: picture.pixels.oriented(by: .down), orientation: .down)
    #expect(turned.map(\.type) == [.aztec])
    let outside = NormalizedRect(x: 2, y: 2, width: 1, height: 1)
    #expect(try detector([.qr], region: outside).codes(in: picture.pixels).isEmpty)
  }

  @Test func `a damaged code is reported without text on request`() throws {
    let whole = TestPicture(400, 400).with("qr", at: .init(200, 200, module: 6))
    // Without its data, but with its finder patterns.
    let damaged = whole.with(235, x: 190..<275, y: 170..<275).with(235, x: 125..<190, y: 180..<220)
    #expect(try detector([.qr]).codes(in: damaged.pixels).isEmpty)
    let found = try detector([.qr], includesUnread: true).codes(in: damaged.pixels)
    #expect(found.map(\.type) == [.qr] && found.map(\.stringValue) == [nil] && found.map(\.bytes) == [[]])
    let bounds = try #require(found.first?.bounds)
    #expect(abs(bounds.midX - 0.5) < 0.05 && abs(bounds.midY - 0.5) < 0.05)
    // What was read is not reported unread as well.
    let read = try detector([.qr], includesUnread: true).codes(in: whole.pixels)
    #expect(read.map(\.stringValue) == [PrintedCode.of("qr").text])
  }

  @Test func `a small code that is turned is found in a large picture`() throws {
    let place = PrintedCode.Place(1500, 1100, module: 2.5, angle: 27)
    let picture = TestPicture(2000, 1500).with("pdf417", at: place)
    let found = try detector(MachineReadableCode.standardTypes).codes(in: picture.pixels)
    #expect(found.map(\.stringValue) == [PrintedCode.of("pdf417").text])
    let code = try #require(found.first)
    #expect(error(of: code, at: place, in: picture.size) < 1.5)
  }

  @Test func `small codes in a large picture are read, however many there are`() throws {
    var picture = TestPicture(4000, 3000)
    for number in 0..<48 {
      let (column, row) = (Double(number % 8), Double(number / 8))
      picture = picture.with("qr", at: .init(250 + 500 * column, 250 + 500 * row, module: 2.2, angle: 7 * column))
    }
    let found = try detector([.qr], maximumCodes: 100).codes(in: picture.pixels)
    #expect(found.count == 48 && found.allSatisfy { $0.stringValue == PrintedCode.of("qr").text }, "\(found.count)")
    let one = TestPicture(4000, 3000).with("qr", at: .init(3100, 700, module: 2.2, angle: 35))
    #expect(try detector([.qr]).codes(in: one.pixels).count == 1)
  }

  @Test(arguments: [PixelFormat.rgba8, .rgba16, .l16])
  func `pictures of any format are read`(format: PixelFormat) throws {
    let picture = TestPicture(400, 400).with("qr", at: .init(200, 200, module: 5)).pixels
    let bytes = picture.bytes.flatMap { sample -> [UInt8] in
      switch format {
      case .rgba8: [sample, sample, sample, 255]
      case .l16: [sample, sample]
      default: [UInt8](repeating: sample, count: 6) + [255, 255]
      }
    }
    let pixels = PixelBuffer(size: picture.size, format: format, bytes: bytes)
    #expect(try detector([.qr]).codes(in: pixels).map(\.stringValue) == [PrintedCode.of("qr").text])
  }

  @Test func `transparent parts are shown on white`() throws {
    let picture = TestPicture(400, 400, level: 255).with("qr", at: .init(200, 200, module: 5), dark: 0, light: 255)
      .pixels
    // Black everywhere, and nothing where the paper is.
    let bytes = picture.bytes.flatMap { [0, 0, 0, 255 - $0] as [UInt8] }
    let pixels = PixelBuffer(size: picture.size, format: .rgba8, alphaType: .straight, bytes: bytes)
    #expect(try detector([.qr]).codes(in: pixels).map(\.stringValue) == [PrintedCode.of("qr").text])
  }

  @Test func `light codes of transparent pictures are shown on black`() throws {
    let picture = TestPicture(400, 400, level: 255).with("qr", at: .init(200, 200, module: 5), dark: 0, light: 255)
      .pixels
    let bytes = picture.bytes.flatMap { [255, 255, 255, $0] as [UInt8] }
    let pixels = PixelBuffer(size: picture.size, format: .rgba8, alphaType: .straight, bytes: bytes)
    #expect(try detector([.qr]).codes(in: pixels).map(\.stringValue) == [PrintedCode.of("qr").text])
  }

  @Test(arguments: [CodeDetector.Effort.balanced, .thorough])
  func `codes in dense rows are read, however many there are`(effort: CodeDetector.Effort) throws {
    let cell = TestPicture(120, 120, level: 235).with("qr", at: .init(60, 60, module: 4))
    let size = PixelSize(width: 12 * 120, height: 11 * 120)
    let luma = (0..<size.area).map { cell.luma[$0 / size.width % 120 * 120 + $0 % size.width % 120] }
    let sheet = PixelBuffer(size: size, format: .l8, colorSpace: .sRGB, bytes: luma)
    let found = try detector([.qr], maximumCodes: .max, effort: effort).codes(in: sheet)
    #expect(found.count == 132)
  }

  @Test(arguments: CodeDetector.Effort.allCases)
  func `pictures without codes have none, whatever their size`(effort: CodeDetector.Effort) throws {
    let detector = try detector(MachineReadableCode.allTypes, effort: effort, includesUnread: true)
    var random = RepeatableRandomNumberGenerator(seed: 4)
    for (width, height) in [(1, 1), (1, 300), (300, 1), (2, 3), (9, 9), (17, 8), (640, 31)] {
      #expect(try detector.codes(in: TestPicture(width, height).pixels).isEmpty)
    }
    let noise = (0..<320 * 240).map { _ in UInt8.random(in: 0...255, using: &random) }
    let size = PixelSize(width: 320, height: 240)
    let quiet = try CodeDetector(types: MachineReadableCode.allTypes, effort: effort, library: Self.library)
    #expect(try quiet.codes(in: PixelBuffer(size: size, format: .l8, bytes: noise)).isEmpty)
  }

  @Test(arguments: ["upce", "code39", "itf"])
  func `repetition of a picture's edge produces no code`(type: String) throws {
    // The bars of a code in the last column of pixels alone.
    let drawn = TestPicture(400, 400).with(type, at: .init(200, 200, module: 2, angle: 90))
    var picture = TestPicture(400, 400)
    for y in 0..<400 {
      let level = drawn.luma[y * 400 + 200]
      picture = picture.with(level, x: 399..<400, y: y..<y + 1)
    }
    for effort in CodeDetector.Effort.allCases {
      let found = try CodeDetector(types: MachineReadableCode.allTypes, effort: effort).codes(in: picture.pixels)
      #expect(found.allSatisfy { $0.bounds.maxX <= 1.01 && $0.bounds.minX >= -0.01 }, "\(effort): \(found)")
    }
  }

  @Test func `errors describe the fault and what to do`() throws {
    #expect(throws: CodeError.unknownType(name: "face", known: MachineReadableCode.allTypes.map(\.rawValue).sorted())) {
      try detector([.face, .qr])
    }
    let folder = try TemporaryFolder()
    do {
      _ = try CodeDetector(library: folder.url)
      Issue.record("a library was found in an empty folder")
    } catch {
      #expect("\(error)".contains(folder.url.path) && "\(error)".contains("make setup"))
    }
    try Data("no library".utf8).write(to: folder.url.appending(path: "libZXing.so.4"))
    do {
      _ = try CodeDetector(library: folder.url)
      Issue.record("a text was loaded as a library")
    } catch {
      #expect("\(error)".contains("cannot be loaded"))
    }
  }
}
