import FilterGraph
import Glibc
import Imaging
import Testing

@testable import Effects

@Suite struct StickerTests {
  private let size = PixelSize(width: 240, height: 240)

  /// Green above, red below; twice as wide as high.
  private var flag: EffectValue.Picture {
    var bytes: [UInt8] = []
    for y in 0..<40 { for _ in 0..<80 { bytes += y < 20 ? [0, 255, 0, 255] : [255, 0, 0, 255] } }
    let size = PixelSize(width: 80, height: 40)
    return EffectValue.Picture(image: Image(PixelBuffer(size: size, format: .rgba8, bytes: bytes)), size: size)
  }

  /// Where a colour is on a blue picture: its centre and its width and height.
  private func place(of component: Int, _ buffer: PixelBuffer) -> (x: Double, y: Double, width: Double, count: Int) {
    var (sx, sy, left, right, count) = (0.0, 0.0, Double.infinity, 0.0, 0)
    for y in 0..<buffer.height {
      for x in 0..<buffer.width where buffer.bytes[y * buffer.rowBytes + 4 * x + component] > 200 {
        sx += Double(x) + 0.5
        sy += Double(y) + 0.5
        left = min(left, Double(x))
        right = max(right, Double(x) + 1)
        count += 1
      }
    }
    return (sx / Double(max(count, 1)), sy / Double(max(count, 1)), right - left, count)
  }

  private func rendered(_ effect: Sticker, _ faces: [Face], orientation: Orientation = .up) throws -> PixelBuffer {
    let blue = Image.color(Color(red: 0, green: 0, blue: 0.5)).cropped(to: PixelRect(size))
    let subject = EffectSubject(image: blue, size: size, orientation: orientation, faces: faces)
    return try Renderer().render(effect.image(of: subject).oriented(orientation), in: PixelRect(size), as: .rgba8)
  }

  private func face(_ x: Double, _ y: Double, _ width: Double, roll: Double = 0, yaw: Double = 0) -> Face {
    SyntheticFace.face(
      at: NormalizedPoint(x: x, y: y), width: width, in: size, roll: Angle(degrees: roll), yaw: Angle(degrees: yaw))
  }

  @Test func `it sits at the eyes, as wide as the face, the right way up`() throws {
    let result = try rendered(.sticker(flag, at: .eyes), [face(0.5, 0.5, 100)])
    let (green, red) = (place(of: 1, result), place(of: 0, result))
    // The eyes are 15 pixels above the centre of the face.
    #expect(abs(green.x - 120) < 2 && abs((green.y + red.y) / 2 - 105) < 4, "\(green) \(red)")
    #expect(green.y < red.y && abs(green.width - 98) < 6, "\(green)")
  }

  @Test(arguments: [0.0, 30, 90, 180, 300])
  func `it rolls with the face`(degrees: Double) throws {
    let result = try rendered(.sticker(flag, at: .lips), [face(0.5, 0.5, 100, roll: degrees)])
    let (green, red) = (place(of: 1, result), place(of: 0, result))
    let down = atan2(red.x - green.x, red.y - green.y) * -180 / .pi
    let difference = Angle(degrees: down - degrees).signed.degrees
    #expect(abs(difference) < 4, "\(down)")
  }

  @Test(arguments: Orientation.allCases)
  func `it is upright in a picture that is stored rotated`(orientation: Orientation) throws {
    let result = try rendered(.sticker(flag, at: .nose, size: 2), [face(0.3, 0.4, 80)], orientation: orientation)
    let (green, red) = (place(of: 1, result), place(of: 0, result))
    #expect(green.count > 100 && red.count > 100)
    #expect(abs(green.x - 72) < 3 && green.y < red.y, "\(green) \(red)")
  }

  @Test func `it turns with the face and gets narrower`() throws {
    let ahead = place(of: 1, try rendered(.sticker(flag, at: .eyes), [face(0.5, 0.5, 100)]))
    let aside = place(of: 1, try rendered(.sticker(flag, at: .eyes), [face(0.5, 0.5, 100, yaw: 50)]))
    #expect(aside.width < ahead.width * 0.8 && aside.width > ahead.width * 0.45, "\(aside)")
  }

  @Test func `each selected face has one of its own size`() throws {
    let faces = [face(0.25, 0.5, 80), face(0.75, 0.5, 40)]
    let both = place(of: 1, try rendered(.sticker(flag, at: .eyes), faces))
    let first = place(of: 1, try rendered(.sticker(flag, at: .eyes, onlyFaces: .only([0])), faces))
    let second = place(of: 1, try rendered(.sticker(flag, at: .eyes, onlyFaces: .only([1])), faces))
    #expect(first.x < 80 && second.x > 160 && abs(both.count - first.count - second.count) < 20)
    #expect(Double(first.count) / Double(max(second.count, 1)) > 3)
  }

