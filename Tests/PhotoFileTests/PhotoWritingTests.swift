import FoundationEssentials
import Glibc
import Imaging
import Support
import Testing

@testable import PhotoFile

@Suite struct PhotoWritingTests {
  private let photo = SamplePhoto.portrait(PixelSize(width: 30, height: 20), orientation: .right)

  private func writing(_ url: URL, _ options: EncodingOptions = .png, overwriting: Bool = false) -> PhotoFileError? {
    failure { () throws(PhotoFileError) in try photo.write(to: url, as: options, overwriting: overwriting) }
  }

  @Test func `an existing file is kept unless it may be replaced`() throws {
    let folder = try TemporaryFolder()
    let url = folder.url.appending(path: "a.png")
    try Data("old".utf8).write(to: url)
    #expect(writing(url) == .outputExists(file: url.path))
    #expect(try Data(contentsOf: url) == Data("old".utf8))
    #expect(writing(url, overwriting: true) == nil)
    #expect(try Photo(contentsOf: url).orientation == .right)
    #expect(folder.contents == ["a.png"])
  }

  @Test func `the bytes are written unchanged`() throws {
    let folder = try TemporaryFolder()
    let url = folder.url.appending(path: "a.jpg")
    #expect(writing(url, .jpeg()) == nil)
    #expect(try Array(Data(contentsOf: url)) == photo.data(as: .jpeg()))
    #expect(folder.contents == ["a.jpg"])
  }

  @Test func `nothing is left behind when the picture cannot be encoded`() throws {
    let folder = try TemporaryFolder()
    var large = photo
    large.metadata.exif = SamplePhoto.exif(orientation: .up) + [UInt8](repeating: 0, count: 70_000)
    let url = folder.url.appending(path: "a.jpg")
    try Data("old".utf8).write(to: url)
    for overwriting in [false, true] {
      let error = failure { () throws(PhotoFileError) in
        try large.write(
          to: overwriting ? url : folder.url.appending(path: "b.jpg"), as: .jpeg(), overwriting: overwriting)
      }
      #expect(error != nil)
    }
    #expect(try Data(contentsOf: url) == Data("old".utf8))
    #expect(folder.contents == ["a.jpg"])
  }

