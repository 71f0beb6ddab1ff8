import MatteKit
import Support
import Testing

@Suite struct TableProfileTests {
  /// A photo in Display P3, whose profile holds tables from samples to light alone.
  private var photo: Photo {
    let size = PixelSize(width: 64, height: 48)
    var bytes: [UInt8] = []
    for y in 0..<48 {
      for x in 0..<64 { bytes += [UInt8(4 * x), UInt8(5 * y), UInt8(200 - x), 255] }
    }
    let profile = TableProfile.bytes(colorants: TableProfile.displayP3)
    return Photo(pixels: PixelBuffer(size: size, format: .rgba8, colorSpace: .icc(profile), bytes: bytes))
  }

  @Test("a photo with a one-way profile is edited in a space that contains its colours, which is reported")
  func edited() throws {
    let edited = try photo.with(image: photo.image)
    #expect(edited.pixels.colorSpace == .displayP3)
    let difference = zip(edited.pixels.bytes, photo.pixels.bytes).map { abs(Int($0) - Int($1)) }.max() ?? 0
    #expect(difference <= 1, "the same colours")
    #expect(
      edited.warnings.map(\.message) == [
        "the colour profile Tables only leads from samples to light: the picture is in Display P3 now"
      ])
    let profile = try #require(ICCProfile.bytes(for: .displayP3))
    for format in [PhotoFormat.jpeg, .png, .heic] {
      let file = try edited.data(as: EncodingOptions.default(for: format))
      #expect(try Photo(data: file, name: "edited").pixels.colorSpace == .icc(profile))
    }
  }

  @Test("its gain map is renewed too")
  func gainMap() throws {
    var photo = photo
    let size = PixelSize(width: 32, height: 24)
    let bytes = (0..<size.area).map { UInt8($0 * 255 / size.area) }
    photo.auxiliaryImages = [
      AuxiliaryImage(
        type: .isoGainMap, pixels: PixelBuffer(size: size, format: .l8, colorSpace: .linearGray, bytes: bytes),
        gainMap: GainMapMetadata(channels: [.init(maximum: 2)], alternateHeadroom: 2))
    ]
    #expect(try photo.expandedToHDR().pixels.colorSpace == .pq(.displayP3))
    let matte = Matte(
      kind: .portrait, pixels: PixelBuffer(size: size, format: .l8, colorSpace: .linearGray), coordinateSpace: .stored)
    let edited = try photo.applying(.blurBackground(), mattes: [matte])
    let recipe = try photo.editingUprightImage { $0.applying(.exposureAdjust(ev: -1)) }
    for result in [edited, recipe] {
      #expect(result.pixels.colorSpace == .displayP3 && result.pixels != photo.pixels)
      let map = try #require(result.auxiliary(.isoGainMap)).pixels.bytes
      let differences = zip(map, bytes).map { abs(Int($0) - Int($1)) }
      #expect(differences.reduce(0, +) / differences.count < 12, "the same ramp of gain")
    }
  }

  @Test("unedited, it keeps its profile to the byte")
  func converted() throws {
    for format in [PhotoFormat.jpeg, .png, .heic] {
      let file = try photo.data(as: EncodingOptions.default(for: format))
      #expect(try Photo(data: file, name: "converted").pixels.colorSpace == photo.pixels.colorSpace)
    }
  }
}
