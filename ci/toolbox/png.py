"""Makes a PNG of flat colours small: few shades, a palette, the best compression (https://www.w3.org/TR/png/)."""

import struct
import zlib
from collections import Counter

SIGNATURE = b"\x89PNG\r\n\x1a\n"
MOST_COLOURS = 256


class PngError(Exception):
    """The picture is of a kind that is not known here."""


def _chunks(data):
    """(type, content) of each chunk."""
    if not data.startswith(SIGNATURE):
        raise PngError("this is no PNG")
    place = len(SIGNATURE)
    while place < len(data):
        length, kind = struct.unpack(">I4s", data[place:place + 8])
        yield kind, data[place + 8:place + 8 + length]
        place += length + 12


def _paeth(left, above, corner):
    estimate = left + above - corner
    distances = abs(estimate - left), abs(estimate - above), abs(estimate - corner)
    return (left, above, corner)[distances.index(min(distances))]


def _rows(raw, width, height, size):
    """The lines of pixels with the filters of PNG undone; a pixel has `size` bytes."""
    stride, before = width * size, bytearray(width * size)
    for number in range(height):
        start = number * (stride + 1)
        kind, row = raw[start], bytearray(raw[start + 1:start + 1 + stride])
        for place in range(stride) if kind else ():
            left = row[place - size] if place >= size else 0
            corner = before[place - size] if place >= size else 0
            above = before[place]
            row[place] = (row[place] + (0, left, above, (left + above) // 2,
                                        _paeth(left, above, corner) if kind == 4 else 0)[kind]) & 255
        yield row
        before = row


def small(data, shades=16):
    """The picture with at most so many shades of each colour and 256 colours, as PNG."""
    chunks = list(_chunks(data))
    width, height, depth, kind, *other = struct.unpack(">IIBBBBB", dict(chunks)[b"IHDR"])
    size = {2: 3, 6: 4}.get(kind)
    if depth != 8 or size is None or any(other):
        raise PngError("only 8 bits a channel in RGB are known, without interlacing")
    raw = zlib.decompress(b"".join(content for name, content in chunks if name == b"IDAT"))
    nearest = bytes(round(round(value * (shades - 1) / 255) * 255 / (shades - 1)) for value in range(256))
    lines = []
    for row in _rows(raw, width, height, size):
        row = row.translate(nearest)
        lines.append(list(zip(row[0::size], row[1::size], row[2::size])))
    counts = Counter(pixel for line in lines for pixel in line)
    palette = [colour for colour, _ in counts.most_common(MOST_COLOURS)]
    index = {colour: place for place, colour in enumerate(palette)}
    for colour in counts:
        if colour not in index:
            index[colour] = min(range(len(palette)), key=lambda place: sum(
                (one - other) ** 2 for one, other in zip(colour, palette[place])))
    packed = b"".join(b"\0" + bytes(index[pixel] for pixel in line) for line in lines)
    content = [(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)),
               (b"PLTE", bytes(part for colour in palette for part in colour)),
               (b"IDAT", zlib.compress(packed, 9)), (b"IEND", b"")]
    return SIGNATURE + b"".join(
        struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))
        for name, body in content)
