"""Tests of reading Swift and of the operators: python3 -m unittest discover Tools/support/mutation"""

import sys
import unittest
from pathlib import Path
from types import SimpleNamespace

import catalog as catalogs
import operators
import report
import schemata
import workers
from swiftsource import Source

SAMPLE = """\
struct Counter {
  var count = 0
  var isFull: Bool { count >= 10 }

  /// guard nothing { } here
  mutating func add(_ amount: Int, _ outputs: inout Outputs) {
    guard amount > 0, !isFull else { return outputs.note(.ignored("a \\(amount) { b")) }
    count = amount < 5
      ? count + amount : 5
    if case .some(let x) = other, x == 1 { refresh() }
    outputs.note(.added)
  }

  func find(_ a: Int?) -> Bool {
    guard let a else { return false }
    return a == count
  }
}
"""


class MutationTests(unittest.TestCase):
    def setUp(self):
        self.mutants = operators.mutants("Counter.swift", Source(SAMPLE))
        for number, mutant in enumerate(self.mutants, 1):
            mutant.edit.before = mutant.edit.before.replace("%N", str(number))

    def test_every_mutant_of_a_sample(self):
        found = [(mutant.line, mutant.kind, mutant.code) for mutant in self.mutants]
        self.assertEqual(found, [
            (3, "negate", "count >= 10"),
            (3, "compare", "count >= 10"),
            (7, "skip", "add(…)"),
            (7, "negate", "amount > 0"),
            (7, "compare", "amount > 0"),
            (7, "negate", "!isFull"),
            (7, "output", 'outputs.note(.ignored("a \\(amount) { b"))'),
            (8, "assign", "count = amount < 5 ? count + amount : 5"),
            (8, "negate", "amount < 5"),
            (8, "compare", "amount < 5"),
            (10, "negate", "x == 1"),
            (10, "call", "refresh()"),
            (11, "output", "outputs.note(.added)"),
            (15, "negate", "false"),
            (16, "negate", "a == count"),
        ])

    def test_a_loop_that_asks_at_its_end(self):
        source = Source("func run() {\n  repeat {\n    step()\n  } while left > 0 && !isOver\n  rest()\n}\n")
        found = [(mutant.line, mutant.kind, mutant.code) for mutant in operators.mutants("Run.swift", source)]
        self.assertIn((4, "negate", "left > 0 && !isOver"), found)
        self.assertIn((3, "call", "step()"), found)
        self.assertIn((5, "call", "rest()"), found)

    def test_weaving_puts_outer_edits_around_inner_ones(self):
        woven = schemata.weave(SAMPLE, [mutant.edit for mutant in self.mutants])
        self.assertIn("var isFull: Bool { flip(1, greaterOrEqual(2, count, 10)) }", woven)
        self.assertIn("if hit(3) { return }; guard flip(4, greater(5, amount, 0)), flip(6, !isFull) else { if hit(7) "
                      '{ return }; return outputs.note(.ignored("a \\(amount) { b")) }', woven)
        self.assertIn("if !hit(8) { count = flip(9, less(10, amount, 5))\n      ? count + amount : 5 }", woven)
        self.assertIn("if case .some(let x) = other, flip(11, x == 1) { if !hit(12) { refresh() } }", woven)

    def test_nothing_is_lost_when_nothing_is_woven(self):
        self.assertEqual(schemata.weave(SAMPLE, []), SAMPLE)

    def test_a_fragment_that_is_not_there_once_is_a_mistake(self):
        fault = {"file": "Counter.swift", "number": 1, "title": "t", "form": "expression", "find": "count", "replace": "1"}
        with self.assertRaisesRegex(ValueError, "occurs 5 times instead of once"):
            schemata.zoo_edit(SAMPLE, fault)

    def test_a_part_of_a_fragment_is_replaced(self):
        fault = {"file": "Counter.swift", "number": 1, "title": "t", "form": "expression", "find": "return a == count",
                 "part": "a == count", "replace": "true"}
        woven = schemata.weave(SAMPLE, [schemata.zoo_edit(SAMPLE, fault)])
        self.assertIn("return (hit(1) ? (true) : (a == count))", woven)

    def test_times_of_the_zoo(self):
        def caught(find, shrink):
            return {"catch": {"findMicroseconds": find, "shrunk": {"microseconds": shrink}}}
        zoo = [SimpleNamespace(number=number, title=f"fault {number}") for number in (1, 2, 3, 37)]
        results = {1: caught(20_000, 1_500), 2: caught(40, 60), 3: {"isReached": True}, 37: caught(9_000_000, 0)}
        self.assertEqual(report.zoo_times(SimpleNamespace(zoo=zoo), results),
                         ["bug zoo: 2 of 3 found and shrunk, in 21.5 ms in the middle, at most 21.5 ms (1: fault 1)"])
        self.assertEqual(report.zoo_times(SimpleNamespace(zoo=zoo), {3: results[3]}), [])
        # Times are microseconds: two may be equal.
        times = report.zoo_times(SimpleNamespace(zoo=zoo), {1: results[1], 3: results[1]})
        self.assertIn("2 of 2 found and shrunk, in 21.5 ms in the middle, at most 21.5 ms", times[0])

    def test_a_part_of_the_mutants_is_compared_with_the_page(self):
        def mutant(number, place):
            return SimpleNamespace(number=number, file="PlayerCore/Machines/Run.swift", place=place, equivalence="")
        page = ("| Run.swift | 4 | 2 | 0 | 2 | 0 | 0 |\n### Survivors\n#### Machines/Run.swift\n\n- run: `a` negated\n"
                "- *run: `b` dropped*\n### Equivalent mutants\n")
        names = ("run: `a` negated", "run: `a` negated", "run: `b` dropped", "run: `c` dropped")
        catalog = SimpleNamespace(zoo=[], automatic=[mutant(number, name) for number, name in enumerate(names)])
        caught = {"catch": {"property": "p"}}
        survives = {"changesRecordings": False, "isReached": True}
        missed = {"changesRecordings": False, "isReached": False}

        def differences(results):
            return report.differences(page, catalog, results)
        self.assertEqual(differences({0: caught, 1: survives, 2: missed}), [])
        self.assertEqual(differences({3: caught}), [])
        self.assertIn("is no survivor on the page", differences({0: survives, 1: survives})[0])
        self.assertIn("is a survivor on the page, and is caught", differences({0: caught, 1: caught})[0])
        self.assertEqual(len(differences({2: survives})), 2)
        catalog.automatic.append(mutant(4, "run: `d` dropped"))
        self.assertEqual(differences({3: caught}), ["the page lacks 5 mutants of Run.swift"])


    def test_values_of_settings_without_an_effect(self):
        table = [
            {"setting": "startBuffer", "unit": "microseconds", "standard": 1_000_000, "values": [
                {"value": 1_000_000, "sessions": 9, "effects": 4}, {"value": (1 << 63) - 1, "sessions": 2, "effects": 0}]},
            {"setting": "coalescesSeeks", "unit": "flag", "standard": 0, "values": [
                {"value": 1, "sessions": 3, "effects": 1}]},
        ]
        self.assertEqual(report.settings_without_effect(table), ["startBuffer = never"])
        page = report.settings_page(table, 400, 80)
        self.assertIn("| `startBuffer` | **1 s** | 9 | 4 |\n| `startBuffer` | never | 2 | 0 |\n", page)
        self.assertEqual(report.holes_of(page), 1)
        self.assertIn("| `coalescesSeeks` | on | 3 | 1 |\n", page)


