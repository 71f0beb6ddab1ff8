import FaceMeta
import FoundationEssentials
import Glibc
import Imaging
import Kernels
import PhotoFile
import Support
import Testing

@testable import Inference

@Suite struct FaceDetectorTests {
  static let canRun = NetworkStore.default.canFind("centerface.onnx")
  /// One for all tests, as an app would keep it.
  static let shared = Result { try FaceDetector() }
  static var sample: URL { ProjectFolder.dependencies.appending(path: "samples/astronaut.png") }
  static let hasSample = canRun && FileManager.default.fileExists(atPath: sample.path)

  @Test(.enabled(if: hasSample, "needs the networks and the sample photo"))
  func `the astronaut has one face, with eyes, nose and mouth in their places`() throws {
    let picture = try Photo(contentsOf: Self.sample).pixels
    let faces = try Self.shared.get().faces(in: picture)
    #expect(faces.count == 1)
    let face = try #require(faces.first)
    // Measured by eye on the photo of 512 x 512 pixels, to about 5 pixels: brows at 83, lips' lower edge at 165.
    #expect(abs(face.bounds.minY * 512 - 80) < 10)
    #expect(abs(face.bounds.maxY * 512 - 168) < 10)
    #expect(abs(face.bounds.midX * 512 - 224) < 10)
    #expect(face.confidence > 0.9)
    #expect(abs(try #require(face.roll).signed.degrees) < 15)
    #expect(abs(try #require(face.yaw).signed.degrees) < 30)
    let landmarks = try #require(face.landmarks)
    #expect(landmarks.points.count == 478)
    for part in FacePart.allCases {
      for point in try #require(landmarks.outline(of: part)) {
        #expect(point.x > 0.3 && point.x < 0.6 && point.y > 0.08 && point.y < 0.45, "\(part)")
      }
    }
  }

  @Test(.enabled(if: hasSample, "needs the networks and the sample photo"))
  func `the same face is found however the picture is stored`() throws {
    let picture = try Photo(contentsOf: Self.sample).pixels
    let detector = try Self.shared.get()
    let expected = try #require(try detector.faces(in: picture).first)
    for orientation in Orientation.allCases {
      let stored = picture.oriented(by: orientation.inverse)
      let faces = try detector.faces(in: stored, orientation: orientation)
      #expect(faces.count == 1)
      let face = try #require(faces.first)
      #expect(face.bounds.intersectionOverUnion(expected.bounds) > 0.97, "\(orientation)")
      #expect(abs((try #require(face.roll) - (try #require(expected.roll))).signed.degrees) < 1, "\(orientation)")
      #expect(abs((try #require(face.yaw) - (try #require(expected.yaw))).signed.degrees) < 2, "\(orientation)")
    }
  }

  @Test(.enabled(if: hasSample, "needs the networks and the sample photo"))
  func `a mirror image has the same face, mirrored`() throws {
    let picture = try Photo(contentsOf: Self.sample).pixels
    let detector = try Self.shared.get()
    let face = try #require(try detector.faces(in: picture).first)
    let mirrored = try #require(try detector.faces(in: picture.oriented(by: .upMirrored)).first)
    #expect(
      abs(face.bounds.midX + mirrored.bounds.midX - 1) < 0.002 && abs(face.bounds.midY - mirrored.bounds.midY) < 0.002)
    #expect(abs((try #require(face.yaw) + (try #require(mirrored.yaw))).signed.degrees) < 0.5)
    #expect(abs((try #require(face.roll) + (try #require(mirrored.roll))).signed.degrees) < 0.5)
    // In both, the subject's right eye is on the viewer's left of a face that looks at the viewer.
    for face in [face, mirrored] {
      let points = try #require(face.landmarks).points
      #expect(points[33].x < points[263].x - 0.05 && points[468].x < points[473].x - 0.05)
    }
    let (points, others) = (try #require(face.landmarks).points, try #require(mirrored.landmarks).points)
    for (right, left) in [(33, 263), (61, 291), (468, 473), (152, 152)] {
      #expect(abs(points[right].x + others[left].x - 1) < 0.004 && abs(points[right].y - others[left].y) < 0.004)
    }
  }

  @Test(.enabled(if: hasSample, "needs the networks and the sample photo"))
  func `a face on its side or upside down is found with its roll`() throws {
    let picture = try Photo(contentsOf: Self.sample).pixels
    let detector = try Self.shared.get()
    let upright = try #require(try detector.faces(in: picture).first?.roll)
    // Orientation.right rotates the picture clockwise, and with it the face.
    for (turn, roll) in [(Orientation.right, 90.0), (.down, 180), (.left, 270)] {
      let faces = try detector.faces(in: picture.oriented(by: turn))
      #expect(faces.count == 1, "\(turn)")
      let face = try #require(faces.first)
      #expect(abs((try #require(face.roll) - upright - .degrees(roll)).signed.degrees) < 5, "\(turn)")
    }
  }

  @Test(
    .enabled(if: hasSample, "needs the networks and the sample photo"),
    arguments: TestScale.isFull ? Array(stride(from: 15.0, to: 360, by: 15)) : [15, 75, 110, 250, 300])
  func `a face that is turned by any angle has that roll, not the opposite one`(degrees: Double) throws {
    let picture = try Photo(contentsOf: Self.sample).pixels
    let detector = try Self.shared.get()
    let upright = try #require(try detector.faces(in: picture).first?.roll)
    // Rotated clockwise around the centre of the face: each point of the result comes from its position before.
    let (c, s) = (cos(degrees * .pi / 180), sin(degrees * .pi / 180))
    let map = AffineTransform2D(
      a: c, b: -s, c: s, d: c, tx: 224 - 256 * c - 256 * s, ty: 124 + 256 * s - 256 * c)
    let turned = try picture.warped(by: map, to: PixelSize(width: 512, height: 512))
    let faces = try detector.faces(in: turned)
    #expect(faces.count == 1)
    let roll = try #require(faces.first?.roll)
    #expect(abs((roll - upright - .degrees(degrees)).signed.degrees) < 2)
  }

  @Test(
    .enabled(if: canRun, "needs the networks"),
    arguments: [
      PixelSize(width: 1, height: 1), PixelSize(width: 1, height: 4000), PixelSize(width: 3000, height: 2),
      PixelSize(width: 300, height: 200),
    ])
  func `pictures without anything in them have no faces`(size: PixelSize) throws {
    let detector = try Self.shared.get()
    for format in [PixelFormat.rgba8, .l8, .rgbaFloat] {
      #expect(try detector.faces(in: PixelBuffer(size: size, format: format)).isEmpty)
    }
    var wild = PixelBuffer(size: size, format: .lFloat)
    wild.withUnsafeMutableBytes { for i in $0.indices { $0[i] = 0xFF } }
    #expect(try detector.faces(in: wild).isEmpty, "not a number everywhere")
  }

  @Test func `a store without networks is refused with the folders`() {
    let store = NetworkStore(
      networks: "/nowhere/a", openVINO: "/nowhere/b", compiledNetworks: .notKept, environment: [:], executable: nil,
      machine: "/nowhere")
    let folders = ["/nowhere/b", "/nowhere/local/lib/mattekit/openvino", "/nowhere/lib/mattekit/openvino"]
    #expect(throws: FaceError.network(.runtimeMissing(searched: folders, reason: nil))) {
      _ = try FaceDetector(store: store)
    }
  }

  @Test(.enabled(if: canRun && ProjectFolder.sharedData != nil, "needs the networks and the shared data"))
  func `turned heads have yaw of the right sign and size`() throws {
    let folder = try #require(ProjectFolder.sharedData).appending(path: "fasseg_v3/image")
    let detector = try FaceDetector(FaceSearch(minimumFaceSize: 60), measuresIrises: false)
    // The folders' sign is ours: +45 looks to the viewer's left.
    for (name, yaw) in [("-60", -60.0), ("-30", -30), ("0", 0), ("+30", 30), ("+60", 60)] {
      let bin = folder.appending(path: name).path
      let files = try FileManager.default.contentsOfDirectory(atPath: bin).sorted().prefix(2)
      for file in files {
        let photo = try Photo(contentsOf: URL(filePath: "\(bin)/\(file)"))
        let face = try #require(try detector.faces(in: photo.pixels, orientation: photo.orientation).first)
        #expect(abs((try #require(face.yaw) - .degrees(yaw)).signed.degrees) < 25, "\(name)/\(file)")
      }
    }
  }

  @Test(.enabled(if: canRun && ProjectFolder.sharedData != nil, "needs the networks and the shared data"))
  func `a group photo has the same faces upside down`() throws {
    let folder = try #require(ProjectFolder.sharedData).appending(path: "photos/group")
    let pixels = try Photo(contentsOf: folder.appending(path: "img8.jpeg")).pixels
    let detector = try FaceDetector(maximumFaces: 200, measuresIrises: false)
    let upright = try detector.faces(in: pixels)
    #expect(upright.count > 70)
    let upsideDown = try detector.faces(in: pixels, orientation: .down)
    #expect(abs(upsideDown.count - upright.count) <= 1)
    for face in upright {
      let isFound = upsideDown.contains { other in
        abs(1 - other.bounds.midX - face.bounds.midX) < face.bounds.width / 2
          && abs(1 - other.bounds.midY - face.bounds.midY) < face.bounds.height / 2
      }
      #expect(isFound, "\(face.bounds)")
    }
    let rolls = upsideDown.compactMap(\.roll)
    #expect(!rolls.isEmpty && rolls.allSatisfy { abs(($0 - .degrees(180)).signed.degrees) < 50 })
  }

  @Test(.enabled(if: canRun && ProjectFolder.sharedData != nil, "needs the networks and the shared data"))
  func `every labelled face of a group photo is found, and nothing else`() throws {
    let folder = try #require(ProjectFolder.sharedData).appending(path: "photos/dlib_faces")
    let text = try String(contentsOf: folder.appending(path: "testing.xml"), encoding: .utf8)
    let detector = try FaceDetector(measuresIrises: false)
    var labelled = 0
    for entry in text.components(separatedBy: "<image ").dropFirst().prefix(2) {
      let name = try #require(entry.split(separator: "'").dropFirst().first)
      let boxes = entry.components(separatedBy: "<box ").dropFirst().map { box in
        ["left", "top", "width", "height"].compactMap { key in
          box.components(separatedBy: "\(key)='").dropFirst().first?.split(separator: "'").first.flatMap { Double($0) }
        }
      }
      let photo = try Photo(contentsOf: folder.appending(path: String(name)))
      let faces = try detector.faces(in: photo.pixels, orientation: photo.orientation)
      #expect(faces.count == boxes.count, "\(name)")
      labelled += boxes.count
      for box in boxes {
        let isFound = faces.contains { face in
          let x = face.bounds.midX * Double(photo.pixels.width)
          let y = face.bounds.midY * Double(photo.pixels.height)
          return x > box[0] && x < box[0] + box[2] && y > box[1] && y < box[1] + box[3]
        }
        #expect(isFound, "\(name): \(box)")
      }
    }
    #expect(labelled > 0)
  }
}
