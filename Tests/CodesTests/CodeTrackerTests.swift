import Codes
import Imaging
import Support
import Testing

@Suite struct CodeTrackerTests {
  @Test func `a code keeps its identity while it moves, and has the frame's time`() throws {
    let tracker = try CodeTracker(types: [.qr])
    for number in 0..<12 {
      let place = PrintedCode.Place(150 + 9 * Double(number), 200, module: 4, angle: 3 * Double(number))
      let frame = TestPicture(640, 400).with("qr", at: place).frame(Int64(number))
      let code = try #require(try tracker.update(frame).first)
      #expect(code.id == 1 && code.time == frame.time && code.stringValue == PrintedCode.of("qr").text)
      #expect(abs(code.bounds.midX * 640 - place.center.x) < 6)
    }
  }

  @Test func `a code that is replaced by another is another`() throws {
    let tracker = try CodeTracker(types: [.qr, .aztec])
    let (first, second) = (
      TestPicture(640, 400).with("qr", at: .init(200, 200, module: 5)),
      TestPicture(640, 400).with("aztec", at: .init(200, 200, module: 5))
    )
    #expect(try tracker.update(first.frame(0)).map(\.id) == [1])
    #expect(try tracker.update(first.frame(1)).map(\.id) == [1])
    let found = try tracker.update(second.frame(2))
    #expect(found.map(\.id) == [2] && found.map(\.type) == [.aztec])
  }

  @Test func `a code that returns soon is the same, later another`() throws {
    let tracker = try CodeTracker(types: [.qr])
    let (shown, empty) = (TestPicture(400, 400).with("qr", at: .init(200, 200, module: 5)), TestPicture(400, 400))
    #expect(try tracker.update(shown.frame(0)).map(\.id) == [1])
    for number in 1..<5 { #expect(try tracker.update(empty.frame(Int64(number))).isEmpty) }
    #expect(try tracker.update(shown.frame(5)).map(\.id) == [1])
    for number in 6..<26 { #expect(try tracker.update(empty.frame(Int64(number))).isEmpty) }
    #expect(try tracker.update(shown.frame(26)).map(\.id) == [2])
  }

  @Test func `of five codes those that were detected first stay`() throws {
    let tracker = try CodeTracker(types: [.qr, .aztec, .dataMatrix, .ean13, .code128], maximumCodes: 4)
    let four = TestPicture(1200, 800)
      .with("qr", at: .init(200, 200, module: 5)).with("aztec", at: .init(500, 200, module: 5))
      .with("dataMatrix", at: .init(850, 200, module: 5)).with("ean13", at: .init(300, 600, module: 3))
    let five = four.with("code128", at: .init(850, 600, module: 4))
    let first = try tracker.update(four.frame(0))
    #expect(Set(first.compactMap(\.id)) == [1, 2, 3, 4])
    for number in 1..<10 {
      #expect(Set(try tracker.update(five.frame(Int64(number))).map(\.type)) == [.qr, .aztec, .dataMatrix, .ean13])
    }
    let without = TestPicture(1200, 800)
      .with("aztec", at: .init(500, 200, module: 5)).with("dataMatrix", at: .init(850, 200, module: 5))
      .with("ean13", at: .init(300, 600, module: 3)).with("code128", at: .init(850, 600, module: 4))
    let last = try tracker.update(without.frame(10))
    #expect(Set(last.map(\.type)) == [.aztec, .dataMatrix, .ean13, .code128])
  }

  @Test func `moving bars are extended to their ends`() throws {
    let tracker = try CodeTracker(types: [.ean13])
    for number in 0..<6 {
      // Each time by most of the height of its bars.
      let place = PrintedCode.Place(320, 120 + 70 * Double(number), module: 3)
      let picture = TestPicture(640, 640).with("ean13", at: place)
      let code = try #require(try tracker.update(picture.frame(Int64(number))).first)
      let alone = try CodeDetector(types: [.ean13]).codes(in: picture.pixels, orientation: .up)
      let bounds = try #require(alone.last).bounds
      #expect(code.id == 1)
      #expect(abs(code.bounds.minY - bounds.minY) < 0.02 && abs(code.bounds.maxY - bounds.maxY) < 0.02, "\(number)")
    }
  }

  @Test func `two codes of one text are two`() throws {
    let tracker = try CodeTracker(types: [.qr])
    let picture = TestPicture(900, 400)
      .with("qr", at: .init(200, 200, module: 5)).with("qr", at: .init(650, 200, module: 5))
    for number in 0..<6 { #expect(Set(try tracker.update(picture.frame(Int64(number))).compactMap(\.id)) == [1, 2]) }
  }

  @Test func `an unread code that is read later stays the same`() throws {
    let tracker = try CodeTracker(types: [.qr], includesUnread: true)
    let whole = TestPicture(400, 400).with("qr", at: .init(200, 200, module: 6))
    let damaged = whole.with(235, x: 190..<275, y: 170..<275).with(235, x: 125..<190, y: 180..<220)
    let first = try tracker.update(damaged.frame(0))
    #expect(first.map(\.id) == [1] && first.map(\.stringValue) == [nil])
    let second = try tracker.update(whole.frame(1))
    #expect(second.map(\.id) == [1] && second.map(\.stringValue) == [PrintedCode.of("qr").text])
  }
}
