import MatteKit
import SystemPackage
import Testing

@testable import Batch

@Suite struct ShardTests {
  private let names = (0..<1_000).map { FilePath("shoot/\($0 / 40)/IMG_\($0).jpg") }

  @Test(arguments: [1, 2, 3, 8, 64]) func `every photo is in exactly one part, and parts are about equal`(count: Int) {
    let shards = (1...count).compactMap { Shard("\($0)/\(count)") }
    #expect(shards.count == count)
    var sizes = [Int](repeating: 0, count: count)
    for name in names {
      let holders = shards.filter { $0.contains(name) }
      #expect(holders.count == 1)
      for holder in holders { sizes[holder.index - 1] += 1 }
    }
    let mean = Double(names.count) / Double(count)
    #expect(sizes.allSatisfy { abs(Double($0) - mean) < 5 * mean.squareRoot() + 1 })
  }

  @Test func `a photo's part depends on nothing but its place`() throws {
    let shard = try #require(Shard("2/5"))
    #expect(names.filter(shard.contains) == names.reversed().filter(shard.contains).reversed())
    #expect(shard.contains(FilePath("a/b.jpg")) == shard.contains(FilePath("./a//b.jpg")))
    // Written down once: a later version has to split a list in the same way.
    let parts = ["a.jpg", "b.jpg", "c.jpg", "a/b.jpg", "ü.heic"].map { name in
      (1...7).first { Shard("\($0)/7")?.contains(FilePath(name)) == true }
    }
    #expect(parts == Self.written)
  }

  private static let written: [Int?] = [5, 3, 7, 5, 3]

  @Test(arguments: ["", "1", "0/4", "5/4", "1/0", "-1/4", "a/b", "1/4/2", "1/"])
  func `invalid parts are refused`(text: String) { #expect(Shard(text) == nil) }
}
