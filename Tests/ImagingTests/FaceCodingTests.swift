import Foundation
import Imaging
import Testing

/// Faces as JSON.
@Suite struct FaceCodingTests {
  private static let faces = [
    Face(bounds: NormalizedRect(x: 0.1, y: -1.0 / 3, width: 0.7, height: 1e-9), confidence: 0.1 + 0.2),
    Face(
      id: .max, time: MediaTime(value: .min, timescale: 30_000), bounds: .full, roll: .degrees(359.99999999999994),
      yaw: .radians(1), pitch: .zero, confidence: 1,
      landmarks: FaceLandmarks(
        points: (0..<478).map { SIMD3(Float($0) / 477, 1 / (Float($0) + 1), -Float.leastNonzeroMagnitude * Float($0)) })
    ),
    Face(id: 1, bounds: .full, landmarks: FaceLandmarks(points: [])),
  ]

  @Test(arguments: faces) func `a face is the same after coding`(face: Face) throws {
    let json = try JSONEncoder().encode([face])
    #expect(try JSONDecoder().decode([Face].self, from: json) == [face])
    let list = try PropertyListEncoder().encode(["face": face])
    #expect(try PropertyListDecoder().decode([String: Face].self, from: list) == ["face": face])
  }

  @Test func `the form is the documented one`() throws {
    let face = Face(
      id: 1, time: MediaTime(value: 1001, timescale: 30_000),
      bounds: NormalizedRect(x: 0.25, y: 0.125, width: 0.25, height: 0.5), roll: .degrees(-1.5), confidence: 0.75,
      landmarks: FaceLandmarks(points: [SIMD3(0.5, 0.25, -0.125)]))
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    #expect(
      String(decoding: try encoder.encode(face), as: UTF8.self)
        == #"{"bounds":{"height":0.5,"width":0.25,"x":0.25,"y":0.125},"confidence":0.75,"id":1,"#
        + #""landmarks":[[0.5,0.25,-0.125]],"roll":358.5,"time":{"timescale":30000,"value":1001}}"#)
  }

  @Test func `a face in a report is rounded, and has no time`() throws {
    let face = Face(
      id: 1, time: .zero, bounds: NormalizedRect(x: 1.0 / 3, y: 0.125, width: 0.25, height: 0.5),
      roll: .degrees(359.999),
      yaw: .degrees(0.126), confidence: 2.0 / 3, landmarks: FaceLandmarks(points: [SIMD3(1.0 / 3, 0.5, -2.0 / 3)]))
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    func json(_ withLandmarks: Bool) throws -> String {
      String(decoding: try encoder.encode(face.reported(withLandmarks: withLandmarks)), as: UTF8.self)
    }
    let bounds = #"{"bounds":{"height":0.5,"width":0.25,"x":0.333333,"y":0.125},"confidence":0.666667,"id":1,"#
    #expect(try json(false) == bounds + #""roll":0,"yaw":0.13}"#)
    #expect(try json(true) == bounds + #""landmarks":[[0.333333,0.5,-0.666667]],"roll":0,"yaw":0.13}"#)
  }

  @Test func `angles are normalized, and further keys ignored`() throws {
    let json = #"""
      {"bounds": {"x": 0, "y": 0, "width": 1, "height": 1}, "confidence": 1, "roll": -90, "yaw": 720, "pitch": null,
       "parts": {"leftEye": [[0, 0]]}, "note": "by hand"}
      """#
    let face = try JSONDecoder().decode(Face.self, from: Data(json.utf8))
    #expect(face == Face(bounds: .full, roll: .degrees(270), yaw: .zero))
  }

  @Test(arguments: [
    #"{"confidence": 1}"#, #"{"bounds": {"x": 0, "y": 0, "width": 1}, "confidence": 1}"#,
    #"{"bounds": {"x": 0, "y": 0, "width": 1, "height": 1}}"#,
    #"{"bounds": {"x": 0, "y": 0, "width": 1, "height": 1}, "confidence": 1, "landmarks": [[0, 0]]}"#,
    #"{"bounds": {"x": 0, "y": 0, "width": 1, "height": 1}, "confidence": 1, "landmarks": [[0, 0, 0, 0]]}"#,
    #"{"bounds": {"x": 0, "y": 0, "width": 1, "height": 1}, "confidence": 1, "time": {"value": 1, "timescale": 0}}"#,
    #"{"bounds": {"x": 0, "y": 0, "width": 1, "height": 1}, "confidence": 1, "time": {"value": 1, "timescale": 1e12}}"#,
    #"{"bounds": {"x": 0, "y": 0, "width": 1, "height": 1}, "confidence": 1, "time": 1.5}"#,
    #"{"bounds": {"x": 0, "y": 0, "width": 1, "height": 1}, "confidence": 1, "roll": "90"}"#,
  ])
  func `data that are no face are refused`(json: String) {
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(Face.self, from: Data(json.utf8)) }
  }
}
