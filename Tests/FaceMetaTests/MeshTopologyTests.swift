import Testing

@testable import FaceMeta

@Suite struct MeshTopologyTests {
  @Test func `every point has one mirror image, whose mirror image it is`() {
    let mirrored = MeshTopology.mirrored
    #expect(mirrored.count == MeshTopology.count + 10)
    for index in mirrored.indices { #expect(mirrored[mirrored[index]] == index) }
    for pair in MeshTopology.mirroredPairs { #expect(mirrored[pair.right] == pair.left) }
    for pair in MeshTopology.midline {
      #expect(mirrored[pair.upper] == pair.upper && mirrored[pair.lower] == pair.lower)
    }
  }
}
