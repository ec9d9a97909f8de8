"""That a picture made small is still the same picture."""

import struct
import unittest
import zlib

from support import CI  # noqa: F401
from toolbox import png


def picture(lines, kind):
    """A PNG of lines of bytes, each with its filter in front."""
    width = (len(lines[0]) - 1) // {2: 3, 6: 4}[kind]
    chunks = [(b"IHDR", struct.pack(">IIBBBBB", width, len(lines), 8, kind, 0, 0, 0)),
              (b"IDAT", zlib.compress(b"".join(map(bytes, lines)))), (b"IEND", b"")]
    return png.SIGNATURE + b"".join(
        struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))
        for name, body in chunks)


def pixels(data):
    """The colours of a picture with a palette, without filters."""
    chunks = dict(png._chunks(data))
    width, height = struct.unpack(">II", chunks[b"IHDR"][:8])
    colours = [tuple(chunks[b"PLTE"][place:place + 3]) for place in range(0, len(chunks[b"PLTE"]), 3)]
    raw = zlib.decompress(chunks[b"IDAT"])
    return [[colours[raw[row * (width + 1) + 1 + column]] for column in range(width)] for row in range(height)]


class Small(unittest.TestCase):
    def test_every_filter_of_the_standard_is_undone(self):
        # Section 9 of the standard, by hand: all four lines are red, green.
        lines = [[1, 255, 0, 0, 1, 255, 0],       # Sub: green is red plus (1, 255, 0).
                 [2, 0, 0, 0, 0, 0, 0],           # Up: as above.
                 [3, 128, 0, 0, 129, 128, 0],     # Average of left and above, rounded down.
                 [4, 0, 0, 0, 0, 0, 0]]           # Paeth: above is the nearest of the three.
        red, green = (255, 0, 0), (0, 255, 0)
        self.assertEqual(pixels(png.small(picture(lines, 2))), [[red, green]] * 4)

    def test_alpha_goes_and_shades_become_few(self):
        line = [0] + [part for shade in range(256) for part in (shade, shade, shade, 255)]
        (row,) = pixels(png.small(picture([line], 6), shades=16))
        self.assertEqual(len(set(row)), 16)
        self.assertTrue(all(abs(colour[0] - shade) <= 9 for shade, colour in enumerate(row)))

    def test_what_is_not_known_is_refused(self):
        for data in (b"GIF89a", picture([[0, 1, 2, 3]], 2).replace(b"\x08\x02\x00", b"\x08\x02\x01", 1)):
            with self.assertRaises(png.PngError):
                png.small(data)


if __name__ == "__main__":
    unittest.main()
