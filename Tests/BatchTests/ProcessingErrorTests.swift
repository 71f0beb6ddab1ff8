import Foundation
import MatteKit
import SystemPackage
import Testing

@testable import Batch

@Suite struct ProcessingErrorTests {
  private struct Own: Error, CustomStringConvertible {
    let description = "the caller's function failed"
  }

  @Test func `an error says what failed, through stages too`() {
    let broken = FrameStreamError.malformed(file: "a.mp4", reason: "it ends too soon")
    let empty = PhotoFileError.empty(file: "a.jpg")
    let errors: [(any Error, ProcessingError)] = [
      (broken, .frames(broken)), (SceneError.frames(broken), .frames(broken)), (empty, .photo(empty)),
      (Own(), .other(Own())), (SceneError.other(Own()), .other(Own())), (CancellationError(), .cancelled),
      (SceneError.other(CancellationError()), .cancelled), (SegmentationError.cancelled, .cancelled),
      (SceneError.rendering(.cancelled), .cancelled),
      (ProcessingError.noPersonFound(input: "a.jpg"), .noPersonFound(input: "a.jpg")),
    ]
    for (error, expected) in errors {
      let made = ProcessingError(error)
      #expect("\(made)" == "\(expected)" && made.localizedDescription == "\(expected)")
      #expect(String(reflecting: made.underlying) == String(reflecting: expected.underlying))
      if let underlying = made.underlying { #expect("\(made)" == "\(underlying)") }
    }
  }

  @Test func `a full disk is recognized in it`() {
    let full = PhotoFileError.cannotWrite("b.jpg", Errno.noSpace)
    #expect(FullDisk(ProcessingError.photo(full))?.reason == "\(full)")
    #expect(
      FullDisk(ProcessingError.frames(.unwritable(file: "b.mp4", reason: "the end", code: Errno.noSpace.rawValue)))
        != nil)
    #expect(FullDisk(ProcessingError.frames(.unwritable(file: "No space left on device", reason: "x"))) == nil)
    #expect(FullDisk(PhotoFileError.unwritable(file: "a", reason: "No space left on device, as it says")) == nil)
    #expect(FullDisk(ProcessingError.cancelled) == nil)
  }
}