  @Test(arguments: Sticker.Shape.allCases)
  func `a sticker drawn without a picture is visible`(shape: Sticker.Shape) throws {
    let (with, without) = (try rendered(.sticker(shape), [face(0.5, 0.5, 100)]), try rendered(.sticker(shape), []))
    let changed = zip(with.bytes, without.bytes).count { $0 != $1 }
    #expect(changed > 1000, "\(changed)")
  }

  @Test func `the bridge and the temples of the glasses touch their rims`() throws {
    let glasses = StickerDrawing.picture(of: .glasses)
    let drawn = try Renderer().render(
      glasses.image, in: PixelRect(glasses.size), as: .rgba8, alphaType: .straight)
    func isFrame(_ x: Int, _ y: Int) -> Bool { drawn.bytes[y * drawn.rowBytes + 4 * x + 3] > 250 }
    // From one ring over the bridge to the other, and from a ring to the ear.
    for x in 390...510 { for y in [121, 129, 137] { #expect(isFrame(x, y), "\(x), \(y)") } }
    for x in 2...96 { for y in [115, 123, 131] { #expect(isFrame(x, y) && isFrame(899 - x, y), "\(x), \(y)") } }
  }

  /// A turned face with its ears as far behind the eyes as they are on a head.
  private func head(yaw: Double) -> Face {
    var face = face(0.5, 0.5, 100, yaw: yaw)
    var points = face.landmarks?.points ?? []
    let back = SIMD3(sin(yaw * .pi / 180), 0, cos(yaw * .pi / 180)) * 0.4 * 100 / 240
    for index in [127, 234, 356, 454] { points[index] += SIMD3<Float>(back) }
    face.landmarks = FaceLandmarks(points: points)
    return face
  }

  @Test func `the temple of the glasses reaches the ear of a turned face, and of no other`() throws {
    /// The columns in which the frame is seen at the height of the eyes.
    func frame(_ yaw: Double) throws -> [Int] {
      let result = try rendered(.sticker(.glasses), [head(yaw: yaw)])
      return (0..<size.width).filter { x in
        (90..<125).contains { y in result.bytes[y * result.rowBytes + 4 * x + 2] < 90 }
      }
    }
    let (ahead, left, right) = (try frame(0), try frame(50), try frame(-50))
    #expect((ahead.max() ?? 0) - (ahead.min() ?? 0) < 104, "\(ahead)")
    // Without a gap, as far as the point before the ear, and a little over the ear.
    let points = head(yaw: 50).landmarks?.points ?? []
    let ear = Int(Double(points[356].x * 0.8 + points[454].x * 0.2) * Double(size.width))
    #expect(ear > 168 && Set(120...ear).isSubset(of: left) && (left.max() ?? 0) <= ear + 15, "\(ear): \(left)")
    #expect(Set((size.width - ear)...120).isSubset(of: right), "\(ear): \(right)")
  }

  @Test(arguments: [-1.0, 1], [25.0, 35, 45, 55])
  func `each lens of the glasses covers its eye on a turned face`(sign: Double, degrees: Double) throws {
    var face = face(0.5, 0.5, 100, yaw: sign * degrees)
    var points = face.landmarks?.points ?? []
    // A round face: the farther eye is seen farther out than on a flat one.
    let farther = sign > 0 ? FacePart.rightEye : .leftEye
    for index in farther.meshIndices { points[index].x -= Float(sign) * 4 / 240 }
    face.landmarks = FaceLandmarks(points: points)
    let spot = StickerPlace.Spot(anchor: .eyes, size: 1, shift: .zero, turns: true)
    let place = StickerPlace(on: FaceShape(face, in: size), spot)
    for (across, outer, inner) in [(-0.23, 33, 133), (0.23, 263, 362)] {
      let lens = try #require(place.seen(across))
      let eye = Double(points[outer].x + points[inner].x) / 2 * 240
      #expect(abs(lens.x - eye) < 3, "\(lens), \(eye)")
    }
  }

  @Test func `in profile its farther half is hidden, also if the mesh turns too little`() throws {
    let ahead = place(of: 1, try rendered(.sticker(flag, at: .lips), [face(0.5, 0.5, 100)]))
    for sign in [-1.0, 1] {
      var turned = face(0.5, 0.5, 100, yaw: sign * 45)
      turned.yaw = Angle(degrees: sign * 80)
      let aside = place(of: 1, try rendered(.sticker(flag, at: .lips), [turned]))
      #expect(aside.width < ahead.width * 0.45 && aside.width > ahead.width * 0.2, "\(aside) \(ahead)")
    }
  }
}
