import ArgumentParser
import Foundation
import MatteKit
import Support
import Testing

@testable import mattetool

/// Which arguments of `mattes -o` are files, and which folders.
@Suite struct MattePlaceTests {
  private func place(_ argument: String, ofMovie: Bool = false, _ kinds: [MatteKind] = [.hair]) throws -> MattePlace {
    try MattePlace(argument, ofMovie: ofMovie, kinds: kinds)
  }

  private func refusal(_ argument: String, ofMovie: Bool = false, _ kinds: [MatteKind] = [.hair]) -> String {
    do {
      return "\(try place(argument, ofMovie: ofMovie, kinds))"
    } catch {
      return (error as? ValidationError)?.message ?? "\(error)"
    }
  }

  @Test func `a name with a picture's extension is a file, and others are folders`() throws {
    #expect(try place("mt/x.png") == .file(.png) && place("mt/x.TIFF") == .file(.tiff))
    #expect(try place("s3://bucket/x.png") == .file(.png) && place("s3://bucket/mattes") == .folder)
    for folder in ["mt", "mt/", "mt/x.png/", "2024.05", "a.d"] { #expect(try place(folder) == .folder) }
    #expect(try place("-") == .standardOutput && place("x.mkv", ofMovie: true) == .file(nil))
    let temporary = try TemporaryFolder()
    let folder = temporary.file("folder.png")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    #expect(try place(folder) == .folder && place(folder, ofMovie: true) == .folder)
  }

  @Test func `a file that cannot hold the mattes is refused, with an alternative`() {
    #expect(
      refusal("mt/x.png", [.hair, .skin])
        == "mt/x.png: a file holds one matte; name it with --kinds, or give a folder for all")
    for name in ["mt/x.avi", "mt/x.mp4", "x.gif", "x.dng"] {
      #expect(refusal(name) == "\(name): a photo's matte is a picture; name it .png, or give a folder")
    }
    for name in ["x.avi", "x.png"] {
      #expect(refusal(name, ofMovie: true).contains(".mkv or .webm; for pictures give a folder"))
    }
    #expect(refusal("x.mp4", ofMovie: true, [.hair, .skin]).contains("name it with --kinds"))
  }
}
