import MatteKit
import Testing

@testable import Batch

@Suite struct ProcessingOptionsTests {
  /// Otherwise a resumed run would keep results of other faces.
  @Test func `other faces make another recipe`() {
    let part = NormalizedRect(x: 0, y: 0, width: 0.5, height: 1)
    let changes: [(inout ProcessingOptions) -> Void] = [
      { $0.faces.minimumConfidence = 0.9 }, { $0.faces.minimumFaceSize = 40 }, { $0.faces.regionOfInterest = part },
      { $0.knownFaces = [part] }, { $0.knownFaces = [part, .full] },
    ]
    let words = changes.map { change in
      var options = ProcessingOptions()
      change(&options)
      return options.words
    }
    #expect(Set(words + [ProcessingOptions().words]).count == changes.count + 1)
  }
}
