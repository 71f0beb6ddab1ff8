import Glibc

/// Times in the formats of HTTP and S3, in UTC.
enum HTTPDate {
  /// `20130524T000000Z`, as signatures have it.
  static func basic(_ seconds: Int) -> String { text(seconds, "%Y%m%dT%H%M%SZ") }

  /// Seconds since 1970 of `Fri, 24 May 2013 00:00:00 GMT` or `2013-05-24T00:00:00.000Z`; nil for other texts.
  static func seconds(_ text: String) -> Int? {
    let isOfHTTP = text.hasSuffix("GMT")
    let parts = text.split { (isOfHTTP ? " ,:" : "-T:.Z").contains($0) }.map(String.init)
    if isOfHTTP, parts.count >= 7, let month = months.firstIndex(of: parts[2]) {
      return seconds([parts[3], "\(month + 1)", parts[1], parts[4], parts[5], parts[6]])
    }
    return !isOfHTTP && parts.count >= 6 ? seconds(Array(parts.prefix(6))) : nil
  }

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// - Parameter parts: year, month, day, hour, minute and second.
  private static func seconds(_ parts: [String]) -> Int? {
    let numbers = parts.compactMap { Int32($0) }
    guard numbers.count == 6, (1970...9999).contains(numbers[0]), (1...12).contains(numbers[1]) else { return nil }
    var time = tm()
    (time.tm_year, time.tm_mon, time.tm_mday) = (numbers[0] - 1900, numbers[1] - 1, numbers[2])
    (time.tm_hour, time.tm_min, time.tm_sec) = (numbers[3], numbers[4], numbers[5])
    return timegm(&time)
  }

  static var now: Int { time(nil) }

  private static func text(_ seconds: Int, _ format: String) -> String {
    var (seconds, parts) = (time_t(seconds), tm())
    guard gmtime_r(&seconds, &parts) != nil else { return "" }
    var text = [CChar](repeating: 0, count: 64)
    let count = strftime(&text, text.count, format, &parts)
    return String(decoding: text.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
