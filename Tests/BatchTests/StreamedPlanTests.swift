import MatteKit
import SystemPackage
import Testing

@testable import Batch

/// Properties of a plan that lists its files again each time.
@Suite struct StreamedPlanTests {
  private func terms(_ tree: FileTree, _ change: (inout BatchPlan.Terms) throws -> Void = { _ in }) rethrows
    -> BatchPlan.Terms
  {
    var terms = BatchPlan.Terms(folder: tree.place("out"), effect: "blush")
    try change(&terms)
    return terms
  }

  private func collection(_ folders: FilePath...) -> InputCollection {
    var collection = InputCollection(isRecursive: true)
    for folder in folders { collection.add(argument: folder) }
    return collection
  }

  @Test func `it walks a tree in a fixed order, files of a folder first`() throws {
    let tree = try FileTree(
      "in/b.jpg", "in/sub/c.jpg", "in/sub/deep/d.jpg", "in/sub-1/e.jpg", "in/z.png", "in/notes.txt")
    var warnings: [String] = []
    let plan = try BatchPlan(collection(tree.place("in")), terms(tree)) { warnings.append($0) }
    let names = ["b.jpg", "z.png", "sub/c.jpg", "sub/deep/d.jpg", "sub-1/e.jpg"]
    for _ in 0..<2 { #expect(plan.map(\.relativeOutput.description).sorted() == names.sorted()) }
    #expect(plan.prefix(2).map(\.relativeOutput.description) == ["b.jpg", "z.png"])
    #expect(plan.files.map(\.relativeOutput) == plan.map(\.relativeOutput))
    #expect(plan.photoCount == 5 && plan.movieCount == 0)
    #expect(plan.warnings == warnings && warnings.count == 1 && warnings[0].contains("notes.txt"))
  }

  @Test func `parts of it are those of the files' own places, and make up the whole`() throws {
    let tree = try FileTree()
    for number in 0..<60 { try tree.write("in/\(number % 7)/\(number).jpg") }
    let whole = try BatchPlan(collection(tree.place("in")), terms(tree)).map(\.relativeOutput.description)
    var parts: [String] = []
    for index in 1...4 {
      let shard = try #require(Shard("\(index)/4"))
      let part = try BatchPlan(collection(tree.place("in")), terms(tree) { $0.shard = shard })
      #expect(part.photoCount == part.files.count && part.photoCount > 5)
      #expect(part.allSatisfy { shard.contains($0.source.relative) })
      parts += part.map(\.relativeOutput.description)
    }
    #expect(parts.count == 60 && Set(parts) == Set(whole))
  }

  @Test func `files that appear later are not part of it, so that no result is an input`() throws {
    let tree = try FileTree("a.jpg", "sub/b.jpg")
    let naming = try OutputNaming("{effect}/{stem}.{ext}")
    let plan = try BatchPlan(
      collection(tree.path),
      terms(tree) {
        $0.folder = tree.path
        $0.naming = naming
      })
    try tree.write("blush/a.jpg")
    try tree.write("new.jpg")
    #expect(plan.map(\.relativeOutput.description) == ["blush/a.jpg", "sub/blush/b.jpg"])
    // The result of the first is there by now, and is not made again by this plan unless it may be.
    #expect(plan.files[0].mayReplace == false)
  }

  @Test func `outputs of different folders of a tree clash, too`() throws {
    let tree = try FileTree("in/a.jpg", "in/blush/a.jpg", "in/b.jpg")
    let naming = try OutputNaming("{effect}/{stem}.{ext}")
    let other = try OutputNaming("{stem}.{ext}")
    _ = try BatchPlan(collection(tree.place("in")), terms(tree) { $0.naming = other })
    // in/a.jpg in a folder named for the effect, and in/blush/a.jpg one folder further down, which is another place ...
    _ = try BatchPlan(collection(tree.place("in")), terms(tree) { $0.naming = naming })
    // ... but not where one of them is named by itself.
    var inputs = collection(tree.place("in"))
    inputs.base = tree.place("in/blush")
    inputs.add(file: tree.place("in/blush/a.jpg"))
    #expect { try BatchPlan(inputs, terms(tree) { $0.naming = other }) } throws: { "\($0)".contains("in/blush/a.jpg") }
  }

  @Test func `a tree that is named twice counts once, and two trees of the same names clash`() throws {
    let tree = try FileTree("in/a.jpg", "in/x/b.jpg", "other/x/b.jpg")
    let twice = try BatchPlan(collection(tree.place("in"), tree.place("in/../in")), terms(tree))
    #expect(twice.map(\.relativeOutput.description) == ["a.jpg", "x/b.jpg"] && twice.photoCount == 2)
    for part in ["1/2", "2/2"] {
      #expect {
        try BatchPlan(self.collection(tree.place("in"), tree.place("other")), terms(tree) { $0.shard = Shard(part) })
      } throws: {
        "\($0)".contains("1 output would be written by several") && "\($0)".contains("other/x/b.jpg")
      }
    }
  }

  @Test func `many outputs that are there are counted, and some are named`() throws {
    let tree = try FileTree()
    for number in 0..<50 {
      try tree.write("in/\(number).jpg")
      try tree.write("out/\(number).jpg")
    }
    #expect {
      try BatchPlan(self.collection(tree.place("in")), terms(tree))
    } throws: {
      "\($0)".contains("50 outputs exist already") && "\($0)".contains("and 40 more")
        && "\($0)".split(separator: "\n").count == 12
    }
  }

  @Test func `inputs that outputs would replace are found wherever they lie`() throws {
    let tree = try FileTree("in/a.jpg", "in/b.jpg", "out/c.jpg")
    try tree.link("in/c.jpg", to: "../out/c.jpg")
    #expect {
      try BatchPlan(self.collection(tree.place("in")), terms(tree) { $0.existing = .overwrite })
    } throws: {
      "\($0)".contains("1 output would replace an input") && "\($0)".contains("out/c.jpg: ")
    }
    // An existing output is kept, although an earlier run made it.
    let plan = try BatchPlan(
      collection(tree.place("in")),
      terms(tree) {
        $0.existing = .skip
        ($0.resumes, $0.recordedPlaces) = (true, [FilePath("c.jpg")])
      })
    #expect(plan.map(\.action) == [.make, .make, .skip])
  }

  @Test func `a filter contains all its members, and has few false positives`() {
    var filter = BloomFilter()
    var falseAlarms = 0
    for number in 0..<200_000 where filter.insert(number.hashValue) { falseAlarms += 1 }
    #expect((0..<200_000).allSatisfy { filter.mayContain($0.hashValue) })
    falseAlarms += (200_000..<400_000).count { filter.mayContain($0.hashValue) }
    #expect(falseAlarms < 20)
  }
}
