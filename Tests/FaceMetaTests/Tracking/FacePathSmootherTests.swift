import Glibc
import Imaging
import Testing

@testable import FaceMeta

@Suite struct FacePathSmootherTests {
  private static let size = PixelSize(width: 1280, height: 720)
  /// Of the face, in widths of the picture.
  private static let side = 0.1

  /// Frames with a face whose centre is at a position, in sides of the face, 25 per second; measured with noise.
  private static func frames(
    _ count: Int, noise: Double, cutAt cut: Int? = nil, place: (Int) -> Double
  ) -> [TrackedFrame] {
    var seed: UInt64 = 7
    func random() -> Double {
      // The sum of twelve uniform numbers is nearly normal.
      (0..<12).reduce(-6) { sum, _ in
        seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return sum + Double(seed >> 11) / Double(1 << 53)
      }
    }
    return (0..<count).map { number in
      let x = (place(number) + noise * random()) * side
      let bounds = NormalizedRect(x: x - side / 2, y: 0.4, width: side, height: side * 16 / 9)
      let face = Face(id: 1, bounds: bounds, roll: Angle(degrees: number % 2 == 0 ? 359.5 : 0.5))
      return TrackedFrame(faces: [face], time: Double(number) / 25, size: size, isCut: number == cut)
    }
  }

  /// How far the smoothed centers are from the places, in sides of the face.
  private static func errors(_ frames: [TrackedFrame], place: (Int) -> Double) throws -> [Double] {
    let smoother = FacePathSmoother()
    let result = frames.flatMap { smoother.add($0) } + smoother.finish()
    try #require(result.count == frames.count)
    return result.enumerated().map { number, frame in frame.faces[0].bounds.midX / side - place(number) }
  }

  private static func deviation(_ errors: some Collection<Double>) -> Double {
    (errors.reduce(0) { $0 + $1 * $1 } / Double(errors.count)).squareRoot()
  }

  @Test("a face at rest does not jitter")
  func still() throws {
    let errors = try Self.errors(Self.frames(100, noise: 0.003) { _ in 5 }) { _ in 5 }
    #expect(Self.deviation(errors[10..<90]) < 0.0009)
  }

  @Test("a face at constant speed has no lag, from its first frame to its last")
  func steadyMotion() throws {
    func place(_ number: Int) -> Double { 2 + 0.05 * Double(number) }
    let exact = try Self.errors(Self.frames(60, noise: 0, place: place), place: place)
    #expect(exact.allSatisfy { abs($0) < 1e-9 })
    let noisy = try Self.errors(Self.frames(60, noise: 0.003, place: place), place: place)
    #expect(Self.deviation(noisy[10..<50]) < 0.0015)
  }

  @Test("a face that stops, starts or swings is tracked without lag")
  func changingMotion() throws {
    func stopping(_ number: Int) -> Double { 2 + 0.08 * Double(min(number, 30)) }
    let stop = try Self.errors(Self.frames(60, noise: 0.002, place: stopping), place: stopping)
    #expect(stop.allSatisfy { abs($0) < 0.02 })
    func swinging(_ number: Int) -> Double { 3 + sin(Double(number) / 25 * 2 * .pi) }
    let swing = try Self.errors(Self.frames(75, noise: 0.002, place: swinging), place: swinging)
    #expect(Self.deviation(swing) < 0.008)
  }

  @Test("nothing is averaged across a cut, and angles take the short way round")
  func cutsAndAngles() throws {
    func place(_ number: Int) -> Double { number < 30 ? 2 : 7 }
    let frames = Self.frames(60, noise: 0, cutAt: 30, place: place)
    #expect(try Self.errors(frames, place: place).allSatisfy { abs($0) < 1e-9 })
    let smoother = FacePathSmoother()
    let rolls = (frames.flatMap { smoother.add($0) } + smoother.finish()).compactMap {
      $0.faces[0].roll?.signed.degrees
    }
    #expect(rolls.count == 60 && rolls.allSatisfy { abs($0) <= 0.5 })
  }

