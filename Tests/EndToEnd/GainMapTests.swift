import Foundation
import MatteKit
import Support
import Testing

/// Gain maps through the built binary: the astronaut with a map that doubles the light of the upper half.
@Suite struct GainMapTests {
  private let folder: TemporaryFolder
  private let file: String
  private let original: Photo

  init() throws {
    folder = try TemporaryFolder()
    file = folder.file("ultra.jpg")
    var photo = try Photo(contentsOf: URL(filePath: Samples.astronaut))
    let half = PixelSize(width: photo.pixels.width / 2, height: photo.pixels.height / 2)
    let bytes = (0..<half.area).map { UInt8($0 < half.area / 2 ? 255 : 0) }
    photo.auxiliaryImages = [
      AuxiliaryImage(
        type: .isoGainMap, pixels: PixelBuffer(size: half, format: .l8, colorSpace: .linearGray, bytes: bytes),
        gainMap: GainMapMetadata(
          channels: [.init(maximum: 1, baseOffset: 0, alternateOffset: 0)], alternateHeadroom: 1))
    ]
    original = photo
    try photo.write(to: URL(filePath: file), as: .jpeg(quality: 0.95))
  }

  @Test("an effect renews the map: it changes where the effect draws, elsewhere it stays")
  func renewed() throws {
    let output = folder.file("out.jpg")
    let outcome = try MatteTool.run(
      "apply-effect", "replace-background", "--set", "color=#ffffff", file, "-o", output, "--mattes", "none")
    #expect(outcome.status == 0 && !outcome.errors.contains("left out"), "\(outcome.errors)")
    let photo = try Photo(contentsOf: URL(filePath: output))
    let (before, after) = (
      try #require(original.auxiliary(.isoGainMap)), try #require(photo.auxiliary(.isoGainMap))
    )
    #expect(after.gainMap == before.gainMap && after.pixels.size == before.pixels.size)
    func sample(_ x: Double, _ y: Double) -> Int {
      let (x, y) = (Int(x * Double(after.pixels.width)), Int(y * Double(after.pixels.height)))
      return Int(after.pixels.bytes[y * after.pixels.width + x])
    }
    // White paper has no highlights; her forehead has those that it had.
    #expect(sample(0.03, 0.03) <= 3 && sample(0.43, 0.18) >= 250)
  }

  @Test(
    "exiftool finds the map where the index and the list say",
    .enabled(if: OtherReaders.exiftool != nil, "needs exiftool"))
  func listed() throws {
    let output = folder.file("out.jpg")
    _ = try MatteTool.run("apply-effect", "mono-background", file, "-o", output)
    let program = try #require(OtherReaders.exiftool)
    let listing = try MatteTool.run(program, ["-a", "-G1", "-s", output]).output
    #expect(listing.contains("MPImage2"), "\(listing)")
    let length = listing.split(separator: "\n").first { $0.contains("MPImageLength") && $0.contains("[MPImage2]") }
    let listed = listing.split(separator: "\n").first { $0.contains("DirectoryItemLength") }
    let numbers = [length, listed].map { $0.flatMap { Int($0.split(separator: ":").last?.filter(\.isNumber) ?? "") } }
    #expect(numbers[0] != nil && numbers[0] == numbers[1], "\(listing)")
  }

  @Test("a recipe that blurs the picture blurs the map, in pixels of the picture")
  func recipe() throws {
    let recipe = folder.file("recipe.json")
    let output = folder.file("out.jpg")
    let blur = #"{"filter": "boxBlur", "parameters": {"radius": 40}}"#
    let text = #"{"version": 1, "steps": [{"filter": "clamp"}, \#(blur)]}"#
    try Data(text.utf8).write(to: URL(filePath: recipe))
    let outcome = try MatteTool.run("render", "--recipe", recipe, "--input", file, "-o", output)
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    let map = try #require(try Photo(contentsOf: URL(filePath: output)).auxiliary(.isoGainMap)).pixels
    func sample(_ y: Int) -> Int { Int(map.bytes[y * map.width + map.width / 2]) }
    // A ramp about the middle takes the place of the edge, half as wide as in the picture.
    let middle = map.height / 2
    #expect(sample(middle - 24) > 245 && sample(middle + 24) < 10 && (60..<200).contains(sample(middle)))
  }

  @Test("an effect that hides removes the map, in which the face would be visible")
  func hidden() throws {
    let output = folder.file("out.jpg")
    let outcome = try MatteTool.run("apply-effect", "hide-faces", file, "-o", output)
    #expect(outcome.errors.contains(AuxiliaryImageType.isoGainMap.rawValue))
    let photo = try Photo(contentsOf: URL(filePath: output))
    #expect(photo.auxiliary(.isoGainMap) == nil)
    let bytes = try Data(contentsOf: URL(filePath: output))
    #expect(bytes.range(of: Data("hdr-gain-map".utf8)) == nil && bytes.range(of: Data("21496".utf8)) == nil)
  }

  @Test("expanded, the photo is written in PQ")
  func expanded() throws {
    let output = folder.file("out.heic")
    let outcome = try MatteTool.run("apply-effect", "mono-background", file, "-o", output, "--expand-to-hdr")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let photo = try Photo(contentsOf: URL(filePath: output))
    #expect(photo.pixels.colorSpace == .pq(.bt709) && photo.pixels.format == .rgba16)
    #expect(photo.auxiliary(.isoGainMap) == nil && photo.mattes.kinds.contains(.portrait))
  }

  @Test("the map is extracted, embedded and stripped by the commands for auxiliary images")
  func commands() throws {
    let listing = try MatteTool.run("inspect", file).output
    #expect(listing.contains("urn:iso:std:iso:ts:21496:-1"))
    let parts = folder.file("parts/")
    #expect(try MatteTool.run("extract", file, "--all", "-o", parts).status == 0)
    #expect(try FileManager.default.contentsOfDirectory(atPath: parts).contains { $0.contains("iso-gain-map") })
    let stripped = folder.file("stripped.jpg")
    #expect(try MatteTool.run("strip", "--gain-map", file, "-o", stripped).status == 0)
    #expect(try Photo(contentsOf: URL(filePath: stripped)).auxiliaryImages.isEmpty)
  }
}
