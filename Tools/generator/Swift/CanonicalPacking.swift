/// The place of each field in the words of the canonical form.
struct CanonicalPacking {
  struct Place {
    var machine: Machine
    var field: Machine.Field
    /// The Swift type of the packed value.
    var swift: String
    var word: Int
    var shift: Int
    var width: Int
  }

  /// In the order of the state.
  private(set) var places: [Place] = []
  private(set) var wordCount = 0

  /// The widest fields first, each in the first word that has room for it.
  init(_ specification: Specification) {
    for machine in specification.machines {
      for field in machine.fields where field.isPacked {
        let (swift, width) = (specification.swiftType(field.type), specification.bits(of: field.type))
        places.append(Place(machine: machine, field: field, swift: swift, word: 0, shift: 0, width: width))
      }
    }
    var used: [Int] = []
    let widestFirst = places.indices.sorted { (places[$1].width, $0) < (places[$0].width, $1) }
    for index in widestFirst {
      let width = places[index].width
      let word = used.firstIndex { $0 + width <= 64 } ?? used.count
      if word == used.count { used.append(0) }
      (places[index].word, places[index].shift) = (word, used[word])
      used[word] += width
    }
    wordCount = used.count
  }
}

extension Machine.Field {
  /// Whether the canonical form contains it; a field of several numbers is packed as one.
  var isPacked: Bool { canonical?.isLeftOut != true }
}

extension Specification {
  /// The number of bits of a value of a type.
  fileprivate func bits(of type: String) -> Int {
    if let enumeration = enumerations.first(where: { $0.name == type }) {
      let largest = enumeration.cases.map(\.number).max() ?? 0
      return max(1, Int.bitWidth - largest.leadingZeroBitCount)
    }
    // A set may have bits without a name.
    if sets.contains(where: { $0.name == type }) { return 8 }
    return types.first { $0.name == type }?.bits ?? 64
  }
}
