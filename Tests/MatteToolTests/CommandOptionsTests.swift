import Testing

@testable import mattetool

/// Words of the command line that ArgumentParser would misread.
@Suite struct CommandOptionsTests {
  private func joined(_ words: String) -> String {
    CommandOptions.joiningValues(words.split(separator: " ").map(String.init)).joined(separator: " ")
  }

  @Test func `an option's value may begin with a dash`() {
    #expect(joined("batch blur-background in --name -x -o out") == "batch blur-background in --name=-x -o out")
    #expect(joined("batch blur-background in -o -out") == "batch blur-background in --output-dir=-out")
    #expect(joined("report merge -a.jsonl -o -b.jsonl") == "report merge -a.jsonl --output=-b.jsonl")
    #expect(joined("codes a.png --region -0.1,0,1,1") == "codes a.png --region=-0.1,0,1,1")
    #expect(UnknownOption(in: joined("batch blush in --name -x -o out").split(separator: " ").map(String.init)) == nil)
  }

  @Test(arguments: [
    "batch blush in --name -o out", "batch blush -r -beach.jpg -o out", "batch blush in -o - --report -",
    "strip --location -beach.jpg -o out.jpg", "batch blush in -o out -- --name -x", "serve --port -5 -x",
    "batch blush in --name=-x -o out", "no-such-command --name -x",
  ])
  func `other words stay unchanged`(words: String) { #expect(joined(words) == words) }

  @Test func `a word with one dash that is no value is still unknown`() {
    let words = joined("batch blush -r -beach.jpg -o out").split(separator: " ").map(String.init)
    #expect(UnknownOption(in: words)?.description.contains("./-beach.jpg") == true)
  }

  @Test func `a misspelt command is reported, with the similar one`() {
    func command(_ words: String) -> UnknownCommand? {
      UnknownCommand(in: words.split(separator: " ").map(String.init))
    }
    #expect(
      command("apply-efect hair-color a.jpg -o b.jpg")?.description
        == "unknown command 'apply-efect'; did you mean 'apply-effect'?")
    #expect(command("mates a.jpg -o b")?.suggestions.first == "mattes")
    #expect(command("convert a.jpg")?.description.contains("`mattetool --help` lists the commands") == true)
    for words in ["", "--help", "help strip", "report merge a -o b", "faces a.jpg", "-x"] {
      #expect(command(words) == nil, "\(words)")
    }
  }

  @Test func `a misspelt option is reported, with the similar one`() {
    func option(_ words: String) -> MisspeltOption? {
      MisspeltOption(in: words.split(separator: " ").map(String.init))
    }
    #expect(
      option("strip --locations a.jpg")?.description == "unknown option '--locations'; did you mean '--location'?")
    #expect(option("strip --metdata=x a.jpg")?.suggestion == "--metadata")
    #expect(option("strip --nothing-like-it a.jpg")?.description == "unknown option '--nothing-like-it'")
    #expect(option("report merge a --outptu b")?.suggestion == "--output")
    for words in ["strip --location a.jpg -- --x", "strip --help", "--version", "serve --port 80", "strip a.jpg"] {
      #expect(option(words) == nil, "\(words)")
    }
  }
}
