import Imaging
import Testing

@testable import PhotoFile

/// Photos are equal if they show the same and would be written with the same retained data.
@Suite struct PhotoEqualityTests {
  @Test(arguments: PhotoFormat.allCases.filter(\.isWritable))
  func `a file read twice gives equal photos, whatever its name`(format: PhotoFormat) throws {
    let file = try SamplePhoto.portrait(PixelSize(width: 120, height: 80)).data(as: .default(for: format))
    let (first, second) = (try Photo(data: file, name: "a"), try Photo(data: file, name: "b"))
    #expect(first == second && first.hashValue == second.hashValue)
    var turned = second
    turned.orientation = .down
    #expect(turned != first)
  }

  @Test func `a photo without a retained item or box is not equal`() throws {
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

  @Test func `metadata are compared as in the photo, not as in its file`() throws {
    let document = try HEIFEighteen.document()
    let photo = try Photo(data: document.file())
    let xmp = try #require(document.xmpItem(of: document.primaryID))
    var changed = document
    changed.setData(Array(SamplePhoto.titleXMP.replacing("Tests 1.0", with: "Tests 2.0").utf8), of: xmp)
    var other = try Photo(data: changed.file())
    #expect(other.metadata != photo.metadata && other != photo)
    (other.metadata, other.faces) = (photo.metadata, photo.faces)
    #expect(other == photo)
  }

  @Test func `item numbers, offsets and thumbnails do not count`() throws {
    let document = try HEIFEighteen.document()
    let photo = try Photo(data: document.file())
    var changed = document
    try changed.remove(document.sources(of: "thmb", to: document.primaryID))
    #expect(try Photo(data: changed.file()) == photo)
    // The styles item under another number, behind all others.
    changed = document
    let styles = try #require(document.items.first { $0.entry.type == "uri " })
    let place = try #require(document.index(of: styles.id))
    changed.items[place].entry = styles.entry.renumbered(900)
    changed.references = changed.references.map {
      $0.from == styles.id ? ItemReference(type: $0.type, from: 900, to: $0.to) : $0
    }
    #expect(try Photo(data: changed.file()) == photo)
    var set = photo
    set.pixels = photo.pixels
    #expect(set == photo)
  }

  @Test func `retained data of a JPEG count, and the coding of its picture does not`() throws {
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

  @Test func `the coding of an auxiliary image does not count`() throws {
    let photo = try Photo(data: try HEIFEighteen.file())
    var set = photo
    for place in set.auxiliaryImages.indices { set.auxiliaryImages[place].pixels = photo.auxiliaryImages[place].pixels }
    #expect(set == photo)
    set.auxiliaryImages.removeLast()
    #expect(set != photo)
  }
}
