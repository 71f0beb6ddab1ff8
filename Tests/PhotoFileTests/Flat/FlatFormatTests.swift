import Imaging
import Support
import Testing

@testable import PhotoFile

/// Formats of one picture and its metadata: WebP, TIFF and JPEG XL.
@Suite struct FlatFormatTests {
  static let lossless: [EncodingOptions] = [.webP(quality: 1), .tiff, .jpegXL(quality: 1)]
  private static let sizes = [(1, 1), (3, 5), (257, 131)]

  @Test(arguments: lossless, sizes)
  func `8 bits come back exactly, opaque or not`(options: EncodingOptions, size: (Int, Int)) throws {
    for alphaType in [AlphaType.opaque, .straight] {
      let pixels = SamplePhoto.noise(PixelSize(width: size.0, height: size.1), .rgba8, alphaType: alphaType, seed: 3)
      let back = try Photo(data: try Photo(pixels: pixels).data(as: options))
      #expect(back.pixels == pixels, "\(alphaType)")
      #expect(back.sourceFormat == options.format && back.warnings.isEmpty)
    }
  }

  @Test(arguments: [EncodingOptions.tiff, .jpegXL(quality: 1)], sizes)
  func `16 bits are kept exactly, opaque or not`(options: EncodingOptions, size: (Int, Int)) throws {
    for alphaType in [AlphaType.opaque, .straight] {
      let pixels = SamplePhoto.noise(PixelSize(width: size.0, height: size.1), .rgba16, alphaType: alphaType, seed: 4)
      #expect(try Photo(data: try Photo(pixels: pixels).data(as: options)).pixels == pixels, "\(alphaType)")
    }
  }

  @Test(arguments: [EncodingOptions.webP(), .jpegXL()]) func `lossy coding stays close to the picture`(
    options: EncodingOptions
  )
    throws
  {
    let pixels = SamplePhoto.pixels(PixelSize(width: 120, height: 90))
    let back = try Photo(data: try Photo(pixels: pixels).data(as: options)).pixels
    let differences = zip(back.bytes, pixels.bytes).map { abs(Int($0) - Int($1)) }
    #expect(back.size == pixels.size && back.alphaType == .opaque && differences.max() ?? 255 <= 16)
    let small = try Photo(pixels: pixels).data(as: EncodingOptions(format: options.format, quality: 0.2))
    #expect(small.count < (try Photo(pixels: pixels).data(as: options)).count)
  }

  @Test(arguments: lossless) func `a matte keeps its values and their linear light`(options: EncodingOptions)
    throws
  {
    let matte = SamplePhoto.matte(.skin, PixelSize(width: 33, height: 17))
    let back = try Photo(data: try Photo(pixels: matte.pixels).data(as: options)).pixels
    // WebP has the profile of that space.
    #expect(["Linear sRGB", "Extended linear sRGB"].contains(ProfileDescription.name(of: back.colorSpace)))
    #expect(back.alphaType == .opaque)
    #expect(matte.pixels.bytes.indices.allSatisfy { back.bytes[4 * $0 + 1] == matte.pixels.bytes[$0] })
  }

