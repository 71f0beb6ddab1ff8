import Dispatch
import Foundation
import MatteKit
import Support
import Testing

/// Files of ours, read by other people's programs.
@Suite(.writtenPhotos)
struct InteroperabilityTests {
  /// The frame in which a program hands out mattes.
  private enum MatteFrame {
    case upright
    case stored
  }

  private func photos(_ formats: Set<PhotoFormat>) throws -> [WrittenPhoto] {
    try #require(WrittenPhotos.current).photos(in: formats)
  }

  /// Looks whether the pictures that a program wrote into a folder are the ones that went into the files.
  private func expectPictures(of photos: [WrittenPhoto], in folder: TemporaryFolder, mattes frame: MatteFrame?) {
    for photo in photos {
      guard let picture = DecodedPicture(photo.name, in: folder.url) else {
        Issue.record("\(photo.name) was not read")
        continue
      }
      #expect(picture.size == photo.picture.size, "\(photo.name)")
      if let error = picture.difference(from: photo.picture.colors) {
        // Chroma of half the size cannot follow a step of a few pixels; with a wrong rotation, corners differ by 24 or
        // more.
        let isTiny = photo.picture.size.area < 64
        #expect(error.largest <= (isTiny ? 12 : 6) && error.mean <= (isTiny ? 5 : 1.5), "\(photo.name): \(error)")
      } else {
        Issue.record("\(photo.name) has \(picture.components) components")
      }
      if photo.hasAlpha {
        let alpha = picture.alpha ?? DecodedPicture("\(photo.name)-alpha", in: folder.url)?.samples
        let isExact = alpha == photo.picture.alpha
        #expect(isExact, "\(photo.name)")
      }
      guard let frame else { continue }
      for kind in MatteKind.generated {
        let expected =
          frame == .upright
          ? photo.picture.mattes[kind] ?? [] : photo.picture.storedMatte(kind, orientation: photo.orientation)
        let matte = DecodedPicture("\(photo.name)-\(kind.urn)", in: folder.url)
        if photo.format == .jpeg {
          let error = matte?.difference(from: expected)
          #expect((error?.largest ?? 255) <= 2, "\(photo.name) \(kind): \(String(describing: error))")
        } else {
          let isExact = matte?.gray == expected
          #expect(isExact, "\(photo.name) \(kind)")
        }
      }
    }
  }

  /// Runs a program for each file, on all cores.
  private func run(
    _ program: URL, for photos: [WrittenPhoto], _ arguments: @escaping @Sendable (WrittenPhoto) -> [String]
  ) {
    DispatchQueue.concurrentPerform(iterations: photos.count) { index in
      do {
        let outcome = try MatteTool.run(program, arguments(photos[index]))
        #expect(outcome.status == 0, "\(photos[index].name): \(outcome.errors)")
        #expect(outcome.errors.isEmpty, "\(photos[index].name): \(outcome.errors)")
      } catch {
        Issue.record(error)
      }
    }
  }

  @Test(.enabled(if: OtherReaders.heifConvert != nil, "needs heif-convert"))
  func `heif-convert reads pictures and mattes`() throws {
    let photos = try photos([.heic, .avif])
    let folder = try TemporaryFolder()
    let target = folder.url
    run(try #require(OtherReaders.heifConvert), for: photos) {
      ["--quiet", "--with-aux", $0.file.path, target.appending(path: "\($0.name).png").path]
    }
    expectPictures(of: photos, in: folder, mattes: .upright)
  }

  @Test(.enabled(if: OtherReaders.vips != nil, "needs vips"))
  func `vips reads pictures`() throws {
    // It composes transparent parts over black, as portable maps have no alpha.
    let photos = try photos([.heic, .avif, .jpeg]).filter { !$0.hasAlpha }
    let folder = try TemporaryFolder()
    let target = folder.url
    run(try #require(OtherReaders.vips), for: photos) {
      ["autorot", $0.file.path, target.appending(path: "\($0.name).ppm").path]
    }
    expectPictures(of: photos, in: folder, mattes: nil)
  }

  @Test(.enabled(if: OtherReaders.mogrify != nil, "needs ImageMagick"))
  func `ImageMagick reads pictures`() throws {
    let photos = try photos([.heic, .avif, .jpeg]).filter { !$0.hasAlpha }
    let folder = try TemporaryFolder()
    let outcome = try MatteTool.run(
      try #require(OtherReaders.mogrify),
      ["-auto-orient", "-format", "ppm", "-path", folder.url.path] + photos.map(\.file.path))
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    expectPictures(of: photos, in: folder, mattes: nil)
  }

  @Test(.enabled(if: OtherReaders.python != nil, "needs pillow-heif"))
  func `Pillow and pillow-heif read pictures, mattes and metadata`() throws {
    let photos = try photos([.heic, .avif, .jpeg])
    let folder = try TemporaryFolder()
    let outcome = try OtherReaders.runPython(Self.pillow, [folder.url.path] + photos.map(\.file.path))
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    expectPictures(of: photos.filter { $0.format == .heic }, in: folder, mattes: .upright)
    // Pillow reads AVIF itself, and nothing beside the picture.
    expectPictures(of: photos.filter { $0.format == .avif }, in: folder, mattes: nil)
    expectPictures(of: photos.filter { $0.format == .jpeg }, in: folder, mattes: .stored)
    for photo in photos {
      func block(_ ending: String) -> [UInt8]? {
        (try? Data(contentsOf: folder.url.appending(path: "\(photo.name).\(ending)"))).map(Array.init)
      }
      #expect(block("exif") == Array("Exif\0\0".utf8) + photo.exif, "\(photo.name)")
      // HEIC names sRGB by its profile too.
      if photo.format == .jpeg || photo.profile != nil { #expect(block("icc") == photo.profile, "\(photo.name)") }
      let xmp = try Photo(contentsOf: photo.file).metadata.xmp
      #expect(block("xmp") == xmp, "\(photo.name)")
    }
  }

  /// Writes what Pillow reads of each file: the upright picture, mattes by their URN, and metadata blocks.
  private static let pillow = """
    import os, re, sys, pillow_heif
    from PIL import Image, ImageOps

    for path in sys.argv[2:]:
        name = os.path.join(sys.argv[1], os.path.splitext(os.path.basename(path))[0])
        def keep(ending, data):
            if data:
                with open(name + "." + ending, "wb") as file:
                    file.write(data)
        if path.endswith(".heic"):
            photo = pillow_heif.open_heif(path)
            for urn, ids in photo.info["aux"].items():
                photo.get_aux_image(ids[0]).to_pillow().save(name + "-" + urn + ".pgm")
            info = dict(photo.info)
            picture = photo.to_pillow()
        else:
            photo = Image.open(path)
            info = dict(photo.info)
            picture = ImageOps.exif_transpose(photo)
            for index in range(1, photo.n_frames if path.endswith(".jpg") else 1):
                photo.seek(index)
                urn = re.search(rb"urn:com:apple:photo:[^<]*", photo.info["xmp"])
                urn = urn[0].decode() if urn else "urn:com:apple:photo:2018:aux:portraiteffectsmatte"
                photo.save(name + "-" + urn + ".pgm", "PPM")
        if picture.mode == "RGBA":
            picture.getchannel("A").save(name + "-alpha.pgm", "PPM")
        picture.convert("RGB").save(name + ".ppm")
        keep("exif", info.get("exif"))
        keep("icc", info.get("icc_profile"))
        keep("xmp", info.get("xmp"))
    """
}
