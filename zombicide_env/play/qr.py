"""QR codes of links as SVG (ISO/IEC 18004): byte mode, error correction of level M, versions 1 to 10."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

__all__ = ["MOST", "modules", "svg"]

#: Version -> bytes for correction in each block, blocks, and bytes of data in all of them; level M.
_SIZES: Final = {
    1: (10, 1, 16),
    2: (16, 1, 28),
    3: (26, 1, 44),
    4: (18, 2, 64),
    5: (24, 2, 86),
    6: (16, 4, 108),
    7: (18, 4, 124),
    8: (22, 4, 154),
    9: (22, 5, 182),
    10: (26, 5, 216),
}
#: Version -> centers of the small squares by which a reader straightens the picture.
_ALIGNMENT: Final = {
    1: (),
    **{version: (6, 10 + 4 * version) for version in range(2, 7)},
    7: (6, 22, 38),
    8: (6, 24, 42),
    9: (6, 26, 46),
    10: (6, 28, 50),
}
MOST: Final = _SIZES[10][2] - 3
"""Bytes of the longest text."""
_QUIET: Final = 4  # modules of white around the code

Grid = list[list[int]]  # modules by rows, 1 is black; -1: not written yet

_EXP: Final = [1] * 510  # powers of 2 in the field of 256 elements with x^8 + x^4 + x^3 + x^2 + 1
for _n in range(1, 510):
    _EXP[_n] = (_EXP[_n - 1] << 1) ^ (0x11D if _EXP[_n - 1] & 0x80 else 0)
_LOG: Final = {value: power for power, value in enumerate(_EXP[:255])}


def svg(text: str) -> str:
    """The code of a text as SVG, black on white; ValueError if it has more than ``MOST`` bytes in UTF-8."""
    grid = modules(text)
    size = len(grid) + 2 * _QUIET
    runs = "".join(f"M{x + _QUIET} {y + _QUIET}h1v1h-1z" for y, row in enumerate(grid) for x, black in enumerate(row) if black)
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}" shape-rendering="crispEdges">'
    return f'{head}<path fill="#fff" d="M0 0h{size}v{size}H0z"/><path d="{runs}"/></svg>'


def modules(text: str) -> Grid:
    """The modules of the code by rows, 1 for black: of all masks the one with the fewest marks that confuse readers."""
    data = text.encode()
    version = next((number for number, (_, _, room) in _SIZES.items() if len(data) + (3 if number > 9 else 2) <= room), 0)
    if not version:
        raise ValueError(f"a QR code of {len(data)} bytes: at most {MOST} fit")
    bits = [byte >> shift & 1 for byte in _codewords(data, version) for shift in range(7, -1, -1)]
    plain = _frame(version)
    made = [_masked(plain, bits, mask, version) for mask in range(8)]
    return min(made, key=_penalty)


# ---- bytes ----------------------------------------------------------------------------------------------------------


def _codewords(data: bytes, version: int) -> bytes:
    """Data and correction as they are laid into the picture, byte by byte from all blocks in turn."""
    correction, blocks, room = _SIZES[version]
    width = 16 if version > 9 else 8
    number = (4 << width | len(data)) << 8 * len(data) | int.from_bytes(data, "big")  # mode 4: bytes
    used = 4 + width + 8 * len(data)
    closed = used + min(4, 8 * room - used)
    number <<= closed - used
    number <<= -closed % 8
    filled = number.to_bytes((closed + 7) // 8, "big")
    filled += bytes((0xEC, 0x11)[n % 2] for n in range(room - len(filled)))
    short, more = room // blocks, room % blocks  # the last blocks are a byte longer
    sizes = [short + (block >= blocks - more) for block in range(blocks)]
    parts = [filled[sum(sizes[:n]) : sum(sizes[: n + 1])] for n in range(blocks)]
    checks = [_correction(part, correction) for part in parts]
    return bytes([*_interleaved(parts), *_interleaved(checks)])


def _interleaved(parts: list[bytes]) -> Iterator[int]:
    for n in range(max(map(len, parts))):
        yield from (part[n] for part in parts if n < len(part))


def _correction(data: bytes, count: int) -> bytes:
    """The bytes of Reed and Solomon for a block."""
    generator = [1]
    for power in range(count):
        longer = [*generator, 0]
        for n, value in enumerate(generator):
            longer[n + 1] ^= _product(value, _EXP[power])
        generator = longer
    rest = [*data, *[0] * count]
    for n in range(len(data)):
        for k, value in enumerate(generator):
            rest[n + k] ^= _product(value, rest[n]) if k else 0
    return bytes(rest[-count:])


def _product(a: int, b: int) -> int:
    return _EXP[_LOG[a] + _LOG[b]] if a and b else 0


# ---- modules --------------------------------------------------------------------------------------------------------


def _frame(version: int) -> Grid:
    """What is the same in all codes of a version; places for the number of the mask are 0."""
    size = 17 + 4 * version
    grid = [[-1] * size for _ in range(size)]

    def square(x: int, y: int, reach: int, rings: tuple[int, ...]) -> None:
        for j in range(max(0, y - reach), min(size, y + reach + 1)):
            for i in range(max(0, x - reach), min(size, x + reach + 1)):
                grid[j][i] = int(max(abs(i - x), abs(j - y)) in rings)

    for x, y in ((3, 3), (size - 4, 3), (3, size - 4)):
        square(x, y, 4, (0, 1, 3))
    for n in range(8, size - 8):
        grid[6][n] = grid[n][6] = 1 - n % 2
    centers = _ALIGNMENT[version]
    for y in centers:
        for x in centers:
            if grid[y][x] < 0 or (6 in (x, y) and 8 < max(x, y) < size - 8):
                square(x, y, 2, (0, 2))
    for x, y in _format_places(size):
        grid[y][x] = 0
    grid[size - 8][8] = 1
    if version > 6:
        told = version << 12 | _remainder(version << 12, 0x1F25)
        for n in range(18):
            grid[n // 3][size - 11 + n % 3] = grid[size - 11 + n % 3][n // 3] = told >> n & 1
    return grid


def _format_places(size: int) -> list[tuple[int, int]]:
    """Where the 15 bits of the format lie, twice: (x, y), the lowest bit first."""
    first = [(8, n) for n in (0, 1, 2, 3, 4, 5, 7, 8)] + [(n, 8) for n in (7, 5, 4, 3, 2, 1, 0)]
    second = [(size - 1 - n, 8) for n in range(8)] + [(8, size - 7 + n) for n in range(7)]
    return first + second


def _remainder(number: int, divisor: int) -> int:
    while (shift := number.bit_length() - divisor.bit_length()) >= 0:
        number ^= divisor << shift
    return number


def _flips(mask: int, x: int, y: int) -> bool:
    by = (
        x + y,
        y,
        x,
        x + y,
        y // 2 + x // 3,
        x * y % 2 + x * y % 3,
        x * y % 2 + x * y % 3,
        (x + y) % 2 + x * y % 3,
    )[mask]
    return by % (3 if mask in (2, 3) else 2) == 0 if mask != 5 else by == 0


def _masked(plain: Grid, bits: list[int], mask: int, version: int) -> Grid:
    """The frame with the data under a mask, and the number of the mask."""
    grid = [row[:] for row in plain]
    size, left = len(grid), iter(bits)
    for n, right in enumerate((*range(size - 1, 6, -2), *range(5, 0, -2))):
        for y in range(size) if n % 2 else reversed(range(size)):
            for x in (right, right - 1):
                if plain[y][x] < 0:
                    grid[y][x] = next(left, 0) ^ _flips(mask, x, y)
    told = (mask << 10 | _remainder(mask << 10, 0x537)) ^ 0x5412  # level M is 00
    for n, (x, y) in enumerate(_format_places(size)):
        grid[y][x] = told >> n % 15 & 1
    return grid


def _penalty(grid: Grid) -> int:
    """How much a code confuses readers: long runs, squares of one color, what looks like a corner, and an excess of a color."""
    size, found = len(grid), 0
    lines = ["".join(map(str, line)) for line in (*grid, *zip(*grid, strict=True))]
    for line in lines:
        for run in line.replace("01", "0 1").replace("10", "1 0").split():
            found += len(run) - 2 if len(run) >= 5 else 0
        found += 40 * sum(line.startswith(("10111010000", "00001011101"), n) for n in range(size - 10))
    for y in range(size - 1):
        found += 3 * sum(grid[y][x] == grid[y][x + 1] == grid[y + 1][x] == grid[y + 1][x + 1] for x in range(size - 1))
    black = sum(map(sum, grid))
    return found + 10 * (abs(20 * black - 10 * size * size) // (size * size))