  @Test(arguments: lossless, Orientation.allCases)
  func `orientation and metadata survive a round trip`(options: EncodingOptions, orientation: Orientation) throws {
    var photo = SamplePhoto.portrait(PixelSize(width: 20, height: 10), orientation: orientation)
      .with(faces: [Face(bounds: NormalizedRect(x: 0.2, y: 0.2, width: 0.3, height: 0.3))])
    let back = try Photo(data: try photo.data(as: options))
    #expect(back.orientation == orientation && back.faces.count == 1)
    #expect(back.metadata.xmp != nil)
    let (exif, original) = (try #require(back.metadata.exif), try #require(photo.metadata.exif))
    if options.format == .tiff {
      // Tags are the file's own there, and the thumbnail is not among them.
      #expect(EXIFBlock(exif)?.makerNote == EXIFBlock(original)?.makerNote)
      #expect(String(decoding: exif, as: UTF8.self).contains("Cam"))
    } else {
      #expect(exif == original)
    }
    photo.metadata = PhotoMetadata()
    #expect(try Photo(data: try photo.data(as: options)).orientation == orientation)
    let summary = try PhotoSummary(data: try photo.data(as: options))
    #expect(summary.orientation == orientation && summary.size == photo.pixels.size)
  }

  @Test(arguments: lossless) func `big and little endian EXIF are both kept`(options: EncodingOptions) throws {
    for isBig in [true, false] {
      var photo = SamplePhoto.portrait(PixelSize(width: 20, height: 10))
      photo.metadata.exif = SamplePhoto.exif(orientation: .left, bigEndian: isBig)
      photo.orientation = .left
      let back = try Photo(data: try photo.data(as: options))
      let note = EXIFBlock(try #require(photo.metadata.exif))?.makerNote
      #expect(back.orientation == .left && back.metadata.exif.flatMap(EXIFBlock.init)?.makerNote == note)
    }
  }

  @Test(arguments: lossless) func `colour spaces are kept`(options: EncodingOptions) throws {
    var spaces: [ColorSpace] = [.sRGB, .displayP3, .extendedLinearSRGB]
    if options.format != .jpegXL { spaces.append(.icc(SyntheticProfile.bytes(count: 9_000))) }
    for space in spaces {
      let photo = Photo(pixels: SamplePhoto.pixels(PixelSize(width: 8, height: 8), colorSpace: space))
      let back = try Photo(data: try photo.data(as: options)).pixels
      #expect(back.bytes == photo.pixels.bytes)
      if case .icc = space { #expect(back.colorSpace == space) }
      if space == .sRGB { #expect(back.colorSpace == .sRGB) }
      let names = [back.colorSpace, space].map(ProfileDescription.name)
      if options.format == .jpegXL { #expect(names[0] == names[1]) }
    }
  }

  @Test func `IPTC is kept, also if only EXIF can hold it`() throws {
    var photo = SamplePhoto.portrait(PixelSize(width: 20, height: 10))
    let block = PhotoshopResources.block(iptc: [0x1C, 2, 0x50, 0, 3] + Array("Ann".utf8))
    photo.metadata.iptc = block
    for options in [EncodingOptions.webP(), .jpegXL(), .tiff, .png] {
      #expect(try Photo(data: try photo.data(as: options)).metadata.iptc == block)
      let words = photo.warnings(writingAs: options).map(\.message)
      #expect(!words.isEmpty && words.allSatisfy { $0.contains("auxiliary image") })
    }
  }

  @Test(arguments: lossless) func `a region and a reduced picture agree with the whole`(options: EncodingOptions) throws
  {
    let pixels = SamplePhoto.noise(PixelSize(width: 61, height: 47), .rgba8, alphaType: .straight, seed: 9)
    let bytes = try Photo(pixels: pixels).data(as: options)
    let region = PixelRect(x: 5, y: 7, width: 30, height: 21)
    let part = try Photo(data: bytes, options: ReadingOptions(region: region))
    #expect(part.pixels == pixels.cropped(to: region))
    let small = try Photo(data: bytes, options: ReadingOptions(region: region, maximumPixelSize: 10)).pixels
    #expect(small.size == PixelSize(width: 10, height: 7))
    let png = try Photo(pixels: pixels).data(as: .png)
    #expect(small == (try Photo(data: png, options: ReadingOptions(region: region, maximumPixelSize: 10))).pixels)
  }

  @Test(arguments: lossless + [.webP(), .jpegXL()])
  func `a truncated file is an error, or gives its intact part`(options: EncodingOptions) throws {
    let pixels = SamplePhoto.noise(PixelSize(width: 300, height: 300), .rgba8, alphaType: .opaque, seed: 5)
    let bytes = try Photo(pixels: pixels).data(as: options)
    // libtiff writes the directory last; a TIFF that is cut has lost its pictures' places, so that damage stands for it.
    var cut = Array(bytes.prefix(bytes.count * 2 / 3))
    if options.format == .tiff {
      cut = bytes
      for index in bytes.count / 2..<bytes.count * 3 / 4 { cut[index] = 0x55 }
    }
    guard case .malformed = failure(of: { () throws(PhotoFileError) in _ = try Photo(data: cut) }) else {
      Issue.record("it was read")
      return
    }
    let photo = try Photo(data: cut, options: ReadingOptions(allowsIncomplete: true))
    #expect(photo.warnings.contains { $0.message.contains("rows are whole") }, "\(photo.warnings)")
    #expect(photo.pixels.size == pixels.size)
  }

  @Test(arguments: lossless) func `stripping keeps the coded picture`(options: EncodingOptions) throws {
    let photo = SamplePhoto.portrait(PixelSize(width: 60, height: 40), orientation: .right)
    let bytes = try photo.data(as: options)
    let stripped = try Photo(data: try MetadataPolicy.strip.applied(to: bytes))
    #expect(stripped.pixels == (try Photo(data: bytes)).pixels && stripped.orientation == .right)
    #expect(stripped.metadata.xmp == nil)
    let text = String(decoding: try MetadataPolicy.strip.applied(to: bytes), as: UTF8.self)
    #expect(!text.contains("Cam\0") && !text.contains("Tests 1.0") && !text.contains("Apple iOS"))
    #expect(try MetadataPolicy.keep.applied(to: bytes) == bytes)
  }
}
