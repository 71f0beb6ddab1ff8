import Inference
import Testing

@Suite struct TensorTests {
  @Test func `the last dimension runs fastest`() {
    var tensor = Tensor(shape: [2, 3, 4], values: (0..<24).map(Float.init))
    #expect(tensor[0, 0, 3] == 3)
    #expect(tensor[0, 1, 0] == 4)
    #expect(tensor[1, 0, 0] == 12)
    tensor[1, 2, 3] = -1
    #expect(tensor.values[23] == -1)
  }
}
