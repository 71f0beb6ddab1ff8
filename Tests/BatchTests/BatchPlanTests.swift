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

  private func inputs(_ tree: FileTree, _ names: String...) -> [PhotoInput] {
    names.map { PhotoInput(path: tree.place($0), relative: FilePath($0)) }
  }

  @Test func `outputs mirror the tree with the extension that the format wants`() throws {
    let tree = try FileTree("a.JPG", "x/b.heic", "x/c")
    let photos = inputs(tree, "a.JPG", "x/b.heic", "x/c")
    let same = try BatchPlan(photos, terms(tree)).photos
    #expect(same.map(\.relativeOutput.description) == ["a.JPG", "x/b.heic", "x/c.jpg"])
    #expect(same.map(\.format) == [.jpeg, .heic, .jpeg])
    let avif = try BatchPlan(photos, terms(tree) { $0.format = .avif }).photos
    #expect(avif.map(\.relativeOutput.description) == ["a.avif", "x/b.avif", "x/c.avif"])
  }

  @Test func `a file without an extension is looked into`() throws {
    let tree = try FileTree()
    try tree.write("photo", "\u{89}")
    let png = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 0, 0] as [UInt8]
    try AtomicFile.write(png, to: tree.place("photo"), overwriting: true)
    #expect(try BatchPlan(inputs(tree, "photo"), terms(tree)).photos.first?.relativeOutput == FilePath("photo.png"))
  }

  @Test func `inputs that would be one output are all named`() throws {
    let tree = try FileTree("a.jpg", "a.png", "b.jpg", "b.png", "c.jpg")
    let photos = inputs(tree, "a.jpg", "a.png", "b.jpg", "b.png", "c.jpg")
    do {
      _ = try BatchPlan(photos, terms(tree) { $0.format = .heic })
      Issue.record("two photos have one place")
    } catch {
      let text = "\(error)"
      #expect(text.contains("2 outputs") && text.contains("--name") && text.contains("a.heic: "))
      for name in ["a.jpg", "a.png", "b.jpg", "b.png"] { #expect(text.contains(tree.place(name).description)) }
      #expect(!text.contains("c.jpg"))
    }
    #expect(try BatchPlan(photos, terms(tree)).photos.count == 5)
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
      inputs(tree, "a.jpg", "a.jpg") + [PhotoInput(path: tree.place("./x/../a.jpg"), relative: FilePath("a.jpg"))]
    #expect(try BatchPlan(twice, terms(tree)).photos.count == 1)
    // Under another name it is another output.
    #expect(try BatchPlan(inputs(tree, "x/b.jpg", "x/again.jpg"), terms(tree)).photos.count == 2)
  }

  @Test func `what is there already is treated as asked`() throws {
    let tree = try FileTree("a.jpg", "b.jpg", "c.jpg", "out/a.jpg", "out/b.jpg")
    try tree.setDate("out/a.jpg", secondsAgo: 100)
    try tree.setDate("out/b.jpg", secondsAgo: -100)
    let photos = inputs(tree, "a.jpg", "b.jpg", "c.jpg")
    func actions(_ existing: ExistingPolicy) throws -> [PlannedPhoto.Action] {
      try BatchPlan(photos, terms(tree) { $0.existing = existing }).photos.map(\.action)
    }
    #expect(throws: BatchError.self) { try actions(.error) }
    #expect(try actions(.skip) == [.skip, .skip, .make])
    #expect(try actions(.overwrite) == [.replace, .replace, .make])
    #expect(try actions(.newer) == [.replace, .skip, .make])
  }

  @Test func `only a run's own places are taken when it is resumed`() throws {
    let tree = try FileTree("a.jpg", "b.jpg", "out/a.jpg", "out/b.jpg")
    let photos = inputs(tree, "a.jpg", "b.jpg")
    let own = try BatchPlan(photos, terms(tree) { $0.ownPlaces = [FilePath("a.jpg"), FilePath("b.jpg")] }).photos
    #expect(own.allSatisfy { $0.action == .make && $0.mayReplace })
    #expect(throws: BatchError.self) { try BatchPlan(photos, terms(tree) { $0.ownPlaces = [FilePath("a.jpg")] }) }
  }

  @Test(arguments: [ExistingPolicy.error, .overwrite, .newer]) func `no output takes an input's place`(
    existing: ExistingPolicy
  ) throws {
    let tree = try FileTree("a.jpg", "b.jpg")
    let inPlace = try terms(tree) {
      $0.folder = tree.path
      $0.existing = existing
      $0.ownPlaces = [FilePath("a.jpg"), FilePath("b.jpg")]
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
      [PhotoInput(path: tree.place("c.jpg"), relative: FilePath("a.jpg"))]
      + inputs(tree, "a.jpg").map {
        PhotoInput(path: $0.path, relative: FilePath("z.jpg"))
      }
    #expect(throws: BatchError.self) { try BatchPlan(other, inPlace) }
  }
}
