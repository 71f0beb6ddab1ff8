import Batch
import Foundation
import MatteKit
import Support
import Testing

@Suite struct DocumentationTests {
  /// The README and the articles, from the root of the checkout.
  static let pages = [
    "README.md", "Sources/MatteKit/MatteKit.docc/MatteKit.md", "Sources/MatteKit/MatteKit.docc/EffectsThroughMattes.md",
    "Sources/MatteKit/MatteKit.docc/PhotoFiles.md", "Sources/MatteKit/MatteKit.docc/WriteAnEffect.md",
    "Sources/MatteKit/MatteKit.docc/Filters.md", "Sources/MatteKit/MatteKit.docc/GettingStarted.md",
    "Sources/MatteKit/MatteKit.docc/FacesInAMovie.md", "Sources/MatteKit/MatteKit.docc/WriteAFilter.md",
    "Sources/MatteKit/MatteKit.docc/EffectsOnMovies.md", "Sources/MatteKit/MatteKit.docc/Privacy.md",
    "Sources/MatteKit/MatteKit.docc/Codes.md", "Sources/MatteKit/MatteKit.docc/Mattes.md",
    "Sources/Batch/Batch.docc/AThousandPhotos.md",
  ]

  @Test(arguments: pages)
  func `every Swift example is compiled with the tests`(page: String) throws {
    let examples = try DocumentationExamples.compare(page, with: "Tests/MatteKitTests/Snippets.swift")
    #expect(!examples.all.isEmpty)
    for missing in examples.missing { Issue.record("not in Snippets.swift:\n\(missing)") }
  }

  @Test func `the search order in the documentation is the one that is searched`() throws {
    let page = try String(
      contentsOf: ProjectFolder.root.appending(path: "Sources/MatteKit/MatteKit.docc/GettingStarted.md"),
      encoding: .utf8)
    let items = page.split(separator: "\n").filter { $0.prefixMatch(of: /[0-9]+[.]\s/) != nil }
    #expect(items.count == SearchFolder.Origin.allCases.count)
    for (index, (item, origin)) in zip(items, SearchFolder.Origin.allCases).enumerated() {
      #expect(item.hasPrefix("\(index + 1). \(origin.description)"), "\(item)")
    }
  }