  /// Frames of a textured face that moves irregularly with the camera; found with noise, and without landmarks in
  /// frames of `misses`.
  private static func shaking(
    _ count: Int, misses: (Int) -> Bool = { _ in false }
  ) throws -> (frames: [TrackedFrame], centers: [SIMD2<Double>]) {
    let size = TexturedFace.size
    let pixels = SIMD2(Double(size.width), Double(size.height))
    var frames: [TrackedFrame] = []
    var centers: [SIMD2<Double>] = []
    var seed: UInt64 = 11
    func random() -> Double {
      seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Double(seed >> 11) / Double(1 << 53) - 0.5
    }
    for number in 0..<count {
      let shake = SIMD2(Double((number * 7) % 11) - 5, Double((number * 5) % 13) - 6)
      let center = SIMD2(160, 120) + shake
      let noise = SIMD2(random(), random()) * 1.2
      let place = (center + noise) / pixels
      let landmarks = FaceLandmarks(
        points: [SIMD3<Float>](repeating: SIMD3(Float(place.x), Float(place.y), 0), count: 478))
      let box = FaceBox(center: center + noise, extent: SIMD2(60, 60))
      let face = Face(id: 1, bounds: box.normalized(in: size), landmarks: misses(number) ? nil : landmarks)
      frames.append(
        TrackedFrame(
          faces: [face], time: Double(number) / 25, size: size, isCut: false,
          picture: try TexturedFace.picture(at: center)))
      centers.append(center)
    }
    return (frames, centers)
  }

  private static func smoothed(_ frames: [TrackedFrame]) -> [TrackedFrame] {
    let smoother = FacePathSmoother()
    return frames.flatMap { smoother.add($0) } + smoother.finish()
  }

  @Test("with a shaking camera, a face is smoothed relative to the picture")
  func shakingCamera() throws {
    let (frames, centers) = try Self.shaking(50)
    let result = Self.smoothed(frames)
    try #require(result.count == 50)
    let errors = zip(result, centers).map { frame, center in
      FaceBox(frame.faces[0].bounds, in: TexturedFace.size).center - center
    }
    // It was found with a deviation of 0.35 pixels each way, and jumps by several.
    #expect(Self.deviation(errors.dropFirst(8).dropLast(8).map(\.x)) < 0.15)
    #expect(Self.deviation(errors.dropFirst(8).dropLast(8).map(\.y)) < 0.15)
  }

  @Test("missing landmarks are taken from adjacent frames, moved with the picture")
  func lentLandmarks() throws {
    let (frames, centers) = try Self.shaking(50) { (20..<24).contains($0) }
    let result = Self.smoothed(frames)
    try #require(result.count == 50)
    for (frame, center) in zip(result, centers) {
      let point = try #require(frame.faces[0].landmarks?.points[0])
      let place = SIMD2(Double(point.x), Double(point.y)) * SIMD2(320, 240)
      #expect(abs(place.x - center.x) < 0.5 && abs(place.y - center.y) < 0.5)
    }
  }

  @Test("landmarks are not taken from distant frames")
  func farLandmarks() throws {
    let (frames, _) = try Self.shaking(60) { $0 >= 20 }
    let result = Self.smoothed(frames)
    #expect(result.prefix(24).allSatisfy { $0.faces[0].landmarks != nil })
    #expect(result.dropFirst(30).allSatisfy { $0.faces[0].landmarks == nil })
  }

  /// Frames of a textured face that swings, 25 frames a period. Each is smeared by up to 24 pixels of its 60, and found
  /// up to 10 pixels too far along its motion.
  private static func blurred(
    _ count: Int, smear most: Double = 24
  ) throws -> (frames: [TrackedFrame], centers: [SIMD2<Double>]) {
    let size = TexturedFace.size
    let pixels = SIMD2(Double(size.width), Double(size.height))
    var (frames, centers): ([TrackedFrame], [SIMD2<Double>]) = ([], [])
    for number in 0..<count {
      let phase = 2 * .pi * Double(number) / 25
      let center = SIMD2(160 + 100 * sin(phase), 120)
      let share = cos(phase)
      let found = center + SIMD2(10 * share * abs(share), 0)
      let place = found / pixels
      let landmarks = FaceLandmarks(
        points: [SIMD3<Float>](repeating: SIMD3(Float(place.x), Float(place.y), 0), count: 478))
      let bounds = FaceBox(center: found, extent: SIMD2(60, 60)).normalized(in: size)
      frames.append(
        TrackedFrame(
          faces: [Face(id: 1, bounds: bounds, landmarks: landmarks)], time: Double(number) / 25, size: size,
          isCut: false, picture: try TexturedFace.picture(at: center, smear: most * abs(share))))
      centers.append(center)
    }
    return (frames, centers)
  }

