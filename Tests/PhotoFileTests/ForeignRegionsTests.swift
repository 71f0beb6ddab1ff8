import Imaging
import Testing

@testable import PhotoFile

/// Regions as programs other than Apple's write them.
@Suite struct ForeignRegionsTests {
  private let size = PixelSize(width: 400, height: 300)

  /// A packet with regions in `list`, and with `more` beside them.
  private func packet(_ list: String, dimensions: String = "stDim:w='400' stDim:h='300'", more: String = "") -> [UInt8]
  {
    Array(
      """
      <?xpacket begin='' id='W5M0MpCehiHzreSzNTczkc9d'?><x:xmpmeta xmlns:x="adobe:ns:meta/">
      <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about=""
       xmlns:mwg-rs="http://www.metadataworkinggroup.com/schemas/regions/"
       xmlns:stArea="http://ns.adobe.com/xmp/sType/Area#" xmlns:stDim="http://ns.adobe.com/xap/1.0/sType/Dimensions#"
       xmlns:apple-fi="http://ns.apple.com/faceinfo/1.0/" xmlns:ex="http://example.com/faces/"
       xmlns:MP="http://ns.microsoft.com/photo/1.2/" xmlns:MPRI="http://ns.microsoft.com/photo/1.2/t/RegionInfo#"
       xmlns:MPReg="http://ns.microsoft.com/photo/1.2/t/Region#">
      <mwg-rs:Regions rdf:parseType="Resource"><mwg-rs:AppliedToDimensions \(dimensions) stDim:unit="pixel"/>
      <mwg-rs:RegionList><rdf:Bag>\(list)</rdf:Bag></mwg-rs:RegionList></mwg-rs:Regions>\(more)
      </rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end='w'?>
      """.utf8)
  }

  private func faces(_ packet: [UInt8], _ orientation: Orientation = .up, size: PixelSize? = nil) -> [Face] {
    FaceRegions.faces(in: packet, storedSize: size ?? self.size, orientation: orientation)
  }