  @Test func `nothing is left behind when the name is taken in the meantime`() throws {
    let folder = try TemporaryFolder()
    let url = folder.url.appending(path: "a.png")
    let output = try AtomicFile(url, overwriting: false)
    try Data("other".utf8).write(to: url)
    #expect(
      failure { () throws(PhotoFileError) in try output.write([1, 2, 3]) } == .outputExists(file: url.path))
    #expect(try Data(contentsOf: url) == Data("other".utf8))
    #expect(folder.contents == ["a.png"])
  }

  @Test func `a killed process's temporary file is removed by the next process that writes the file`() throws {
    let folder = try TemporaryFolder()
    let url = folder.url.appending(path: "a.png")
    let name = AtomicFile.temporaryName(for: "a.png")
    #expect(name.hasPrefix(".mattekit-"))
    let temporary = folder.url.appending(path: name)
    try Data("old".utf8).write(to: url)
    try Data("half".utf8).write(to: temporary)
    try AtomicFile.write([1, 2, 3], to: url, overwriting: true)
    #expect(try Data(contentsOf: url) == Data([1, 2, 3]))
    #expect(folder.contents == ["a.png"])
    // That of a process at work stays.
    try Data("half".utf8).write(to: temporary)
    let other = open(temporary.path, O_RDONLY)
    defer { close(other) }
    try #require(flock(other, LOCK_EX | LOCK_NB) == 0)
    try AtomicFile.write([4], to: url, overwriting: true)
    #expect(try Data(contentsOf: url) == Data([4]))
    #expect(folder.contents == [name, "a.png"].sorted())
  }

  @Test func `concurrent writers of one file never take each other's temporary file`() async throws {
    let folder = try TemporaryFolder()
    let url = folder.url.appending(path: "a.png")
    let errors = await withTaskGroup(of: [String].self) { group in
      for task in UInt8(0)..<8 {
        group.addTask {
          (0..<100).compactMap { _ in
            do {
              try AtomicFile.write([task, task, task], to: url, overwriting: true)
              return nil
            } catch {
              return "\(error)"
            }
          }
        }
      }
      return await group.reduce(into: []) { $0 += $1 }
    }
    #expect(errors == [])
    #expect(Set(try Data(contentsOf: url)).count == 1)
    #expect(folder.contents == ["a.png"])
  }

  @Test func `a folder that is removed while its file is written is missing`() throws {
    let folder = try TemporaryFolder()
    let place = folder.url.appending(path: "gone")
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: false)
    let file = try AtomicFile(place.appending(path: "a.png"), overwriting: false).begin()
    try FileManager.default.removeItem(at: place)
    #expect(throws: PhotoFileError.folderMissing(file: place.appending(path: "a.png").path, folder: place.path)) {
      try file.finish()
    }
  }

  @Test func `unwritable places are errors that name them`() throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appending(path: "file")
    try Data("x".utf8).write(to: file)
    let (lost, none) = (folder.url.appending(path: "none/a.png"), folder.url.appending(path: "none").path)
    let missing = writing(lost)
    #expect(missing == .folderMissing(file: lost.path, folder: none))
    #expect(missing?.description == "\(lost.path): cannot be written: there is no folder \(none); create it first")
    let places: [(URL, String, Int32?)] = [
      (file.appending(path: "a.png"), "Not a directory", ENOTDIR), (folder.url, "it is a folder", nil),
      (URL(filePath: "/dev/null"), "it is not a regular file", nil),
    ]
    for (url, reason, code) in places {
      #expect(writing(url, overwriting: true) == .unwritable(file: url.path, reason: reason, code: code))
    }
    #expect(folder.contents == ["file"])
  }

  @Test func `an address that is not a file's is neither read nor written as a path`() throws {
    let address = try #require(URL(string: "https://example.org/a.png"))
    guard case .unwritable("https://example.org/a.png", let reason, nil) = writing(address) else {
      Issue.record("\(String(describing: writing(address)))")
      return
    }
    #expect(reason.contains("not the address of a file"))
    let reading = failure { () throws(PhotoFileError) in _ = try Photo(contentsOf: address) }
    #expect(reading?.description.contains("not the address of a file; download it") == true)
  }

  @Test func `a quality beyond its range is clamped, and one that is no number is an error`() throws {
    #expect(EncodingOptions.jpeg(quality: 5).quality == 1)
    var options = EncodingOptions.webP()
    options.quality = -3
    #expect(options.quality == 0)
    #expect(try photo.data(as: options).count > 0)
    for format in PhotoFormat.allCases where format.isWritable {
      let error = failure { () throws(PhotoFileError) in
        _ = try photo.data(as: EncodingOptions(format: format, quality: .nan))
      }
      #expect(error?.description.contains("the quality is not a number") == true, "\(format)")
    }
  }

  @Test func `a link is followed, and the mode of a replaced file is kept`() throws {
    let folder = try TemporaryFolder()
    let target = folder.url.appending(path: "target.png")
    let link = folder.url.appending(path: "link.png")
    try Data("old".utf8).write(to: target)
    chmod(target.path, 0o640)
    symlink("target.png", link.path)
    #expect(writing(link, overwriting: true) == nil)
    #expect(try Photo(contentsOf: target).pixels == photo.pixels)
    var status = stat()
    #expect(lstat(link.path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
    #expect(stat(target.path, &status) == 0 && status.st_mode & 0o777 == 0o640)
  }

  @Test(arguments: [EncodingOptions.jpeg(), .png])
  func `metadata are written byte for byte except for changes`(options: EncodingOptions) throws {
    #expect(try Photo(data: try photo.data(as: options)).metadata == photo.metadata)
    var turned = photo
    turned.orientation = .leftMirrored
    let exif = try #require(try Photo(data: try turned.data(as: options)).metadata.exif)
    let original = try #require(photo.metadata.exif)
    #expect(exif.count == original.count)
    #expect(exif.indices.filter { exif[$0] != original[$0] }.count == 1)
  }

  @Test(arguments: [EncodingOptions.jpeg(), .png])
  func `faces are written to XMP and read from there`(options: EncodingOptions) throws {
    let faces = [
      Face(
        id: 2, bounds: NormalizedRect(x: 0.25, y: 0.5, width: 0.25, height: 0.125), roll: .degrees(30), confidence: 0.5)
    ]
    let changed = photo.with(faces: faces)
    #expect(changed.faces == faces)
    let back = try Photo(data: try changed.data(as: options))
    #expect(back.faces.count == 1)
    #expect(back.faces.first?.roll == .degrees(30) && back.faces.first?.id == 2)
    #expect((back.faces.first?.bounds.intersectionOverUnion(faces[0].bounds) ?? 0) > 0.999_999)
    #expect(String(decoding: back.metadata.xmp ?? [], as: UTF8.self).contains("Tests 1.0"))
    // Written again without a change, the packet stays as it is.
    #expect(try Photo(data: try back.data(as: options)).metadata.xmp == back.metadata.xmp)
  }
}
