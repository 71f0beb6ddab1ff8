import Codes
import Effects
import Imaging
import Support
import Testing

@testable import Capture

/// Codes in the metadata output: statements of the phone's machine readable codes.
@Suite struct MetadataCodesTests {
  private func frame(_ number: Int64, _ codes: [(type: String, place: PrintedCode.Place)]) -> Frame {
    let (width, height) = (900, 600)
    var luma = [UInt8](repeating: 150, count: width * height)
    for code in codes { PrintedCode.of(code.type).draw(at: code.place, into: &luma, width: width) }
    let size = PixelSize(width: width, height: height)
    return Frame(
      pixels: PixelBuffer(size: size, format: .l8, colorSpace: .sRGB, bytes: luma),
      time: MediaTime(value: number, timescale: 25))
  }

  private let five: [(type: String, place: PrintedCode.Place)] = [
    ("qr", .init(150, 150, module: 5)), ("aztec", .init(420, 150, module: 5)),
    ("dataMatrix", .init(720, 150, module: 5)), ("ean13", .init(250, 450, module: 2)),
    ("code128", .init(650, 450, module: 2)),
  ]

  @Test func `statement 4.8: faces and all types of codes are available, and only what is asked for is searched for`()
    throws
  {
    let detector = FaceAndCodeDetector()
    #expect(detector.types == MachineReadableCode.allTypes.union([.face]))
    let search = detector.makeSearch()
    let frame = frame(0, five)
    #expect(try search.objects(in: frame, MetadataRequest(types: [])).isEmpty)
    #expect(try search.objects(in: frame, MetadataRequest(types: [.aztec])).map(\.type) == [.aztec])
    let two = try search.objects(in: frame, MetadataRequest(types: [.aztec, .qr])).compactMap {
      $0 as? MachineReadableCode
    }
    #expect(Set(two.map(\.type)) == [.aztec, .qr])
    // A code that was followed already keeps its identity when other types are asked for besides.
    #expect(two.first { $0.type == .aztec }?.id == 1)
    #expect(two.allSatisfy { $0.stringValue == PrintedCode.of($0.type.rawValue).text && $0.time == frame.time })
  }

  @Test func `four codes at once, of five those that were seen first`() throws {
    let search = FaceAndCodeDetector().makeSearch()
    let request = MetadataRequest(types: [.qr, .aztec, .dataMatrix, .ean13, .code128])
    let first = try search.objects(in: frame(0, Array(five.prefix(4))), request)
    #expect(Set(first.map(\.type)) == [.qr, .aztec, .dataMatrix, .ean13])
    for number in 1..<6 {
      let found = try search.objects(in: frame(Int64(number), five), request)
      #expect(Set(found.map(\.type)) == [.qr, .aztec, .dataMatrix, .ean13])
    }
  }

  @Test func `codes outside the rect of interest are not found`() throws {
    let search = FaceAndCodeDetector().makeSearch()
    var request = MetadataRequest(types: [.qr, .aztec, .ean13])
    request.region = NormalizedRect(x: 0.3, y: 0, width: 0.7, height: 0.5)
    for number in 0..<3 {
      let found = try search.objects(in: frame(Int64(number), five), request)
      #expect(found.map(\.type) == [.aztec])
    }
    request.region = .full
    #expect(Set(try search.objects(in: frame(3, five), request).map(\.type)) == [.qr, .aztec, .ean13])
  }

  @Test func `codes of a photo are hidden by its effects`() async throws {
    let clock = ManualClock()
    let session = CaptureSession(clock: clock)
    let size = PixelSize(width: 320, height: 240)
    var luma = [UInt8](repeating: 150, count: size.area)
    PrintedCode.of("qr").draw(at: .init(160, 120, module: 5), into: &luma, width: size.width)
    let pixels = PixelBuffer(size: size, format: .rgba8, bytes: luma.flatMap { [$0, $0, $0, 255] })
    let format = CaptureDeviceFormat(dimensions: size, pixelFormat: .rgb24, frameRates: [FrameRateRange(1...30)])
    let output = PhotoOutput()
    try await session.add(
      CaptureInput(device: CaptureDevice(name: "label", formats: [format], generating: { _, _ in pixels })))
    try await session.add(output)
    try await session.startRunning()
    await clock.advance(by: .zero)
    let detector = try CodeDetector(types: [.qr], effort: .thorough)
    for effects in [nil, EffectStack([.hideCodes()])] {
      let events = try output.capturePhoto(with: PhotoSettings(effects: effects))
      await clock.advance(by: .parts(1, of: 30))
      var taken: CapturedPhoto?
      for await event in events {
        if case .didFinishProcessing(let photo) = event { taken = photo }
      }
      let photo = try #require(taken).photo
      let texts = try detector.codes(in: photo.pixels).map(\.stringValue)
      #expect(texts == (effects == nil ? [PrintedCode.of("qr").text] : []))
    }
  }
}
