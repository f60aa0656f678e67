import ReducerTesting

extension Challenge {
  /// Five lists of 16-bit numbers, the sum of each less than 256, have a sum of less than 1,280: not where sums overflow.
  static let bound5 = Challenge(
    name: "bound5", range: -32_768...32_767, lists: 30,
    assumes: { steps, step in step != .list || steps.count { $0 == .list } < 4 },
    fails: { _, steps in
      let sums = lists(steps).map { $0.reduce(into: Int16(0)) { $0 &+= Int16($1) } }
      return sums.allSatisfy { $0 < 256 } && sums.reduce(0, &+) >= 1_280
    },
    least: Session(0, [.number(-1), .list, .number(-32_768)]))

  /// The union of the lists has at most four numbers.
  static let largeUnionList = Challenge(
    name: "large-union-list", lists: 20,
    fails: { _, steps in Set(numbers(steps)).count > 4 },
    least: Session(0, [.number(0), .number(1), .number(2), .number(3), .number(4)]))

  /// A list that is reversed is the same.
  static let reverse = Challenge(
    name: "reverse", range: -1_000...1_000,
    fails: { _, steps in numbers(steps) != numbers(steps).reversed() },
    least: Session(0, [.number(0), .number(1)]))

  /// The lengths of lists have a sum of at most ten.
  static let nestedLists = Challenge(
    name: "nested-lists", lists: 30,
    fails: { _, steps in numbers(steps).count > 10 },
    least: Session(0, Array(repeating: .number(0), count: 11)))

  /// A list of a length that was drawn before has no number from 900 on.
  static let lengthList = Challenge(
    name: "length-list", setups: 1...30,
    fails: { length, steps in
      numbers(steps).count == Int(length) && numbers(steps).contains { $0 >= 900 }
    },
    least: Session(1, [.number(900)]))

  /// Two numbers, the first from 10 on, are not equal.
  static let differenceZero = difference("difference-is-not-zero", least: 10) { $0 == 0 }
  /// They are not 1 to 4 apart.
  static let differenceSmall = difference("difference-is-not-small", least: 6) { 1...4 ~= $0 }
  /// They are not 1 apart.
  static let differenceOne = difference("difference-is-not-one", least: 9) { $0 == 1 }

  private static func difference(
    _ name: String, least: Int64, _ isBad: @escaping @Sendable (Int64) -> Bool
  ) -> Challenge {
    Challenge(
      name: name,
      assumes: { steps, _ in steps.count < 2 },
      fails: { _, steps in
        let numbers = numbers(steps)
        return numbers.count == 2 && numbers[0] >= 10 && isBad(abs(numbers[0] - numbers[1]))
      },
      least: Session(0, [.number(10), .number(least)]))
  }

  /// A list does not contain an element, which comes last, once it was removed: not where it stands there twice.
  static let deletion = Challenge(
    name: "deletion", range: -1_000...1_000,
    fails: { _, steps in
      let numbers = numbers(steps)
      guard let element = numbers.last else { return false }
      return numbers.dropLast().count { $0 == element } > 1
    },
    least: Session(0, [.number(0), .number(0), .number(0)]))

  /// A list has at most two different numbers.
  static let distinct = Challenge(
    name: "distinct",
    fails: { _, steps in Set(numbers(steps)).count > 2 },
    least: Session(0, [.number(0), .number(1), .number(2)]))

  /// Numbers that are places in their own list are in no cycle of two.
  static let coupling = Challenge(
    name: "coupling", range: 0...30,
    fails: { _, steps in
      let list = numbers(steps).map { Int($0) }
      guard list.allSatisfy({ $0 < list.count }) else { return false }
      return list.indices.contains { list[$0] != $0 && list[list[$0]] == $0 }
    },
    least: Session(0, [.number(1), .number(0)]))

  /// A term without a division by a literal zero can be computed. It is written as for a pocket calculator: operands first.
  static let calculator = Challenge(
    name: "calculator", range: -1_000...1_000, joins: 40,
    assumes: { steps, step in
      guard case .join(let kind) = step else { return true }
      return operands(steps).map(\.count).map { $0 >= 2 } == true && !(kind == 1 && steps.last == .number(0))
    },
    fails: { _, steps in operands(steps) == nil },
    least: Session(0, [.number(0), .number(0), .number(0), .join(0), .join(1)]))

  /// What lies on the stack; `nil` when something was divided by zero.
  private static func operands(_ steps: [Step]) -> [Int64]? {
    var stack: [Int64] = []
    for step in steps {
      switch step {
      case .list: break
      case .number(let number): stack.append(number)
      case .join(let kind):
        guard let last = stack.popLast(), let first = stack.popLast() else { return [] }
        if kind == 0 {
          stack.append(first &+ last)
        } else if last == 0 {
          return nil
        } else {
          stack.append(first / last)
        }
      }
    }
    return stack
  }

  static let all = [
    bound5, largeUnionList, reverse, nestedLists, lengthList, differenceZero, differenceSmall, differenceOne, deletion,
    distinct, coupling, calculator,
  ]
}
