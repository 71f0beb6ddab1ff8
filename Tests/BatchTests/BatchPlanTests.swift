import MatteKit
import SystemPackage
import Testing

@testable import Batch

@Suite struct BatchPlanTests {
  private func terms(_ tree: FileTree, _ change: (inout BatchPlan.Terms) -> Void = { _ in }) throws -> BatchPlan.Terms {
    var terms = BatchPlan.Terms(
      folder: tree.place("out"), effect: "blush", naming: .standard)
    change(&terms)
    return terms
  }

  private func inputs(_ tree: FileTree, _ names: String...) -> [BatchInput] {
    names.map { BatchInput(path: tree.place($0), relative: FilePath($0)) }
  }

  @Test func `outputs mirror the tree with the format's extension`() throws {
    let tree = try FileTree("a.JPG", "x/b.heic", "x/c")
    let photos = inputs(tree, "a.JPG", "x/b.heic", "x/c")
    let same = try BatchPlan(photos, terms(tree)).files
    #expect(same.map(\.relativeOutput.description) == ["a.JPG", "x/b.heic", "x/c.jpg"])
    #expect(same.map(\.format) == [.photo(.jpeg), .photo(.heic), .photo(.jpeg)])
    let avif = try BatchPlan(photos, terms(tree) { $0.format = .avif }).files
    #expect(avif.map(\.relativeOutput.description) == ["a.avif", "x/b.avif", "x/c.avif"])
  }

