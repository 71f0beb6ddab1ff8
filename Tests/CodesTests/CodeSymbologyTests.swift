@testable import Codes
import Imaging
import Testing

@Suite struct CodeSymbologyTests {
  @Test func `each type has distinct numbers of the library`() {
    #expect(Set(CodeSymbology.all.map(\.type)) == MachineReadableCode.allTypes)
    let numbers = CodeSymbology.all.flatMap(\.requested)
    #expect(Set(numbers).count == numbers.count)
    for symbology in CodeSymbology.all {
      for number in symbology.requested { #expect(CodeSymbology(format: number)?.type == symbology.type) }
    }
  }

  @Test func `UPC-A and ISBN are reported as EAN-13, and unrequested types are not reported`() {
    func number(_ letters: String) -> UInt32 { letters.utf8.reversed().reduce(0) { $0 << 8 | UInt32($1) } }
    #expect(CodeSymbology(format: number("Ea"))?.type == .ean13)
    #expect(CodeSymbology(format: number("Ei"))?.type == .ean13)
    #expect(CodeSymbology(format: number("U ")) == nil)
  }

  @Test func `text goes on behind a zero`() {
    #expect(ReadCode.whole("ab", of: Array("ab\0cd".utf8)) == "ab\0cd")
    #expect(ReadCode.whole("", of: [0, 0xE9]) == "\0é")
    #expect(ReadCode.whole("plain", of: Array("plain".utf8)) == "plain")
  }
}