  @Test func `the manifest in the README is the article's`() throws {
    let manifests = try ["README.md", "Sources/MatteKit/MatteKit.docc/GettingStarted.md"].map { page in
      let text = try String(contentsOf: ProjectFolder.root.appending(path: page), encoding: .utf8)
      return try #require(
        text.components(separatedBy: "```swift\n").compactMap { $0.components(separatedBy: "```").first }
          .first { $0.contains("import PackageDescription") })
    }
    #expect(manifests[0] == manifests[1])
  }

  @Test func `the README's example writes a photo with four mattes and its face`() throws {
    let input = ProjectFolder.dependencies.appending(path: "samples/astronaut.png")
    let folder = try TemporaryFolder()
    let output = folder.url.appending(path: "output.heic")
    try Snippets.readme(input: input, output: output)
    let written = try Photo(contentsOf: output)
    #expect(written.pixels.size == PixelSize(width: 512, height: 512))
    #expect(Set(written.mattes.kinds) == [.hair, .skin, .teeth, .portrait])
    #expect(written.mattes.allSatisfy { $0.pixels.size == PixelSize(width: 256, height: 256) })
    #expect(written.faces.count == 1)
    #expect(try Snippets.readMattes(of: output) == 5 * 256 * 256)

    let dyed = try Snippets.effect(photo: written, mattes: written.mattes, faces: written.faces)
    #expect(dyed.pixels != written.pixels)
    #expect(dyed.mattes == written.mattes)

    let look = try folder.file("look.json", Array(EffectPreset(named: "hair-color+stage-light").json().utf8))
    let staged = try Snippets.preset(look, photo: written, mattes: written.mattes, faces: written.faces)
    #expect(try Snippets.namedEffects(.white).name == "smooth-skin+hair-color")
    let silver = try Snippets.ownEffect(photo: written, mattes: written.mattes)
    #expect(staged.pixels != written.pixels && silver.pixels != written.pixels)
  }

  @Test func `the example of mattes writes those of a portrait as gray pictures`() throws {
    let temporary = try TemporaryFolder()
    let folder = temporary.url
    let photo = try Photo(contentsOf: ProjectFolder.dependencies.appending(path: "samples/astronaut.png"))
    try Snippets.mattes(of: photo, in: folder)
    for kind in ["hair", "portrait"] {
      let file = folder.appending(path: "\(kind).png")
      #expect(try Photo(contentsOf: file).pixels.size == PixelSize(width: 256, height: 256))
      // The colour type of PNG's header: gray.
      #expect(try Data(contentsOf: file)[25] == 0)
    }
    // Read again, they are the same mattes.
    let (hair, portrait) = (folder.appending(path: "hair.png"), folder.appending(path: "portrait.png"))
    let first = photo.with(mattes: [try Matte(kind: .portrait, contentsOf: portrait)])
    let both = try Photo(data: Snippets.ownMatte(in: hair, for: first).data(as: .heic()))
    #expect(both.mattes.kinds == [.hair, .portrait])
    #expect(try both.mattes[.hair]?.pixels.bytes == Matte(kind: .hair, contentsOf: hair).pixels.bytes)
  }

  @Test func `the examples of photo files read, edit and strip one`() throws {
    let temporary = try TemporaryFolder()
    let folder = temporary.url
    let (edited, stripped) = (folder.appending(path: "edited.heic"), folder.appending(path: "stripped.heic"))
    let photo = Photo(
      pixels: PixelBuffer(size: PixelSize(width: 64, height: 96), format: .rgba8), orientation: .right)
    let hair = Matte(
      kind: .hair, pixels: PixelBuffer(size: PixelSize(width: 32, height: 48), format: .l8, colorSpace: .linearGray),
      coordinateSpace: .stored)
    let face = Face(id: 1, bounds: NormalizedRect(x: 0.25, y: 0.25, width: 0.5, height: 0.25))
    let jpeg = try Snippets.edit(
      photo, image: photo.image.applying(.colorInvert), mattes: [hair], faces: [face], output: edited)
    for read in [try Photo(contentsOf: edited), try Photo(data: jpeg)] {
      #expect(read.faces.map(\.id) == [1] && read.orientation == .right && read.mattes.kinds == [.hair])
      #expect(read.pixels.bytes.first == 255)
    }
    #expect(try Snippets.readPhoto(edited) == (hair, PixelSize(width: 96, height: 64)))
    try Snippets.strip(edited, output: stripped)
    #expect(try Snippets.readPhoto(stripped) == (nil, PixelSize(width: 96, height: 64)))
    #expect(try Photo(data: Snippets.withoutPlaces(jpeg)).mattes.kinds == [.hair])
    #expect(try Photo(data: Snippets.hide(photo, showing: photo.pixels)).pixels.size == photo.pixels.size)
  }

  @Test func `the examples of movies blur, mark and hide`() async throws {
    let temporary = try TemporaryFolder()
    let folder = temporary.url
    let input = ProjectFolder.dependencies.appending(path: "samples/astronaut.png")
    let clip = folder.appending(path: "clip.mp4")
    let movie = try MovieWriter(url: clip)
    let pixels = try Photo(contentsOf: input).pixels.converted(to8Bit: .rgba8)
    for number in 0..<3 { try movie.write(Frame(pixels: pixels, time: MediaTime(value: Int64(number), timescale: 25))) }
    try movie.finish()
    try await Snippets.blurredMovie(of: clip, to: folder.appending(path: "blurred.mp4"))
    var (before, after): ([Frame], [Frame]) = ([], [])
    for try await frame in try VideoFile(contentsOf: clip).frames { before.append(frame) }
    for try await frame in try VideoFile(contentsOf: folder.appending(path: "blurred.mp4")).frames {
      after.append(frame)
    }
    #expect(before.map(\.time) == after.map(\.time) && before.count == 3)
    #expect(zip(before, after).allSatisfy { $0.pixels != $1.pixels })
    for try await scene in try Snippets.markedScenes(of: clip) {
      #expect(scene.faces.map(\.id) == [1])
      #expect(scene.image != Image(scene.frame.pixels))
    }
    var laterCount = 0
    for try await scene in try Snippets.scenesWithLaterFrames(of: clip) where scene.mattes.kinds == [.portrait] {
      laterCount += 1
    }
    #expect(laterCount == 3)
    try await Snippets.printScenes(of: clip)
    try await Snippets.hideFaces(in: clip)
  }

  @Test func `the example of a thousand photos processes a folder, and resumes`() async throws {
    let folder = try TemporaryFolder()
    let portrait = [UInt8](
      try Data(contentsOf: ProjectFolder.dependencies.appending(path: "samples/astronaut.png")))
    try folder.file("in/a.png", portrait)
    let (shoot, results) = (FilePath(folder.file("in")), FilePath(folder.file("out")))
    let first = try await Snippets.batch(shoot, results)
    #expect(first.done == 1 && first.failed == 0)
    let written = try Photo(contentsOf: folder.url.appending(path: "out/a.heic"))
    #expect(written.sourceFormat == .heic && written.mattes.kinds.contains(.portrait))
    #expect(try await Snippets.batch(shoot, results).unchanged == 1)
    let bytes = try Snippets.serve(portrait)
    #expect(try Photo(data: bytes).sourceFormat == .jpeg)
  }

  @Test func `effects of strength 0 leave a photo's pixels as they are, under transparent ones too`() throws {
    let bytes = (0..<64 * 48 * 4).map { (index: Int) -> UInt8 in UInt8(index * 37 % 251) }
    let photo = Photo(
      pixels: PixelBuffer(size: PixelSize(width: 64, height: 48), format: .rgba8, alphaType: .straight, bytes: bytes))
    let matte = Matte(
      kind: .portrait,
      pixels: PixelBuffer(
        size: PixelSize(width: 32, height: 24), format: .l8, colorSpace: .linearGray,
        bytes: [UInt8](repeating: 200, count: 32 * 24)), coordinateSpace: .stored)
    let same = try photo.applying(.monoBackground(strength: 0), mattes: [matte])
    let other = try photo.applying(.monoBackground(), mattes: [matte])
    let isSame = same.pixels == photo.pixels
    #expect(isSame && other.pixels != photo.pixels && same.mattes.kinds == [.portrait])
  }

  @Test func `the examples of filters render, and the recipe in the article is one`() async throws {
    let size = PixelSize(width: 64, height: 48)
    var bytes: [UInt8] = []
    for index in 0..<size.area { bytes += [UInt8(index % 251), UInt8(index % 83), UInt8(index % 199), 255] }
    let pixels = PixelBuffer(size: size, format: .rgba8, bytes: bytes)
    let photo = Photo(pixels: pixels, orientation: .left)
    #expect(try await Snippets.edited(photo).allSatisfy { $0.size == size })
    // 0.5 linear is 188 as stored.
    let turned = try Snippets.solarized(photo)
    for (before, after) in zip(pixels.bytes, turned.bytes) where before < 187 { #expect(before == after) }
    #expect(zip(pixels.bytes, turned.bytes).contains { $0 > 200 && $1 < 188 && $0 < 255 })
    for own in [try Snippets.crossed(photo), try Snippets.tinted(photo)] {
      #expect(own.size == size && own.bytes != pixels.bytes)
    }

    let page = try String(
      contentsOf: ProjectFolder.root.appending(path: "Sources/MatteKit/MatteKit.docc/Filters.md"), encoding: .utf8)
    let blocks = page.components(separatedBy: "```json\n").dropFirst().compactMap {
      $0.components(separatedBy: "```").first.map { Array($0.utf8) }
    }
    try #require(blocks.count == 2)
    let json = blocks[0]
    #expect(try FilterDescription(json: blocks[1]).name == "softGlow")
    let skin = Matte(
      kind: .skin,
      pixels: PixelBuffer(
        size: PixelSize(width: 24, height: 32), format: .l8, colorSpace: .linearGray,
        bytes: [UInt8](repeating: 255, count: 24 * 32)), coordinateSpace: .upright)
    let edited = try Snippets.render(recipe: json, of: photo, mattes: [skin])
    let expected = try photo.with(image: photo.image.applying(.maximumComponent).applying(.gammaAdjust(power: 0.5)))
    #expect(edited.pixels == expected.pixels && edited.orientation == .left)
    #expect(try Snippets.render(recipe: json, of: photo, mattes: []).pixels == photo.pixels)
  }
}