  @Test func `movies keep their container, or get one that holds their pictures`() throws {
    let tree = try FileTree("a.MP4", "x/b.m4v", "c.mov", "d.mkv", "e.webm", "f.avi", "g.gif", "h.mpg")
    let movies = inputs(tree, "a.MP4", "x/b.m4v", "c.mov", "d.mkv", "e.webm", "f.avi", "g.gif", "h.mpg")
    func outputs(_ codec: VideoCodec = .automatic, hasAlpha: Bool = false) throws -> [String] {
      let plan = try BatchPlan(
        movies,
        terms(tree) {
          $0.format = .jpeg
          $0.containers = ContainerChoice(codec: codec, hasAlpha: hasAlpha)
        })
      #expect(plan.files.allSatisfy { $0.format.name == $0.output.extension?.lowercased() })
      return plan.files.map(\.relativeOutput.description)
    }
    #expect(try outputs() == ["a.MP4", "x/b.m4v", "c.mov", "d.mkv", "e.webm", "f.mp4", "g.mp4", "h.mp4"])
    #expect(try outputs(.hevc) == ["a.MP4", "x/b.m4v", "c.mov", "d.mkv", "e.mkv", "f.mp4", "g.mp4", "h.mp4"])
    #expect(try outputs(.vp9) == ["a.MP4", "x/b.m4v", "c.mp4", "d.mkv", "e.webm", "f.mp4", "g.mp4", "h.mp4"])
    #expect(
      try outputs(hasAlpha: true) == ["a.mov", "x/b.mov", "c.mov", "d.mkv", "e.webm", "f.mov", "g.mov", "h.mov"])
  }

  @Test func `a movie that is named as a photo is a movie, and a photo that is named as a movie a photo`() throws {
    let tree = try FileTree("text.png")
    let jpeg = try Photo(pixels: PixelBuffer(size: PixelSize(width: 8, height: 8), format: .rgba8)).data(as: .jpeg())
    let animation: [UInt8] =
      Array("GIF89a".utf8) + [1, 0, 1, 0, 0, 0, 0]
      + (0..<2).flatMap { _ in [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0] as [UInt8] } + [0x3B]
    let files: [(name: String, bytes: [UInt8], output: String)] = [
      ("mp4.png", [0, 0, 0, 16] + Array("ftypisom\0\0\0\0".utf8), "mp4.mp4"),
      ("mov.JPG", [0, 0, 0, 16] + Array("ftypqt  \0\0\0\0".utf8), "mov.mov"),
      ("webm.heic", [0x1A, 0x45, 0xDF, 0xA3] + Array("\0webm".utf8), "webm.webm"),
      ("matroska.tif", [0x1A, 0x45, 0xDF, 0xA3] + Array("\0matroska".utf8), "matroska.mkv"),
      ("gif.jpg", animation, "gif.mp4"), ("jpeg.mp4", jpeg, "jpeg.jpg"), ("jpeg.png", jpeg, "jpeg.png"),
      ("text.png", Array("text".utf8), "text.png"),
    ]
    for file in files { try AtomicFile.write(file.bytes, to: tree.place(file.name), overwriting: true) }
    let places = files.map { BatchInput(path: tree.place($0.name), relative: FilePath($0.name)) }
    let plan = try BatchPlan(places, terms(tree)).files
    #expect(plan.map(\.relativeOutput.description) == files.map(\.output))
    #expect(plan.map(\.format.isMovie) == [true, true, true, true, true, false, false, false])
  }

  @Test func `a GIF of one frame is a photo, and of several where a photo is asked for`() throws {
    let tree = try FileTree("b.mp4")
    let frame: [UInt8] = [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0]
    for (name, count) in [("one.gif", 1), ("many.gif", 2)] {
      let bytes =
        Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0, 255, 0, 0, 0, 0, 0] + (0..<count).flatMap { _ in frame } + [
          0x3B
        ]
      try AtomicFile.write(bytes, to: tree.place(name))
    }
    func outputs(_ change: (inout BatchPlan.Terms) -> Void = { _ in }) throws -> [String] {
      try BatchPlan(inputs(tree, "one.gif", "many.gif"), terms(tree, change)).files.map {
        "\($0.relativeOutput) \($0.format.name)"
      }
    }
    #expect(try outputs() == ["one.png png", "many.mp4 mp4"])
    #expect(try outputs { $0.format = .jpeg } == ["one.jpg jpeg", "many.jpg jpeg"])
    let naming = try OutputNaming("{stem}.webp")
    #expect(try outputs { $0.naming = naming } == ["one.webp webp", "many.webp webp"])
    // Movies have no documents.
    #expect(try outputs { $0.product = .document } == ["one.json json"])
  }

  @Test func `a format is for photos, and that movies stay movies is reported`() throws {
    let tree = try FileTree("a.jpg", "b.mp4", "c.gif")
    func warnings(_ names: [String], _ format: OutputFormat) throws -> [String] {
      let inputs = names.map { BatchInput(path: tree.place($0), relative: FilePath($0)) }
      return try BatchPlan(inputs, terms(tree) { $0.format = format }).warnings
    }
    #expect(
      try warnings(["a.jpg", "b.mp4", "c.gif"], .jpeg) == ["the format jpeg is for photos, and 2 movies stay movies"])
    #expect(try warnings(["b.mp4"], .heic) == ["the format heic is for photos, and 1 movie stays a movie"])
    #expect(try warnings(["a.jpg", "b.mp4", "c.gif"], .same).isEmpty && warnings(["a.jpg"], .jpeg).isEmpty)
  }

  @Test func `the naming of a movie says what it becomes, and has to say it`() throws {
    let tree = try FileTree("a.mp4", "b.jpg")
    func plan(_ naming: String) throws -> [PlannedFile] {
      let naming = try OutputNaming(naming)
      return try BatchPlan(inputs(tree, "a.mp4", "b.jpg"), terms(tree) { $0.naming = naming }).files
    }
    let movie = try OutputNaming("{stem}.mkv")
    #expect(
      try BatchPlan(inputs(tree, "a.mp4"), terms(tree) { $0.naming = movie }).files.map(\.format) == [.movie(.mkv)])
    do {
      _ = try plan("{stem}-new")
      Issue.record("a movie without an extension cannot be written")
    } catch {
      #expect("\(error)".contains("a-new") && "\(error)".contains(tree.place("a.mp4").description))
      #expect(!"\(error)".contains("b.jpg"))
    }
  }

  @Test func `data that begin as a photo are one, whatever their name`() throws {
    let tree = try FileTree()
    try AtomicFile.write([0, 0, 0, 24] + Array("ftypheic".utf8) + [0, 0, 0, 0], to: tree.place("a.mov"))
    try AtomicFile.write([0, 0, 0, 24] + Array("ftypqt  ".utf8) + [0, 0, 0, 0], to: tree.place("b"))
    let files = try BatchPlan(inputs(tree, "a.mov", "b"), terms(tree)).files
    #expect(files.map(\.format) == [.photo(.heic), .movie(.mov)])
    #expect(files.map(\.relativeOutput.description) == ["a.heic", "b.mov"])
  }

  @Test func `a file without an extension is detected by its content`() throws {
    let tree = try FileTree()
    try tree.write("photo", "\u{89}")
    let png = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 0, 0] as [UInt8]
    try AtomicFile.write(png, to: tree.place("photo"), overwriting: true)
    #expect(try BatchPlan(inputs(tree, "photo"), terms(tree)).files.first?.relativeOutput == FilePath("photo.png"))
  }

  @Test func `inputs that would be one output are all named`() throws {
    let tree = try FileTree("a.jpg", "a.png", "b.jpg", "b.png", "c.jpg")
    let photos = inputs(tree, "a.jpg", "a.png", "b.jpg", "b.png", "c.jpg")
    do {
      _ = try BatchPlan(photos, terms(tree) { $0.format = .heic })
      Issue.record("two photos have one place")
    } catch {
      let text = "\(error)"
      #expect(text.contains("2 outputs") && text.contains("change the naming") && text.contains("a.heic: "))
      for name in ["a.jpg", "a.png", "b.jpg", "b.png"] { #expect(text.contains(tree.place(name).description)) }
      #expect(!text.contains("c.jpg"))
    }
    #expect(try BatchPlan(photos, terms(tree)).files.count == 5)
  }

  @Test func `mattes that would be one file are an error that names both inputs, the file and a solution`() throws {
    let tree = try FileTree("a.jpg", "a.png", "b.jpg", "b.hair.png", "c.jpg", "c.mp4")
    func plan(_ names: [String], _ change: (inout BatchPlan.Terms) throws -> Void = { _ in }) throws -> BatchPlan {
      let inputs = names.map { BatchInput(path: tree.place($0), relative: FilePath($0)) }
      return try BatchPlan(
        inputs,
        try terms(tree) {
          $0.companions = [.hair, .skin]
          try? change(&$0)
        })
    }
    #expect {
      try plan(["a.jpg", "a.png", "c.jpg"])
    } throws: { error in
      let text = "\(error)"
      return text.hasPrefix("1 file would") && text.contains("out/a.hair.png: ") && text.contains("{stem}-{ext}.{ext}")
        && text.contains(tree.place("a.jpg").description) && text.contains(tree.place("a.png").description)
        && !text.contains("c.jpg")
    }
    // An output and a matte of another input.
    #expect {
      try plan(["b.jpg", "b.hair.png"])
    } throws: {
      "\($0)".contains("out/b.hair.png: ") && "\($0)".contains(tree.place("b.jpg").description)
        && "\($0)".contains(tree.place("b.hair.png").description)
    }
    // The suggested solution works, movies have no mattes, and a file that is named twice counts once.
    let naming = try OutputNaming("{stem}-{ext}.{ext}")
    #expect(try plan(["a.jpg", "a.png", "b.jpg", "b.hair.png"]) { $0.naming = naming }.files.count == 4)
    #expect(try plan(["c.jpg", "c.mp4", "c.jpg"]).files.count == 2)
    // A conflict of outputs is reported before one of mattes.
    #expect {
      try plan(["a.jpg", "a.png"]) { $0.format = .heic }
    } throws: {
      "\($0)".contains("out/a.heic: ") && !"\($0)".contains("hair")
    }
  }

  @Test(arguments: ExistingPolicy.allCases) func `no output or matte replaces a file that the effects read`(
    existing: ExistingPolicy
  ) throws {
    let tree = try FileTree("in/a.png", "in/b.jpg", "out/a.png", "out/b.skin.png")
    for (name, read) in [("a.png", "out/a.png"), ("b.jpg", "out/b.skin.png")] {
      // An existing output that is kept cannot conflict.
      if existing == .skip, name == "a.png" { continue }
      let input = [BatchInput(path: tree.place("in/" + name), relative: FilePath(name))]
      let terms = try terms(tree) {
        ($0.companions, $0.existing, $0.readFiles) = ([.skin], existing, [tree.place("none"), tree.place(read)])
      }
      #expect {
        try BatchPlan(input, terms)
      } throws: {
        "\($0)".contains("a file that the effect reads") && "\($0)".contains("\(read): ")
      }
    }
  }

  @Test(arguments: ExistingPolicy.allCases) func `no matte replaces an input`(
    existing: ExistingPolicy
  ) throws {
    let tree = try FileTree("out/a.skin.png", "in/a.jpg", "in/b.jpg", "out/b.hair.png")
    let photos = [
      BatchInput(path: tree.place("in/a.jpg"), relative: FilePath("a.jpg")),
      BatchInput(path: tree.place("out/a.skin.png"), relative: FilePath("x/a.skin.png")),
    ]
    let beside = try terms(tree) {
      $0.companions = [.skin]
      $0.existing = existing
      ($0.resumes, $0.recordedPlaces) = (true, [FilePath("a.skin.png")])
    }
    #expect {
      try BatchPlan(photos, beside)
    } throws: {
      "\($0)".contains("1 output would replace an input") && "\($0)".contains("out/a.skin.png: ")
    }
    // A matte that the photo may not need is no reason to refuse everything.
    let other = [BatchInput(path: tree.place("in/b.jpg"), relative: FilePath("b.jpg"))]
    let plan = try BatchPlan(
      other,
      terms(tree) {
        $0.companions = [.hair]
        $0.existing = existing
      })
    #expect(plan.files.map(\.action) == [.make])
  }

  @Test func `a clash counts even where the shard has only one of the two`() throws {
    let tree = try FileTree("a.jpg", "a.png")
    for part in ["1/2", "2/2"] {
      #expect(throws: BatchError.self) {
        try BatchPlan(
          inputs(tree, "a.jpg", "a.png"),
          terms(tree) {
            $0.format = .heic
            $0.shard = Shard(part)
          })
      }
    }
  }

  @Test func `a file that is named twice counts once`() throws {
    let tree = try FileTree("a.jpg", "x/b.jpg")
    try tree.link("x/again.jpg", to: "b.jpg")
    let twice =
      inputs(tree, "a.jpg", "a.jpg") + [BatchInput(path: tree.place("./x/../a.jpg"), relative: FilePath("a.jpg"))]
    #expect(try BatchPlan(twice, terms(tree)).files.count == 1)
    // Under another name it is another output.
    #expect(try BatchPlan(inputs(tree, "x/b.jpg", "x/again.jpg"), terms(tree)).files.count == 2)
  }

  @Test func `existing outputs are treated as requested`() throws {
    let tree = try FileTree("a.jpg", "b.jpg", "c.jpg", "out/a.jpg", "out/b.jpg")
    try tree.setDate("out/a.jpg", secondsAgo: 100)
    try tree.setDate("out/b.jpg", secondsAgo: -100)
    let photos = inputs(tree, "a.jpg", "b.jpg", "c.jpg")
    func actions(_ existing: ExistingPolicy) throws -> [PlannedFile.Action] {
      try BatchPlan(photos, terms(tree) { $0.existing = existing }).files.map(\.action)
    }
    #expect(throws: BatchError.self) { try actions(.error) }
    #expect(try actions(.skip) == [.skip, .skip, .make])
    #expect(try actions(.overwrite) == [.replace, .replace, .make])
    #expect(try actions(.newer) == [.replace, .skip, .make])
  }

  @Test func `a resumed run replaces only its own outputs`() throws {
    let tree = try FileTree("a.jpg", "b.jpg", "out/a.jpg", "out/b.jpg")
    let photos = inputs(tree, "a.jpg", "b.jpg")
    let own = try BatchPlan(
      photos, terms(tree) { ($0.resumes, $0.recordedPlaces) = (true, [FilePath("a.jpg"), FilePath("b.jpg")]) }
    ).files
    #expect(own.allSatisfy { $0.action == .make && $0.mayReplace })
    #expect(throws: BatchError.self) {
      try BatchPlan(photos, terms(tree) { ($0.resumes, $0.recordedPlaces) = (true, [FilePath("a.jpg")]) })
    }
  }

  @Test(arguments: [ExistingPolicy.error, .overwrite, .newer]) func `no output replaces an input`(
    existing: ExistingPolicy
  ) throws {
    let tree = try FileTree("a.jpg", "b.jpg")
    let inPlace = try terms(tree) {
      $0.folder = tree.path
      $0.existing = existing
      ($0.resumes, $0.recordedPlaces) = (true, [FilePath("a.jpg"), FilePath("b.jpg")])
    }
    do {
      _ = try BatchPlan(inputs(tree, "a.jpg", "b.jpg"), inPlace)
      Issue.record("inputs would be replaced")
    } catch {
      #expect("\(error)".contains("replace an input"))
    }
    // Nor another's than its own.
    try tree.link("c.jpg", to: "b.jpg")
    let other =
      [BatchInput(path: tree.place("c.jpg"), relative: FilePath("a.jpg"))]
      + inputs(tree, "a.jpg").map {
        BatchInput(path: $0.path, relative: FilePath("z.jpg"))
      }
    #expect(throws: BatchError.self) { try BatchPlan(other, inPlace) }
  }

  @Test func `the naming of a photo says what it becomes, and must not contradict the format`() throws {
    let tree = try FileTree("a.jpg", "b.heic")
    func plan(_ naming: String, _ format: OutputFormat = .same) throws -> [PlannedFile] {
      let naming = try OutputNaming(naming)
      return try BatchPlan(
        inputs(tree, "a.jpg", "b.heic"),
        terms(tree) {
          $0.naming = naming
          $0.format = format
        }
      ).files
    }
    #expect(try plan("{stem}.png").map(\.format) == [.photo(.png), .photo(.png)])
    #expect(try plan("{stem}.jpeg", .jpeg).map(\.format) == [.photo(.jpeg), .photo(.jpeg)])
    #expect(try plan("{stem}.new").map(\.format) == [.photo(.jpeg), .photo(.heic)])
    for (naming, format) in [("{stem}.png", OutputFormat.jpeg), ("{stem}.mkv", .same), ("{stem}.gif", .same)] {
      #expect {
        try plan(naming, format)
      } throws: {
        "\($0)".contains("the extension of another format") && "\($0)".contains("out/a.")
      }
    }
  }
}
