import Imaging
import Testing

@testable import PhotoFile

@Suite struct FaceRegionsTests {
  private let faces = [
    Face(
      id: 4, bounds: NormalizedRect(x: 0.5, y: 0.1, width: 0.2, height: 0.3), roll: .degrees(30), yaw: .degrees(315),
      confidence: 0.5),
    Face(bounds: NormalizedRect(x: 0.05, y: 0.6, width: 0.1, height: 0.15), confidence: 0.987),
  ]
  private let size = PixelSize(width: 400, height: 300)

  private func expectSame(_ a: [Face], _ b: [Face]) {
    #expect(a.count == b.count)
    for (a, b) in zip(a, b) {
      #expect(abs(a.bounds.x - b.bounds.x) < 1e-9 && abs(a.bounds.y - b.bounds.y) < 1e-9)
      #expect(abs(a.bounds.width - b.bounds.width) < 1e-9 && abs(a.bounds.height - b.bounds.height) < 1e-9)
      #expect(a.roll == b.roll && a.yaw == b.yaw && a.id == b.id)
      #expect(abs(a.confidence - b.confidence) < 1e-9)
    }
  }

  @Test(arguments: Orientation.allCases)
  func `faces survive a round trip in every orientation`(orientation: Orientation) throws {
    let packet = try #require(
      FaceRegions.packet(recording: faces, in: nil, storedSize: size, orientation: orientation))
    expectSame(FaceRegions.faces(in: packet, storedSize: size, orientation: orientation), faces)
  }

  @Test(arguments: [EncodingOptions.jpeg(), .heic(), .png])
  func `the replacement of malformed XMP is reported`(options: EncodingOptions) throws {
    let packet = Array(
      """
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\
      <rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:Rating="5" xmp:CreatorTool="A & B"/>\
      </rdf:RDF></x:xmpmeta>
      """.utf8)
    var photo = SamplePhoto.portrait(PixelSize(width: 40, height: 30))
    (photo.metadata.xmp, photo.faces) = (packet, faces)
    #expect(photo.warnings(writingAs: options).contains { $0.message == "XMP is left out: it cannot be parsed" })
    #expect(try Photo(data: photo.data(as: options)).faces.count == 2)
    photo.faces = []
    #expect(!photo.warnings(writingAs: options).contains { $0.message.contains("parsed") })
    #expect(try Photo(data: photo.data(as: options)).metadata.xmp == packet)
  }

  @Test(arguments: Orientation.allCases)
  func `they are stored relative to the stored picture`(orientation: Orientation) throws {
    // On a picture that stays as it is, what the packet says is what is read.
    let packet = try #require(
      FaceRegions.packet(recording: faces, in: nil, storedSize: size, orientation: orientation))
    let stored = FaceRegions.faces(in: packet, storedSize: size, orientation: .up)
    #expect(stored.count == 2)
    for (stored, face) in zip(stored, faces) {
      let expected = face.bounds(in: .stored, orientation: orientation)
      #expect(stored.bounds.intersectionOverUnion(expected) > 0.999_999)
    }
    // The top of the head, as a point above the centre, is turned like any other point.
    let roll = try #require(stored[0].roll)
    let center = NormalizedPoint(x: 0.5, y: 0.5)
    func top(_ roll: Angle) -> NormalizedPoint {
      NormalizedPoint(x: center.x + 0.1 * sine(roll.radians), y: center.y - 0.1 * sine(.pi / 2 - roll.radians))
    }
    let turned = orientation.apply(to: top(roll))
    #expect(abs(turned.x - top(.degrees(30)).x) < 1e-4 && abs(turned.y - top(.degrees(30)).y) < 1e-4)
    #expect(stored[0].yaw == .degrees(orientation.isMirrored ? 45 : 315))
  }

  /// Bhaskara's series is not needed: nine terms of Taylor's do for angles up to two turns.
  private func sine(_ radians: Double) -> Double {
    let x = radians.truncatingRemainder(dividingBy: 2 * .pi)
    var (term, sum) = (x, x)
    for n in 1..<20 {
      let divisor = Double(2 * n * (2 * n + 1))
      term *= -x * x / divisor
      sum += term
    }
    return sum
  }

  @Test func `all other properties of the packet are kept`() throws {
    let packet = try #require(
      FaceRegions.packet(
        recording: faces, in: Array(SamplePhoto.titleXMP.utf8), storedSize: size, orientation: .up))
    let text = String(decoding: packet, as: UTF8.self)
    #expect(text.contains("Tests 1.0"))
    #expect(text.contains("<stDim:w>400</stDim:w>"))
    #expect(text.contains("<apple-fi:ConfidenceLevel>500</apple-fi:ConfidenceLevel>"))
  }

  /// Attributes instead of elements, other prefixes, a bag, a name, and a region that is no face.
  private let attributes = """
    <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
    <rdf:Description rdf:about="" xmlns:r="http://www.metadataworkinggroup.com/schemas/regions/"
     xmlns:a="http://ns.adobe.com/xmp/sType/Area#" xmlns:d="http://ns.adobe.com/xap/1.0/sType/Dimensions#"
     xmlns:f="http://ns.apple.com/faceinfo/1.0/">
    <r:Regions rdf:parseType="Resource"><r:AppliedToDimensions d:w="400" d:h="300" d:unit="pixel"/>
    <r:RegionList><rdf:Bag>
    <rdf:li><rdf:Description r:Type="Face" r:Name="Ada"><r:Area a:x="0.5" a:y="0.5" a:w="0.2" a:h="0.4"
     a:unit="normalized"/><r:Extensions f:AngleInfoRoll="270" f:ConfidenceLevel="250"/></rdf:Description></rdf:li>
    <rdf:li><rdf:Description r:Type="Focus"><r:Area a:x="0.1" a:y="0.2" a:w="0.1" a:h="0.1"/></rdf:Description></rdf:li>
    <rdf:li><rdf:Description r:Type="Face"><r:Area a:x="nan" a:y="1e999" a:w="0.2" a:h="0.4"/></rdf:Description></rdf:li>
    </rdf:Bag></r:RegionList></r:Regions></rdf:Description></rdf:RDF></x:xmpmeta>
    """

  @Test func `the attribute form is read under any prefix`() {
    let faces = FaceRegions.faces(in: Array(attributes.utf8), storedSize: size, orientation: .up)
    expectSame(
      faces,
      [
        Face(
          bounds: NormalizedRect(x: 0.4, y: 0.3, width: 0.2, height: 0.4), roll: .degrees(270), confidence: 0.25)
      ])
  }

  @Test func `a face that moves a little keeps its name, others are removed, the focus stays`() throws {
    let moved = Face(bounds: NormalizedRect(x: 0.42, y: 0.3, width: 0.2, height: 0.4), confidence: 1)
    let packet = try #require(
      FaceRegions.packet(recording: [moved], in: Array(attributes.utf8), storedSize: size, orientation: .up))
    let text = String(decoding: packet, as: UTF8.self)
    #expect(text.contains("Ada") && text.contains("Focus") && !text.contains("AngleInfoRoll"))
    expectSame(FaceRegions.faces(in: packet, storedSize: size, orientation: .up), [moved])

    let elsewhere = Face(bounds: NormalizedRect(x: 0, y: 0, width: 0.2, height: 0.2))
    let other = try #require(
      FaceRegions.packet(recording: [elsewhere], in: packet, storedSize: size, orientation: .up))
    #expect(!String(decoding: other, as: UTF8.self).contains("Ada"))
    expectSame(FaceRegions.faces(in: other, storedSize: size, orientation: .up), [elsewhere])
  }

  @Test func `without faces the list is removed`() throws {
    let packet = try #require(FaceRegions.packet(recording: faces, in: nil, storedSize: size, orientation: .up))
    let empty = try #require(FaceRegions.packet(recording: [], in: packet, storedSize: size, orientation: .up))
    #expect(!String(decoding: empty, as: UTF8.self).contains("Regions"))
    #expect(FaceRegions.packet(recording: [], in: nil, storedSize: size, orientation: .up) == nil)
  }

  @Test func `coordinates of the upright picture are recognised`() {
    // 400 x 300 applies to a picture stored 300 x 400 that is shown turned by a quarter.
    let stored = size.transposed
    let faces = FaceRegions.faces(in: Array(attributes.utf8), storedSize: stored, orientation: .right)
    #expect(faces.first?.bounds == NormalizedRect(x: 0.4, y: 0.3, width: 0.2, height: 0.4))
    #expect(faces.first?.roll == .degrees(270))
  }

  @Test func `coordinates of the sensor are rotated so that heads are upright`() throws {
    // Stored 300 x 400 and shown so; roll 270 on the sensor is 0 after a quarter turn clockwise.
    let face = try #require(
      FaceRegions.faces(in: Array(attributes.utf8), storedSize: size.transposed, orientation: .up).first)
    #expect(face.roll == .degrees(0))
    #expect(face.bounds.intersectionOverUnion(NormalizedRect(x: 0.3, y: 0.4, width: 0.4, height: 0.2)) > 0.999)
  }

  @Test(arguments: [
    "", "no XML", "<x", "<a>\u{0}</a>", "<!DOCTYPE a [<!ENTITY b \"c\">]><a>&b;</a>",
    String(repeating: "<a>", count: 200_000), "<a>" + String(repeating: "<b/>", count: 100_000) + "</a>",
    "<a><b></a></b>", "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\"><rdf:RDF/></x:xmpmeta>",
  ])
  func `an invalid packet records no faces, and can be replaced`(text: String) throws {
    #expect(FaceRegions.faces(in: Array(text.utf8), storedSize: size, orientation: .up).isEmpty)
    let packet = try #require(
      FaceRegions.packet(recording: faces, in: Array(text.utf8), storedSize: size, orientation: .up))
    expectSame(FaceRegions.faces(in: packet, storedSize: size, orientation: .up), faces)
  }

  @Test func `restarting the toolkit does not affect readers on other threads`() async {
    let packet = Array("<a xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'><rdf:RDF/></a>".utf8)
    let counts = await withTaskGroup(of: Int.self) { group in
      for _ in 0..<4 {
        group.addTask { (0..<300).reduce(0) { sum, _ in sum + (XMPDocument.reading(packet) { _ in 1 } ?? 0) } }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(counts == [300, 300, 300, 300])
  }
}
