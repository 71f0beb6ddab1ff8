import Imaging
import Testing

@Suite struct YCbCrMatrixTests {
  @Test func `each matrix is found by its code point and by its weights`() throws {
    for codePoint in [1, 4, 6, 7, 9] {
      let matrix = try #require(YCbCrMatrix(codePoint: codePoint))
      #expect(matrix.codePoint == codePoint && matrix.kr + matrix.kb < 1)
      #expect(YCbCrMatrix(kr: matrix.kr, kb: matrix.kb) == matrix)
    }
    #expect(YCbCrMatrix(codePoint: 5) == .bt601 && YCbCrMatrix(codePoint: 1) == .bt709)
    #expect([0, 2, 8, 12, 14].allSatisfy { YCbCrMatrix(codePoint: $0) == nil })
    #expect(YCbCrMatrix(kr: 0.5, kb: 0.1) == nil)
  }

  @Test func `BT.709's luma is the luminance of its primaries`() {
    #expect(YCbCrMatrix.bt709.kr == Luminance.weights[0] && YCbCrMatrix.bt709.kb == Luminance.weights[2])
  }
}
