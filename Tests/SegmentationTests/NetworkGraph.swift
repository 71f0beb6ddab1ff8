import Foundation
import Testing

/// The layers of a network in OpenVINO's IR, and the sources of their inputs.
struct NetworkGraph {
  struct Layer {
    let id: String
    let name: String
    let type: String
    /// The position of a constant of signed bytes in the file of weights.
    let bytes: Range<Int>?
  }

  private var layers: [String: Layer] = [:]
  private var sources: [String: String] = [:]

  /// - Parameter xml: the IR, one element a line, as OpenVINO writes it.
  init(xml: String) {
    func attribute(_ name: String, _ line: Substring) -> String? {
      guard let start = line.range(of: " \(name)=\"")?.upperBound, let end = line[start...].firstIndex(of: "\"") else {
        return nil
      }
      return String(line[start..<end])
    }
    var last: (id: String, name: String, type: String)?
    for line in xml.split(separator: "\n") {
      if line.contains("<layer "), let id = attribute("id", line), let type = attribute("type", line) {
        last = (id, attribute("name", line) ?? "", type)
        layers[id] = Layer(id: id, name: last?.name ?? "", type: type, bytes: nil)
      } else if line.contains("element_type=\"i8\""), let layer = last,
        let offset = attribute("offset", line).flatMap(Int.init), let size = attribute("size", line).flatMap(Int.init)
      {
        layers[layer.id] = Layer(id: layer.id, name: layer.name, type: layer.type, bytes: offset..<offset + size)
      } else if line.contains("<edge "), let from = attribute("from-layer", line), let to = attribute("to-layer", line),
        let port = attribute("to-port", line)
      {
        sources["\(to):\(port)"] = from
      }
    }
  }

  func layers(ofType type: String) -> [Layer] { layers.values.filter { $0.type == type } }

  func source(ofInput port: Int, of layer: Layer) -> Layer? { sources["\(layer.id):\(port)"].flatMap { layers[$0] } }
}