class CatalogTests(unittest.TestCase):
    ROOT = Path(__file__).resolve().parents[3]

    def test_bugs_written_by_hand_fit_the_sources(self):
        own = catalogs.load(self.ROOT, Path("Tests/Mutants/handwritten.toml"))
        self.assertEqual(len(own.zoo), 80)
        self.assertEqual(own.automatic, [])

    def test_only_chosen_bugs_are_woven_in(self):
        own = catalogs.load(self.ROOT, Path("Tests/Mutants/handwritten.toml"))
        first, second = own.zoo[:2]
        woven = "".join(own.woven([first]).values())
        self.assertIn(f"hit({first.number})", woven)
        self.assertNotIn(f"hit({second.number})", woven)
        self.assertEqual(own.woven([]), {})

    def test_a_catalog_that_is_not_there_is_named(self):
        with self.assertRaisesRegex(catalogs.Mistake, "no-such.toml"):
            catalogs.load(self.ROOT, Path("no-such.toml"))


class WorkerTests(unittest.TestCase):
    ORDERS = [workers.Order(number, "player", "-", 1, 1, False) for number in (0, 1, 2)]

    def run_program(self, text):
        return workers.run([sys.executable, "-c", text], self.ORDERS, 1, lambda done, all_: None)

    def test_a_mutant_that_ends_its_process_is_caught_by_a_trap(self):
        results = self.run_program(
            "import sys\nprint('ready', flush=True)\nfor line in sys.stdin:\n"
            "    number = line.split()[0]\n    if number == '1': sys.exit(5)\n"
            "    print('{\"number\": %s}' % number, flush=True)\n")
        self.assertEqual([results[number].get("end") for number in (0, 1, 2)], [None, "trap", None])

    def test_a_program_that_does_not_start_catches_nothing(self):
        with self.assertRaisesRegex(RuntimeError, "does not start: no such layout"):
            self.run_program("import sys\nsys.exit('no such layout')")


if __name__ == "__main__":
    unittest.main()
