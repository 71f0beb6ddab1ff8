import Testing

@testable import FilterGraph

@Suite struct JSONSyntaxTests {
  @Test(arguments: [
    "0", " -1.5e+3 ", "\"a\\\"b\"", "[]", "{}", "\"\\ud83d\\ude00 \\u00e9 \\/\"", "1e-999",
    "[1, [2], {\"a\": null, \"b\": [true, false]}]", "\u{FEFF}{\"a\":1}\n",
  ])
  func `valid JSON is accepted`(text: String) throws {
    try JSONSyntax.check(Array(text.utf8))
  }

  @Test func `bytes that are not UTF-8 are reported with their position`() {
    let error = #expect(throws: JSONSyntax.Mistake.self) { try JSONSyntax.check([0x5B, 0x22, 0xFF, 0x22, 0x5D]) }
    #expect(error?.column == 2 && error?.reason.contains("UTF-8") == true)
  }

  @Test(arguments: [
    ("", 1, 1, "missing"), ("[1,]", 1, 3, "comma"), ("{\"a\": 1,}", 1, 8, "comma"),
    ("{\n \"a\": 1\n \"b\": 2}", 3, 2, "comma or }"),
    ("[1 2]", 1, 4, "comma or ]"), ("{\"a\": tru}", 1, 7, "value"), ("{a: 1}", 1, 2, "name"),
    ("{\"a\" 1}", 1, 6, "colon"),
    ("{\"a\": 1, \"a\": 2}", 1, 10, "twice"), ("[01]", 1, 2, "0"), ("[1.]", 1, 2, "complete"),
    ("[-]", 1, 2, "complete"),
    ("[\"a]", 1, 2, "closed"), ("[\"a\\", 1, 2, "closed"), ("[\"a\n\"]", 1, 4, "closed"), ("1 x", 1, 3, "end"),
    ("[1,\n 1e999]", 2, 2, "too large"), ("[\"a\\ud83d\"]", 1, 4, "half"), ("[\"\\udc00\"]", 1, 3, "half"),
    ("[\"\\ud83d\\u0041\"]", 1, 3, "half"), ("[\"\\u12\"]", 1, 3, "four"), ("[\"\\x\"]", 1, 3, "stands before"),
    ("['a']", 1, 2, "value"), ("[1", 1, 3, "ends"), (String(repeating: "[", count: 1000), 1, 258, "levels"),
  ])
  func `an error has its line and column`(text: String, line: Int, column: Int, hint: String) throws {
    let error = #expect(throws: JSONSyntax.Mistake.self) { try JSONSyntax.check(Array(text.utf8)) }
    let mistake = try #require(error)
    #expect(mistake.line == line && mistake.column == column, "\(mistake)")
    #expect(mistake.reason.contains(hint), "\(mistake)")
  }
}
