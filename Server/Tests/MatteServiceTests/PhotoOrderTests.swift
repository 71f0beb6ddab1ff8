import Testing

@testable import MatteService

@Suite struct PhotoOrderTests {
  static let list = #"""
    {"effects": [
      {"name": "hide-faces", "settings": [{"name": "method", "type": "choice"}]},
      {"name": "sticker", "settings": [{"name": "picture", "type": "file"}, {"name": "size", "type": "number"}]}
    ]}
    """#

  private func order(_ query: [(String, String)]) throws -> PhotoJob {
    try PhotoOrder(query: query.map { (key: $0.0, value: $0.1) }, effects: try EffectList(json: Array(Self.list.utf8)))
      .job
  }

  @Test func `a query becomes a job`() throws {
    let job = try order([
      ("effect", "hide-faces sticker"), ("set", "hide-faces.method=fill"), ("set", "2.size=2"), ("only-face", "1"),
      ("format", "heic"), ("mattes", "none"),
    ])
    #expect(
      job
        == PhotoJob(
          effect: "hide-faces+sticker", set: ["hide-faces.method=fill", "2.size=2"], onlyFaces: [1], format: "heic",
          mattes: .none))
    #expect(job.line.hasSuffix("}\n") && job.line.dropLast().allSatisfy { $0 != "\n" })
  }

  @Test(
    arguments: [
      ([], "name an effect"),
      ([("effect", "/etc/look.json")], "no effect '/etc/look.json'"),
      ([("effect", "hide-faces+")], "no effect ''"),
      ([("effect", "sticker"), ("set", "picture=/etc/passwd")], "names a file"),
      ([("effect", "hide-faces+sticker"), ("set", "2.picture=/etc/passwd")], "names a file"),
      ([("effect", "hide-faces"), ("set", "method")], "key=value"),
      ([("effect", "hide-faces"), ("set", "method=fill\0")], "set has a zero byte in it (%00)"),
      ([("effect", "hide-faces"), ("set", "method\0")], "set has a zero byte in it (%00)"),
      ([("effect", "hide-faces"), ("format", "exe")], "one of same, jpeg"),
      ([("effect", "hide-faces"), ("mattes", "all")], "embed, beside, none"),
      ([("effect", "hide-faces"), ("only-face", "-1")], "index of a face"),
      ([("effect", "hide-faces"), ("output", "x.jpg")], "no 'output'"),
    ] as [([(String, String)], String)])
  func `an invalid query is refused with what to write`(query: [(String, String)], words: String) {
    #expect { _ = try order(query) } throws: { "\($0)".contains(words) }
  }

  @Test func `reports fit into a header and name no file of the service`() throws {
    let answer = try WorkerAnswer(
      line:
        #"{"output":"work/1","report":{"input":"work/0","faces":[{"roll":1.5}],"faceCount":1,"warnings":["é\n"]}}"#)
    #expect(answer.report(withFaces: false).asciiJSON == #"{"faceCount":1,"warnings":["\u00e9\n"]}"#)
    #expect(answer.report(withFaces: true).json.contains("1.5"))
  }
}
