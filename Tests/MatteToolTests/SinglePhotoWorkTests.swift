import Testing

@testable import mattetool

@Suite struct SinglePhotoWorkTests {
  @Test func `is chosen by the names of photos`() {
    let lines: [(String, Bool)] = [
      ("apply-effect blur-background a.heic -o b.jpg", true), ("faces a.jpg --json", true),
      ("apply-effect sticker a.mp4 -o b.mp4", false), ("apply-effect sticker a.jpg -o b.mov", false),
      ("render --recipe r.json --input photo=a.jpg --input b=c.MOV -o d.png", false), ("mattes - -o -", false),
      ("mattes frames/%03d.png -o out.mp4", false), ("mattes /dev/video0 -o a.mkv", false), ("faces /tmp", false),
      ("batch sticker a.jpg -o out", false), ("", false), ("--help", false),
    ]
    for (line, isRequested) in lines {
      #expect(SinglePhotoWork.isRequested(by: line.split(separator: " ").map(String.init)) == isRequested, "\(line)")
    }
  }
}
