import Foundation
import MatteKit
import Support
import Testing

/// Pictures that other programs wrote, read here and by them.
@Suite(.enabled(if: OtherReaders.python != nil, "needs Pillow and pillow-heif"))
struct ForeignPicturesTests {
  /// Writes pictures of every kind that Pillow can, and beside each its pixels as Pillow reads them, RGBA of 8 bits.
  private static let writing = """
    import sys, io
    from PIL import Image, ImageCms
    folder = sys.argv[1]
    base = Image.new("RGB", (61, 45))
    base.putdata([(40 + 3 * x, 30 + 4 * y, 200 - 2 * x - y) for y in range(45) for x in range(61)])
    alpha = Image.new("L", (61, 45))
    alpha.putdata([(7 * x + 3 * y) % 256 for y in range(45) for x in range(61)])
    rgba = base.copy(); rgba.putalpha(alpha)
    gray = base.convert("L")
    cmyk = base.convert("CMYK")
    exif = Image.Exif(); exif[0x0112] = 6; exif[0x010F] = "Maker"
    icc = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    def save(name, image, **options):
        image.save(folder + "/" + name, **options)
        back = Image.open(folder + "/" + name)
        if back.mode == "I;16": back = back.point(lambda v: v / 257).convert("L")
        back = back.convert("RGBA")
        open(folder + "/" + name + ".rgba", "wb").write(back.tobytes())
    for name, sampling in (("444", 0), ("422", 1), ("420", 2)):
        for progressive in (False, True):
            save("%s%d.jpg" % (name, progressive), base, subsampling=sampling, progressive=progressive, quality=90)
    save("restart.jpg", base, restart_marker_blocks=3, exif=exif, icc_profile=icc)
    save("optimized.jpg", base, optimize=True, quality=30, comment=b"words")
    save("gray.jpg", gray); save("cmyk.jpg", cmyk, quality=95); save("cmyk420.jpg", cmyk, subsampling=2, progressive=True)
    save("rgb.jpg", base, keep_rgb=True)
    save("rgb.png", base, icc_profile=icc); save("rgba.png", rgba, exif=exif); save("gray.png", gray)
    save("la.png", rgba.convert("LA")); save("one.png", gray.convert("1"))
    palette = base.quantize(200); save("palette.png", palette); save("transparent.png", palette, transparency=7)
    for bits in (1, 2, 4):
        save("palette%d.png" % bits, base.quantize(2 ** bits), bits=bits)
    deep = Image.new("I;16", (61, 45)); deep.putdata([(1000 * x + 37 * y) % 65536 // 257 * 257 for y in range(45) for x in range(61)])
    save("deep.png", deep)
    save("key.png", base, transparency=(43, 30, 198))
    """

  @Test func `Pillow's pictures are read as Pillow reads them`() throws {
    let folder = try TemporaryFolder()
    let outcome = try OtherReaders.runPython(Self.writing, folder.url.path)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path).filter { !$0.hasSuffix(".rgba") }
    #expect(names.count >= 22)
    for name in names {
      let photo = try Photo(contentsOf: folder.url.appending(path: name))
      let expected = try Data(contentsOf: folder.url.appending(path: name + ".rgba"))
      #expect(photo.pixels.size == PixelSize(width: 61, height: 45), "\(name)")
      let samples =
        photo.pixels.format == .rgba16
        ? stride(from: 1, to: photo.pixels.bytes.count, by: 2).map { photo.pixels.bytes[$0] } : photo.pixels.bytes
      #expect(samples.count == expected.count, "\(name)")
      let difference = zip(samples, expected).reduce(0) { max($0, abs(Int($1.0) - Int($1.1))) }
      #expect(difference <= (name.hasSuffix("jpg") ? 2 : 0), "\(name): \(difference)")
      let hasEXIF = name == "restart.jpg" || name == "rgba.png"
      #expect(photo.orientation == (hasEXIF ? .right : .up) && (photo.metadata.exif != nil) == hasEXIF, "\(name)")
      if name == "restart.jpg" || name == "rgb.png" {
        guard case .icc = photo.pixels.colorSpace else {
          Issue.record("\(name) has lost its profile")
          continue
        }
      }
    }
  }

  /// Writes the auxiliary images and the depth range of a HEIC file as pillow-heif reads them, one line each.
  private static let auxiliary = """
    import sys, hashlib, pillow_heif
    image = pillow_heif.open_heif(sys.argv[1], convert_hdr_to_8bit=False)
    def rows(picture):
        data, width, height = bytes(picture.data), picture.size[0], picture.size[1]
        return b"".join(data[y * picture.stride:y * picture.stride + width] for y in range(height))
    for name, ids in sorted(image.info["aux"].items()):
        for number in ids:
            picture = image.get_aux_image(number)
            print(name, picture.size[0], picture.size[1], hashlib.sha256(rows(picture)).hexdigest())
    for picture in image.info["depth_images"]:
        values = picture.info["metadata"]
        print("depth", picture.size[0], picture.size[1], hashlib.sha256(rows(picture)).hexdigest())
        print("range", values["representation_type"], values["d_min"], values["d_max"])
    """

  @Test(
    arguments: ["fidmaa_heic_depth_data.heic", "fidmaa_heic_face_data.heic", "pillow_pug.heic"],
    PhonePhotos.available)
  func `mattes, gain map and depth of iPhones are read as pillow-heif reads them`(
    name: String, photos: PhonePhotos
  ) throws {
    let url = photos.url(name)
    let outcome = try OtherReaders.runPython(Self.auxiliary, url.path)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let photo = try Photo(contentsOf: url)
    let folder = try TemporaryFolder()
    var seen = 0
    for line in outcome.output.split(separator: "\n") {
      let words = line.split(separator: " ").map(String.init)
      if words[0] == "range" {
        let range = try #require(photo.auxiliary(.depth)?.depthRepresentation)
        #expect(words[1] == "1" && range.quantity == .disparity)
        #expect(Float(words[2]) == range.minimum && Float(words[3]) == range.maximum)
        continue
      }
      let type = words[0] == "depth" ? AuxiliaryImageType.depth : AuxiliaryImageType(rawValue: words[0])
      let image = try #require(photo.auxiliary(type), "\(words[0])")
      #expect("\(image.pixels.width) \(image.pixels.height)" == "\(words[1]) \(words[2])")
      let file = folder.file("\(seen).gray")
      try Data(image.pixels.bytes).write(to: URL(filePath: file))
      let sum = try OtherReaders.runPython(
        "import sys, hashlib; print(hashlib.sha256(open(sys.argv[1], 'rb').read()).hexdigest())", file)
      #expect(sum.output.trimmingCharacters(in: .whitespacesAndNewlines) == words[3], "\(words[0])")
      seen += 1
    }
    #expect(seen == photo.auxiliaryImages.count)
  }
}