  @Test("a face with motion blur stays where its sharp picture has moved, though it is found elsewhere")
  func motionBlur() throws {
    let (frames, centers) = try Self.blurred(75)
    let result = Self.smoothed(frames)
    try #require(result.count == 75)
    let errors = try zip(result, centers).map { frame, center in
      Double(try #require(frame.faces[0].landmarks?.points[4]).x) * Double(TexturedFace.size.width) - center.x
    }
    #expect(errors.allSatisfy { abs($0) < 4 })
    #expect(errors.dropFirst(10).allSatisfy { abs($0) < 2 })
  }

  @Test("a face that gets sharper is waited for, others are not")
  func longerReach() throws {
    func counts(_ frames: [TrackedFrame]) -> [Int] {
      let smoother = FacePathSmoother(reach: 0.1)
      return frames.map { smoother.add($0).count }
    }
    // Sharpest in frame 6.
    #expect(counts(try Self.blurred(6).frames).allSatisfy { $0 == 0 })
    #expect(counts(try Self.blurred(40).frames).reduce(0, +) >= 36)
    #expect(counts(try Self.blurred(6, smear: 0).frames).reduce(0, +) >= 3)
  }

  @Test("bounds that jump to something else do not take the face along")
  func jumpingBounds() throws {
    let picture = try TexturedFace.picture(at: SIMD2(160, 120))
    func frame(_ number: Int, x: Double) -> TrackedFrame {
      let bounds = FaceBox(center: SIMD2(x, 120), extent: SIMD2(60, 60)).normalized(in: TexturedFace.size)
      return TrackedFrame(
        faces: [Face(id: 1, bounds: bounds)], time: Double(number) / 25, size: TexturedFace.size, isCut: false,
        picture: picture)
    }
    let first = RegisteredFrame(frame(0, x: 150), after: nil)
    let second = RegisteredFrame(frame(1, x: 160), after: first)
    let motion = try #require(second.motions[1])
    #expect(motion.displacement(at: 200) < 0.1)
    #expect(RegisteredFrame(frame(2, x: 220), after: second).motions[1] == nil)
  }

  @Test("landmarks that drift over an unchanged face are held, except for moving lips")
  func wanderingLandmarks() throws {
    // Half a percent of the face in a second and a quarter, and lips that open twice a second.
    func wander(_ number: Int) -> Double { 0.3 * sin(2 * .pi * 0.8 * Double(number) / 25) }
    func opening(_ number: Int) -> Double { 2.4 * sin(2 * .pi * 2 * Double(number) / 25) }
    let (size, center) = (TexturedFace.size, SIMD2(160.0, 120.0))
    let picture = try TexturedFace.picture(at: center)
    let frames = (0..<100).map { number in
      let place = center + SIMD2(wander(number), 0)
      func point(_ offset: SIMD2<Double>) -> SIMD3<Float> {
        SIMD3(Float((place + offset).x) / Float(size.width), Float((place + offset).y) / Float(size.height), 0)
      }
      var points = [SIMD3<Float>](repeating: point(.zero), count: 478)
      for index in MovingFacePart.mouth.points { points[index] = point(SIMD2(0, opening(number))) }
      let box = FaceBox(center: place, extent: SIMD2(60, 60))
      let face = Face(id: 1, bounds: box.normalized(in: size), landmarks: FaceLandmarks(points: points))
      return TrackedFrame(faces: [face], time: Double(number) / 25, size: size, isCut: false, picture: picture)
    }
    let result = try Self.smoothed(frames).map { try #require($0.faces[0].landmarks?.points) }
    let nose = result.map { Double($0[4].x * Float(size.width)) - center.x }
    #expect(Self.deviation(nose[10..<90]) < 0.07)
    let lips = result.enumerated().map { Double($1[13].y * Float(size.height)) - center.y - opening($0) }
    #expect(Self.deviation(lips[10..<90]) < 0.4)
  }
}
