import Imaging
import Kernels
import Testing

@testable import Segmentation

@Suite struct SubjectSelectionTests {
  private func face(_ x: Double, height: Double) -> Face {
    Face(bounds: NormalizedRect(x: x - height / 2, y: 0.5 - height / 2, width: height, height: height))
  }

  @Test func `the subjects of a photo are the people near the camera, the largest first`() {
    let faces = [face(0.1, height: 0.05), face(0.3, height: 0.2), face(0.5, height: 0.4), face(0.8, height: 0.11)]
    #expect(SubjectSelection.foreground.faces(of: faces).map(\.bounds.height) == [0.4, 0.2, 0.11])
    #expect(SubjectSelection.all.faces(of: faces).map(\.bounds.height) == [0.4, 0.2, 0.11, 0.05])
    #expect(SubjectSelection.foreground.faces(of: []).isEmpty)
    let nowhere = Face(bounds: NormalizedRect(x: 0, y: 0, width: .nan, height: .nan))
    #expect(SubjectSelection.foreground.faces(of: [nowhere] + faces).contains { $0.bounds.height == 0.4 })
  }

  /// Upright bars of different heights, 10 pixels wide, from x = 10 on, 30 apart.
  private func planes(heights: [Int]) -> PlanarBuffer<Float> {
    let size = PixelSize(width: 128, height: 96)
    var samples = [Float](repeating: 0, count: size.area)
    for (place, height) in heights.enumerated() {
      for y in 0..<height {
        for x in 0..<10 { samples[y * size.width + 10 + 30 * place + x] = 1 }
      }
    }
    return PlanarBuffer(size: size, planeCount: 3, samples: samples + samples + samples)
  }

  /// Which of the bars are left in every plane.
  private func left(
    heights: [Int], faces: [Face], _ subjects: SubjectSelection?
  ) throws -> [Bool] {
    var planes = planes(heights: heights)
    try CoarsePredictionCleanup.apply(to: &planes, faces: faces, subjects: subjects)
    return heights.indices.map { place in
      let values = (0..<3).map { planes.samples[$0 * planes.size.area + planes.size.width + 15 + 30 * place] }
      #expect(Set(values).count == 1)
      return values[0] > 0.5
    }
  }

  @Test func `a passer-by far behind is background, a part of a person is not`() throws {
    // Areas of 100, 20, 10 and 2 % of the largest.
    let heights = [90, 18, 9, 2]
    #expect(try left(heights: heights, faces: [], .foreground) == [true, true, false, false])
    #expect(try left(heights: heights, faces: [], .all) == [true, true, true, false])
    #expect(try left(heights: heights, faces: [], nil) == [true, true, true, true])
    // The third bar has a subject's face.
    let face = Face(bounds: NormalizedRect(x: 72.0 / 128, y: 0.01, width: 6.0 / 128, height: 0.06))
    #expect(try left(heights: heights, faces: [face], .foreground) == [true, true, true, false])
  }

  @Test func `uncertain pixels beside a person stay within eight pixels of the network's input and fade beyond`()
    throws
  {
    for step in [1, 2] {
      var planes = planes(heights: [90])
      // A faint row that leads away from the bar.
      for x in 20..<128 { planes.samples[2 * planes.size.area + 40 * planes.size.width + x] = 0.4 }
      try CoarsePredictionCleanup.apply(to: &planes, step: step, faces: [], subjects: .all)
      let row = Array(planes[2].dropFirst(40 * planes.size.width + 19).prefix(60))
      #expect(row[8 / step] == row[1] && row[1] > 0.3)
      #expect(row[16 / step] < row[1] && row[16 / step] > 0)
      #expect(row[26 / step] == 0)
    }
  }
}