  private func text(
    recording faces: [Face], in packet: [UInt8], _ orientation: Orientation = .up, size: PixelSize? = nil
  ) throws -> String {
    let packet = try #require(
      FaceRegions.packet(recording: faces, in: packet, storedSize: size ?? self.size, orientation: orientation))
    return String(decoding: packet, as: UTF8.self)
  }

  /// Lightroom's and Picasa's form: attributes, of a description within each item.
  private static let ada = """
    <rdf:li><rdf:Description mwg-rs:Rotation="0.00000" mwg-rs:Name="Ada" mwg-rs:Type="Face"><mwg-rs:Area
     stArea:h="0.4" stArea:w="0.2" stArea:x="0.5" stArea:y="0.5"/></rdf:Description></rdf:li>
    """
  /// digiKam's form: elements, of resources.
  private static let grace = """
    <rdf:li rdf:parseType="Resource"><mwg-rs:Area rdf:parseType="Resource"><stArea:x>0.15</stArea:x>
     <stArea:y>0.25</stArea:y><stArea:w>0.1</stArea:w><stArea:h>0.2</stArea:h><stArea:unit>normalized</stArea:unit>
     </mwg-rs:Area><mwg-rs:Name>Grace</mwg-rs:Name><mwg-rs:Type>Face</mwg-rs:Type>
     <mwg-rs:Extensions rdf:parseType="Resource"><ex:Mood>calm</ex:Mood><apple-fi:Timestamp>77</apple-fi:Timestamp>
     <apple-fi:AngleInfoRoll>350</apple-fi:AngleInfoRoll></mwg-rs:Extensions></rdf:li>
    """
  private static func other(_ type: String) -> String {
    """
    <rdf:li><rdf:Description mwg-rs:Type="\(type)" mwg-rs:Name="a \(type)" mwg-rs:BarCodeValue="12"><mwg-rs:Area
     stArea:x="0.8" stArea:y="0.125" stArea:w="0.1" stArea:h="0.05" stArea:unit="normalized"/></rdf:Description></rdf:li>
    """
  }
  private let adasPlace = NormalizedRect(x: 0.4, y: 0.3, width: 0.2, height: 0.4)
  private let gracesPlace = NormalizedRect(x: 0.1, y: 0.15, width: 0.1, height: 0.2)

  @Test func `attributes and elements are read, in a bag too`() throws {
    let faces = faces(packet(Self.ada + Self.grace))
    #expect(faces.count == 2)
    #expect(faces[0].bounds.intersectionOverUnion(adasPlace) > 0.999_999)
    #expect(faces[0].roll == nil && faces[0].id == nil && faces[0].confidence == 1)
    #expect(faces[1].bounds.intersectionOverUnion(gracesPlace) > 0.999_999)
    #expect(faces[1].roll == .degrees(350))
  }

  @Test(arguments: ["Pet", "Focus", "BarCode"])
  func `a region that is no face is not read as one, and stays when faces are recorded`(type: String) throws {
    let source = packet(Self.other(type) + Self.ada)
    #expect(faces(source).count == 1)
    for recorded in [
      [], [Face(bounds: gracesPlace)], [Face(bounds: NormalizedRect(x: 0.75, y: 0.1, width: 0.1, height: 0.05))],
    ] {
      let text = try text(recording: recorded, in: source)
      #expect(text.contains(">a \(type)<") || text.contains("\"a \(type)\""), "\(text)")
      #expect(text.contains("BarCodeValue") && text.contains("0.125"))
      #expect(!text.contains("Ada"))
      #expect(faces(Array(text.utf8)).count == recorded.count)
    }
  }

  @Test func `names and unknown properties stay with the current face`() throws {
    let moved = [
      Face(id: 9, bounds: NormalizedRect(x: 0.11, y: 0.16, width: 0.1, height: 0.2), roll: .degrees(5)),
      Face(id: 8, bounds: NormalizedRect(x: 0.41, y: 0.3, width: 0.2, height: 0.38)),
    ]
    let written = try text(recording: moved, in: packet(Self.ada + Self.other("Pet") + Self.grace))
    let text = written.filter { !$0.isWhitespace }
    for part in ["Ada", "Grace", "aPet", "calm", ">77<", "0.00000"] {
      #expect(text.contains(part), "\(part): \(written)")
    }
    #expect(!text.contains("AngleInfoRoll>350"))
    let back = faces(Array(written.utf8))
    #expect(Set(back.map(\.id)) == [8, 9])
    // Ada's region comes first and is now face 8.
    #expect(back.first?.id == 8)
  }

  @Test func `of two faces that match a name the better one gets it`() throws {
    // Both overlap Ada's place, the second more; Grace is gone.
    let two = [
      Face(id: 1, bounds: NormalizedRect(x: 0.45, y: 0.3, width: 0.2, height: 0.4)),
      Face(id: 2, bounds: NormalizedRect(x: 0.4, y: 0.3, width: 0.2, height: 0.4)),
    ]
    let written = try text(recording: two, in: packet(Self.ada + Self.grace))
    #expect(!written.contains("Grace"))
    let back = faces(Array(written.utf8))
    #expect(back.map(\.id) == [2, 1])
    #expect(written.components(separatedBy: "Ada").count == 2)

    // Two regions that overlap one face: the nearer keeps its name, the other goes.
    let near = Self.ada.replacing("Ada", with: "Eve").replacing("0.5\"", with: "0.52\"")
    let one = try text(recording: [Face(bounds: adasPlace)], in: packet(Self.ada + near))
    #expect(one.contains("Ada") && !one.contains("Eve"))
  }

  @Test func `areas in pixels refer to the picture that the list states`() throws {
    let pixels = Self.grace.replacing("normalized", with: "pixel").replacing(">0.15<", with: ">60<")
      .replacing(">0.25<", with: ">75<").replacing(">0.1<", with: ">40<").replacing(">0.2<", with: ">60<")
    #expect(try #require(faces(packet(pixels)).first).bounds.intersectionOverUnion(gracesPlace) > 0.999_999)
    // The same file, its picture now half as large.
    let half = PixelSize(width: 200, height: 150)
    let small = try #require(faces(packet(pixels), size: half).first)
    #expect(small.bounds.intersectionOverUnion(gracesPlace) > 0.999_999)
    // Written for the smaller picture, a region that stays says where it is in fractions.
    let pet = pixels.replacing("Face", with: "Pet")
    let text = try text(recording: [], in: packet(pet), size: half)
    #expect(!text.contains(">60<") && !text.contains("pixel</stArea") && text.contains("<stDim:w>200<"))
    #expect(faces(Array(text.replacing("Pet", with: "Face").utf8), size: half).first?.bounds == small.bounds)
    // Without a size to apply to, pixels mean nothing.
    #expect(faces(packet(pixels, dimensions: "stDim:w='0' stDim:h='nan'")).isEmpty)
  }

  @Test func `regions of a picture with another aspect ratio are left out`() throws {
    let source = packet(Self.ada + Self.other("Pet"))
    #expect(faces(source, size: PixelSize(width: 300, height: 299)).isEmpty)
    // Smaller, with rounded sides, it is the same picture still.
    for size in [
      PixelSize(width: 40, height: 30), PixelSize(width: 11, height: 8), PixelSize(width: 4000, height: 3001),
    ] {
      #expect(faces(source, size: size).count == 1, "\(size)")
    }
    let cropped = PixelSize(width: 200, height: 250)
    let text = try text(recording: [Face(bounds: adasPlace)], in: source, size: cropped)
    #expect(!text.contains("Ada") && !text.contains("Pet") && text.contains("<stDim:w>200<"))
  }

  @Test(arguments: Orientation.allCases)
  func `regions refer to stored rows and columns, whatever the orientation`(orientation: Orientation) throws {
    let source = packet(Self.grace + Self.other("Pet"))
    let face = try #require(faces(source, orientation).first)
    #expect(face.bounds.intersectionOverUnion(orientation.apply(to: gracesPlace)) > 0.999_999)
    // Recorded again with another ID, neither the place nor the pet's changes.
    var renamed = face
    renamed.id = 40
    let text = try text(recording: [renamed], in: source, orientation)
    let back = try #require(faces(Array(text.utf8), orientation).first)
    #expect(back.id == 40 && back.bounds.intersectionOverUnion(face.bounds) > 0.999_999 && back.roll == face.roll)
    #expect(text.contains("0.125") && text.contains("Grace"))
  }

  private let tags = """
    <MP:RegionInfo rdf:parseType="Resource"><MPRI:Regions><rdf:Bag>
    <rdf:li MPReg:Rectangle="0.1, 0.15, 0.1, 0.2" MPReg:PersonDisplayName="Grace"/>
    <rdf:li MPReg:PersonDisplayName="somewhere"/>
    <rdf:li MPReg:Rectangle="0.4, 0.3, 0.2, 0.4" MPReg:PersonDisplayName="Ada"/>
    </rdf:Bag></MPRI:Regions></MP:RegionInfo>
    """

  @Test func `Microsoft's people tags are read if there are no face regions`() throws {
    let source = packet(Self.other("Focus"), more: tags)
    let found = faces(source, .right)
    #expect(found.count == 2)
    #expect(found[0].bounds.intersectionOverUnion(Orientation.right.apply(to: gracesPlace)) > 0.999_999)
    #expect(faces(packet(Self.ada, more: tags)).count == 1)

    let kept = try text(recording: [Face(id: 3, bounds: adasPlace)], in: source)
    #expect(kept.contains("Ada") && kept.contains("somewhere") && !kept.contains("Grace"))
    #expect(faces(Array(kept.utf8)).map(\.id) == [3])
    let none = try text(recording: [], in: source)
    #expect(faces(Array(none.utf8)).isEmpty && none.contains("somewhere") && !none.contains("Ada"))
    for rectangle in ["0.1, 0.2, 0.3", "a, b, c, d", "0, 0, nan, 1", "1e9, 0, 1, 1", ""] {
      let damaged = tags.replacing("0.1, 0.15, 0.1, 0.2", with: rectangle)
      #expect(faces(packet("", more: damaged)).count == 1, "\(rectangle)")
    }
  }
}
