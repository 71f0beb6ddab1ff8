import Imaging
import Support
import Testing

@testable import PhotoFile

/// Photos are equal if they show the same and would be written with the same retained data.
@Suite struct PhotoEqualityTests {
  @Test(arguments: PhotoFormat.allCases)
  func `a file read twice gives equal photos, under whatever name`(format: PhotoFormat) throws {
    let file = try SamplePhoto.portrait(PixelSize(width: 120, height: 80)).data(as: .default(for: format))
    let (first, second) = (try Photo(data: file, name: "a"), try Photo(data: file, name: "b"))
    #expect(first == second && first.hashValue == second.hashValue)
    var turned = second
    turned.orientation = .down
    #expect(turned != first)
  }

  @Test func `a photo without a retained item is another, and without a retained box`() throws {
    let document = try HEIFEighteen.document()
    let photo = try Photo(data: document.file())
    for type: FourCC in ["tmap", "uri "] {
      var changed = document
      try changed.remove(document.items.filter { $0.entry.type == type }.map(\.id))
      let other = try Photo(data: changed.file())
      #expect(other.pixels == photo.pixels && other.metadata == photo.metadata)
      #expect(other.auxiliaryImages == photo.auxiliaryImages && other != photo, "\(type)")
    }
    var changed = document
    let styles = try #require(document.items.first { $0.entry.type == "uri " })
    changed.setData([1], of: styles.id)
    #expect(try Photo(data: changed.file()) != photo)
    changed = document
    changed.boxes.removeLast()
    #expect(try Photo(data: changed.file()) != photo)
  }

  @Test func `metadata count as the photo has them, not as its file had`() throws {
    let photo = try Photo(data: try HEIFEighteen.file())
    var encoded = try EncodedPhoto(data: try HEIFEighteen.file())
    try encoded.strip([.location])
    var stripped = try Photo(data: try encoded.data())
    #expect(stripped != photo && stripped.metadata != photo.metadata)
    stripped.metadata = photo.metadata
    #expect(stripped == photo)
  }

  @Test func `a photo whose thumbnail is dropped is another`() throws {
    let photo = try Photo(data: try HEIFEighteen.file())
    var set = photo
    set.pixels = photo.pixels
    #expect(set.pixels == photo.pixels && set != photo)
    // Without a thumbnail nothing is dropped.
    let bare = try Photo(data: try SamplePhoto.portrait(PixelSize(width: 120, height: 80)).data(as: .heif()))
    set = bare
    set.pixels = bare.pixels
    #expect(set == bare)
  }

  @Test func `what is retained of a JPEG counts, and how its picture was coded does not`() throws {
    let file = try SamplePhoto.portrait(PixelSize(width: 120, height: 80)).data(as: .jpeg())
    let photo = try Photo(data: file)
    var document = try JPEGDocument(file, file: "a", limits: .default).editable(file: "a")
    document.trailer = [1, 2, 3]
    #expect(try Photo(data: try document.file()) != photo)
    document.trailer = []
    document.primary.segments.insert(.init(marker: JPEGMarker.comment, data: [65]), at: 1)
    #expect(try Photo(data: try document.file()) != photo)
    document.primary.segments.remove(at: 1)
    #expect(try Photo(data: try document.file()) == photo)
    // Restart intervals that are not used: the same picture.
    document.primary.segments.append(.init(marker: 0xDD, data: [0, 0]))
    #expect(try Photo(data: try document.file()) == photo)
  }

  @Test func `how an auxiliary image was coded does not count`() throws {
    let photo = try Photo(data: try HEIFEighteen.file())
    var set = photo
    for place in set.auxiliaryImages.indices { set.auxiliaryImages[place].pixels = photo.auxiliaryImages[place].pixels }
    #expect(set == photo)
    set.auxiliaryImages.removeLast()
    #expect(set != photo)
  }
}
