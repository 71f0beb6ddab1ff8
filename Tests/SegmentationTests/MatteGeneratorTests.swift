import FaceMeta
import FoundationEssentials
import Glibc
import Imaging
import Kernels
import Models
import PhotoFile
import Support
import Testing

@testable import Inference
@testable import Segmentation

/// The real network on the sample portrait that set-up installs.
@Suite(.enabled(if: SamplePortrait.isReady, "needs set-up's networks and sample"))
struct MatteGeneratorTests {
  private func mattes(
    of photo: Photo, _ kinds: Set<MatteKind> = Set(MatteKind.generated), precision: Precision = .f32,
    quality: MatteQuality = .balanced, in space: CoordinateSpace = .upright
  ) throws -> MatteSet {
    let faces = try FaceDetector().faces(in: photo.pixels, orientation: photo.orientation)
    return try MatteGenerator(precision: precision, quality: quality)
      .mattes(kinds, for: photo.pixels, orientation: photo.orientation, faces: faces, in: space)
  }

  /// The mean difference in levels of 0...255.
  private func difference(_ a: Matte?, _ b: Matte?) throws -> Double {
    let (a, b) = (try #require(a).pixels, try #require(b).pixels)
    #expect(a.size == b.size)
    return zip(a.bytes, b.bytes).reduce(0.0) { $0 + abs(Double($1.0) - Double($1.1)) } / Double(a.bytes.count)
  }

  @Test func `no mattes are made in a cancelled task`() async throws {
    let photo = try Photo(contentsOf: SamplePortrait.file)
    let generator = try MatteGenerator()
    let waiting = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return Result { () throws(SegmentationError) in try generator.mattes(for: photo.pixels, faces: []) }
    }
    let result = await waiting.value
    #expect {
      try result.get()
    } throws: { error in
      if case .cancelled? = error as? SegmentationError { true } else { false }
    }
  }

  @Test func `mattes have half the picture's size, rounded up, and only the kinds that are asked for`() throws {
    let photo = try Photo(contentsOf: SamplePortrait.file)
    let odd = try Photo(pixels: photo.pixels.resized(to: PixelSize(width: 401, height: 399)))
    let found = try mattes(of: odd, [.hair, .portrait, .glasses])
    #expect(found.kinds == [.hair, .portrait])
    for matte in found {
      #expect(matte.pixels.size == PixelSize(width: 201, height: 200))
      #expect(matte.pixels.colorSpace == .linearGray && matte.coordinateSpace == .upright)
    }
  }

  /// A generator that unloads networks needs them again for a close-up and for the next photo.
  @Test func `networks that are unloaded after their use give the same mattes`() throws {
    let photo = try Photo(contentsOf: SamplePortrait.file)
    var distant = PixelBuffer(size: PixelSize(width: 1_024, height: 1_024), format: photo.pixels.format)
    distant.replace(
      PixelRect(x: 400, y: 300, width: 256, height: 256),
      with: try photo.pixels.resized(to: PixelSize(width: 256, height: 256)))
    let (keeping, unloading) = try (
      MatteGenerator(quality: .balanced, keepsNetworks: true), MatteGenerator(quality: .balanced, keepsNetworks: false)
    )
    for pixels in [photo.pixels, distant] {
      let faces = try FaceDetector().faces(in: pixels)
      #expect(try unloading.mattes(for: pixels, faces: faces) == keeping.mattes(for: pixels, faces: faces))
    }
  }

  @Test(arguments: MatteQuality.allCases)
  func `the person is white, the background black, and the parts lie where they are`(quality: MatteQuality) throws {
    let found = try mattes(of: Photo(contentsOf: SamplePortrait.file), quality: quality)
    func value(_ kind: MatteKind, _ x: Int, _ y: Int) throws -> UInt8 {
      try #require(found[kind]).pixels.bytes[y / 2 * 256 + x / 2]
    }
    // Places in the portrait of 512 x 512, read off it: cheek, hair, chest, wall, eye, teeth.
    #expect(try value(.skin, 198, 126) > 200 && value(.hair, 198, 126) < 50)
    #expect(try value(.hair, 216, 40) > 200 && value(.skin, 216, 40) < 50)
    #expect(try value(.portrait, 200, 300) > 200)
    #expect(try value(.portrait, 330, 90) < 20)
    #expect(try value(.skin, 206, 101) < 100)
    #expect(try value(.teeth, 222, 147) > 128 && value(.skin, 222, 147) < 60)
    let (hair, portrait) = (try #require(found[.hair]).pixels, try #require(found[.portrait]).pixels)
    #expect(zip(hair.bytes, portrait.bytes).allSatisfy { $0 <= $1 })
  }

  @Test func `the flag beside the arm is not part of the person`() throws {
    // Both networks for photos half mistake its stripe for a sleeve.
    let portrait = try #require(mattes(of: Photo(contentsOf: SamplePortrait.file))[.portrait]).pixels
    let stripe = (146..<166).flatMap { y in (0..<8).map { x in Int(portrait.bytes[256 * y + x]) } }
    #expect(stripe.reduce(0, +) < 20 * stripe.count)
  }

  // At `fast` the network for frames is shown too few pixels to be sure that anybody is there.
  @Test(arguments: [MatteQuality.balanced, .accurate])
  func `a body whose head is outside the picture has a portrait`(quality: MatteQuality) throws {
    let whole = try Photo(contentsOf: SamplePortrait.file).pixels
    // The suit, with a strip of flag and of helmet. The network for photos finds no person in it, the one for frames
    // does.
    let torso = try whole.resized(
      PixelRect(x: 56, y: 343, width: 337, height: 161), to: PixelSize(width: 337, height: 161))
    let portrait = try #require(mattes(of: Photo(pixels: torso), quality: quality)[.portrait]).pixels
    #expect(Double(portrait.bytes.count { $0 > 127 }) > 0.6 * Double(portrait.bytes.count))
  }

  @Test(arguments: TestScale.isFull ? Orientation.allCases : [.right])
  func `a turned picture gives the same mattes, in both frames`(orientation: Orientation) throws {
    let photo = try Photo(contentsOf: SamplePortrait.file)
    let turned = Photo(pixels: photo.pixels.oriented(by: orientation.inverse), orientation: orientation)
    let upright = try mattes(of: photo)
    let seen = try mattes(of: turned)
    let stored = try mattes(of: turned, in: .stored)
    for kind in [MatteKind.hair, .skin, .portrait] {
      #expect(try difference(upright[kind], seen[kind]) < 1)
      let back = try #require(stored[kind])
      #expect(back.coordinateSpace == .stored)
      #expect(back.pixels.oriented(by: orientation) == seen[kind]?.pixels)
    }
  }

  @Test func `bf16 gives nearly what f32 gives`() throws {
    let photo = try Photo(contentsOf: SamplePortrait.file)
    let (exact, fast) = (try mattes(of: photo), try mattes(of: photo, precision: .bf16))
    for kind in [MatteKind.hair, .skin, .portrait] {
      let mean = try difference(exact[kind], fast[kind])
      // Where the network is uncertain (the flag, the helmet), eight bits of mantissa make a difference.
      #expect(mean < 4, "\(kind)")
    }
  }

  @Test func `a picture without people gives no mattes`() throws {
    let gray = PixelBuffer(
      size: PixelSize(width: 300, height: 200), format: .rgba8,
      bytes: (0..<60_000).flatMap { index -> [UInt8] in [UInt8(index % 300 / 2 + 50), 120, 140, 255] })
    #expect(try mattes(of: Photo(pixels: gray)).isEmpty)
    for size in [PixelSize(width: 1, height: 1), PixelSize(width: 1, height: 900)] {
      #expect(try mattes(of: Photo(pixels: PixelBuffer(size: size, format: .l16))).isEmpty)
    }
  }

  /// A store that holds the research weights under these names.
  private func store(in folder: TemporaryFolder, _ copies: [(from: String, to: String)]) throws -> NetworkStore {
    for (from, to) in copies {
      for ending in ["xml", "bin"] {
        let source = ProjectFolder.root.appending(path: "\(ModelWeights.checkoutFolder)/\(from).\(ending)")
        try FileManager.default.copyItem(atPath: source.path, toPath: folder.file("\(to).\(ending)"))
      }
    }
    // A network is known by its content, whatever its name: it is compiled once for all stores.
    let compiled = NetworkStore.default.cacheFolder.map {
      NetworkStore.CompiledNetworks.inFolder(URL(filePath: $0))
    }
    return NetworkStore(
      networks: folder.url.path, openVINO: ProjectFolder.dependencies.appending(path: "openvino").path,
      compiledNetworks: compiled ?? .notKept, environment: [:], executable: nil)
  }

  @Test(arguments: [true, false])
  func `a photo that a head fills is predicted by the head network, a movie always by the people network`(
    isFaceFound: Bool
  ) throws {
    let folder = try TemporaryFolder()
    let without = try store(
      in: folder,
      [
        ("mattes-research", "mattes-research"), ("mattes-research", "heads-research"),
        ("photos-research", "photos-research"), ("people-research", "people-research"),
        ("teeth-research", "teeth-research"),
      ])
    let photo = try Photo(contentsOf: SamplePortrait.file)
    let size = photo.pixels.size
    let face = try #require(try FaceDetector().faces(in: photo.pixels).first).bounds.pixels(in: size)
    let head = PixelRect(
      x: face.x - face.width, y: face.y - face.height, width: 3 * face.width, height: 3 * face.height
    ).intersection(PixelRect(size))
    let pixels = try photo.pixels.resized(head, to: head.size)
    let faces = isFaceFound ? try FaceDetector().faces(in: pixels) : []
    func hair(_ store: NetworkStore, of subjects: SubjectSelection) throws -> Matte? {
      let generator = try MatteGenerator(store: store, quality: .fast)
      let mattes =
        switch subjects {
        case .foreground: try generator.mattes([.hair], for: pixels, orientation: .up, faces: faces, in: .upright)
        case .all: try generator.mattes([.hair], ofSingle: Frame(pixels: pixels, time: .zero), faces: faces)
        }
      return mattes[.hair]
    }
    #expect(try hair(.default, of: .all)?.pixels.bytes == hair(without, of: .all)?.pixels.bytes)
    #expect(try difference(hair(.default, of: .foreground), hair(without, of: .foreground)) > 0)
  }

  @Test func `a small head in a frame gets a close-up pass by the people network too`() throws {
    let folder = try TemporaryFolder()
    let without = try store(
      in: folder,
      [
        ("heads-research", "mattes-research"), ("heads-research", "heads-research"),
        ("heads-research", "photos-research"), ("people-research", "people-research"),
        ("teeth-research", "teeth-research"),
      ])
    let (pixels, faces) = try SamplePortrait.threeInARow()
    func portrait(_ store: NetworkStore, _ faces: [Face]) throws -> [UInt8]? {
      let frame = Frame(pixels: pixels, time: .zero)
      return try MatteGenerator(store: store, quality: .balanced).mattes([.portrait], ofSingle: frame, faces: faces)[
        .portrait]?.pixels.bytes
    }
    let closely = try portrait(.default, faces)
    let isSame = try closely != nil && closely == portrait(without, faces)
    #expect(isSame)
    let isWithoutCloseUpSame = try closely == portrait(.default, [])
    #expect(!isWithoutCloseUpSame)
  }

  @Test(arguments: MatteQuality.allCases)
  func `a person far away has the mattes of the person alone`(quality: MatteQuality) throws {
    let generator = try MatteGenerator(quality: quality)
    func portrait(_ pixels: PixelBuffer) throws -> PixelBuffer {
      try #require(
        generator.mattes([.portrait], for: pixels, orientation: .up, faces: [], in: .upright)[.portrait]
      ).pixels
    }
    // The person is cut out, and pasted onto a soft background at a tenth of its width.
    let person = try Photo(contentsOf: SamplePortrait.file).pixels.converted(to8Bit: .rgba8)
    let near = try portrait(person)
    let size = PixelSize(width: 1_600, height: 1_200)
    let place = PixelRect(x: 900, y: 700, width: 160, height: 160)
    let (small, cover) = (try person.resized(to: place.size), try near.resized(to: place.size))
    var bytes = (0..<size.area).flatMap { index -> [UInt8] in
      let (x, y) = (Double(index % size.width), Double(index / size.width) / Double(size.height))
      return [UInt8(150 - 40 * y), UInt8(120 + 50 * sin(x / 300)), UInt8(90 + 60 * y), 255]
    }
    for y in 0..<place.height {
      for x in 0..<place.width {
        let (from, to) = (y * place.width + x, (place.y + y) * size.width + place.x + x)
        let alpha = Int(cover.bytes[from])
        for component in 0..<3 {
          let (above, below) = (Int(small.bytes[4 * from + component]), Int(bytes[4 * to + component]))
          bytes[4 * to + component] = UInt8((above * alpha + below * (255 - alpha)) / 255)
        }
      }
    }
    let far = try portrait(PixelBuffer(size: size, format: .rgba8, bytes: bytes))
    let half = PixelRect(x: place.x / 2, y: place.y / 2, width: place.width / 2, height: place.height / 2)
    let (shown, wanted) = (try far.resized(half, to: half.size), try near.resized(to: half.size))
    let difference = zip(shown.bytes, wanted.bytes).reduce(0.0) { $0 + abs(Double($1.0) - Double($1.1)) }
    // In the whole photo it is 16 at `fast`, 5 at the others, of about the same scene.
    #expect(difference / Double(half.size.area) < 4)
    #expect(far.bytes.count { $0 > 128 } < wanted.bytes.count { $0 > 128 } * 11 / 10)
  }

  @Test func `a folder without one of the networks is an error that names it`() throws {
    let names = ["photos-research", "mattes-research", "heads-research", "people-research", "teeth-research"]
    for (count, missing) in names.enumerated() {
      let folder = try TemporaryFolder()
      let store = try store(in: folder, names.prefix(count).map { ($0, $0) })
      let error = try #require(throws: SegmentationError.self) { try MatteGenerator(store: store) }
      #expect(error.description.contains("\(missing).xml"))
    }
  }

  @Test func `fast runs one network on a photo, the better qualities two`() throws {
    let names = ["mattes-research", "heads-research", "photos-research", "people-research", "teeth-research"]
    let folder = try TemporaryFolder()
    let others = try store(
      in: folder, names.map { ($0 == "mattes-research" ? "heads-research" : $0, $0) })
    let (pixels, _) = try SamplePortrait.besideAWall()
    func portrait(_ store: NetworkStore, _ quality: MatteQuality) throws -> [UInt8]? {
      try MatteGenerator(store: store, quality: quality).mattes(
        [.portrait], for: pixels, orientation: .up, faces: [], in: .upright)[.portrait]?.pixels.bytes
    }
    let isSameAtFast = try portrait(.default, .fast) == portrait(others, .fast)
    #expect(isSameAtFast)
    let isSameAtBalanced = try portrait(.default, .balanced) == portrait(others, .balanced)
    #expect(!isSameAtBalanced)
  }
}
