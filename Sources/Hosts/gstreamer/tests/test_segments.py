import tempfile
import unittest

from segments import SegmentError, instant, read_edl, skipped


class SegmentTests(unittest.TestCase):
    def test_times(self):
        self.assertEqual([instant(text) for text in ("0", "12.5", "1:02.5", "1:00:00")], [0, 12_500_000, 62_500_000, 3_600_000_000])
        for wrong in ("", "x", "-1", "1:", "1:2:3:4", "1..2", "nan", "1e3", "²", "9" * 400):
            with self.assertRaises(ValueError, msg=wrong):
                instant(wrong)

    def test_ranges(self):
        self.assertEqual(skipped("10-25,1:30-2:00"), [(10_000_000, 25_000_000), (90_000_000, 120_000_000)])
        for wrong in ("", "5", "5-4", "5-5", "1-2-3", "a-b"):
            with self.assertRaises(SegmentError, msg=wrong):
                skipped(wrong)

    def test_lists(self):
        with tempfile.NamedTemporaryFile("w", suffix=".edl") as file:
            file.write("## a remark\n\n1 2 0\n3 4 1\n5 5 2\n0:10 0:20 3  ## a break\n")
            file.flush()
            self.assertEqual(read_edl(file.name), [(1_000_000, 2_000_000), (10_000_000, 20_000_000)])
            file.write("9 8 0\n")
            file.flush()
            with self.assertRaisesRegex(SegmentError, "line 7: the end must be after the start; found '9 8'"):
                read_edl(file.name)

    def test_only_the_beginning_of_a_long_line_is_shown(self):
        with tempfile.NamedTemporaryFile("w", suffix=".edl") as file:
            for line in ("word " * 200_000, "1 2 " + "3" * 1_000_000, "1" * 1_000_000 + " 2 0"):
                file.seek(0)
                file.truncate()
                file.write(line)
                file.flush()
                with self.assertRaises(SegmentError) as caught:
                    read_edl(file.name)
                self.assertLess(len(str(caught.exception)), 300)
        with self.assertRaises(SegmentError) as caught:
            skipped("x" * 1_000_000)
        self.assertLess(len(str(caught.exception)), 300)
