import Imaging
import Support
import Testing

@testable import PhotoFile

/// Places in the notes of makers.
@Suite struct MakerNotePlacesTests {
  @Test(arguments: MakerNoteBlocks.all.keys.sorted()) func `the location is removed, and all other data stay in place`(
    name: String
  ) throws {
    let block = try #require(MakerNoteBlocks.all[name])
    #expect(String(decoding: block, as: UTF8.self).contains(MakerNoteBlocks.place))
    let stripped = try #require(LocationRemoval.exif(block))
    let text = String(decoding: stripped, as: UTF8.self)
    #expect(!text.contains(MakerNoteBlocks.place) && !text.contains("GPS"))
    #expect(stripped.count == block.count)
    for (old, new) in zip(block, stripped) { #expect(new == old || new == 0) }
    let count = name.hasPrefix("Samsung") ? 2 : 1
    #expect(text.components("stays here") == count)
  }

  @Test func `a damaged note is kept, or zeros are written within the block`() throws {
    let block = try #require(MakerNoteBlocks.all["Samsung, counted from the note"])
    for count in 84..<block.count {
      let cut = Array(block[..<count])
      if let stripped = LocationRemoval.exif(cut) { #expect(stripped.count == count) }
    }
    for place in 84..<block.count {
      var wrong = block
      wrong[place] = 0xFF
      #expect(LocationRemoval.exif(wrong)?.count == block.count)
    }
  }
}

extension String {
  /// How often a word stands in the text.
  fileprivate func components(_ word: String) -> Int {
    self.split(separator: word, omittingEmptySubsequences: false).count - 1
  }
}
