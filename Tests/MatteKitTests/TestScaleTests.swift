import Testing

@testable import Support

@Suite struct TestScaleTests {
  @Test func `some cases are spread evenly from the first to the last, and none comes twice`() {
    let cases = Array(0..<10)
    #expect(TestScale.spread(1, over: cases) == [0])
    #expect(TestScale.spread(2, over: cases) == [0, 9])
    #expect(TestScale.spread(3, over: cases) == [0, 4, 9])
    #expect(TestScale.spread(4, over: cases) == [0, 3, 6, 9])
    for count in 2..<10 {
      let some = TestScale.spread(count, over: cases)
      #expect(some.count == count && Set(some).count == count && some.first == 0 && some.last == 9, "\(some)")
      #expect(some == some.sorted() && TestScale.spread(count, over: cases) == some)
    }
  }

  @Test func `no more cases are made than there are`() {
    #expect(TestScale.spread(10, over: Array(0..<10)) == Array(0..<10))
    #expect(TestScale.spread(11, over: Array(0..<10)) == Array(0..<10))
    #expect(TestScale.spread(0, over: [1, 2]).isEmpty)
    #expect(TestScale.spread(3, over: [Int]()).isEmpty)
  }

  @Test func `every case is tried if all are requested`() {
    let cases = ["a", "b", "c", "d"]
    #expect(TestScale.some(2, of: cases) == (TestScale.isFull ? cases : ["a", "d"]))
  }
}
