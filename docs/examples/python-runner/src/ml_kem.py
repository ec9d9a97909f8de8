"""ML-KEM as FIPS 203 writes it, for the standard library's SHA-3. Slow and not constant in time: for trying things out, not for secrets.

Numbers of algorithms and sections are those of FIPS 203 of August 2024. A polynomial is a list of 256 numbers below Q.
"""

import hashlib
import hmac
import os

N, Q = 256, 3329
# Section 8: k, eta1, eta2, du, dv.
PARAMETERS = {"512": (2, 3, 2, 10, 4), "768": (3, 2, 2, 10, 4), "1024": (4, 2, 2, 11, 5)}


def _bit_reversed(i):
    return int("{:07b}".format(i)[::-1], 2)


# Appendix A: the powers of zeta = 17 for the NTT and for products.
ZETAS = [pow(17, _bit_reversed(i), Q) for i in range(128)]
GAMMAS = [pow(17, 2 * _bit_reversed(i) + 1, Q) for i in range(128)]


def h(data):
    return hashlib.sha3_256(data).digest()


def g(data):
    digest = hashlib.sha3_512(data).digest()
    return digest[:32], digest[32:]


def j(data):
    return hashlib.shake_256(data).digest(32)


def byte_encode(d, f):
    """Algorithm 5, by way of one large number."""
    number = sum(value << (d * i) for i, value in enumerate(f))
    return number.to_bytes(32 * d, "little")


def byte_decode(d, data):
    """Algorithm 6, without the reduction modulo Q that d = 12 has."""
    number, mask = int.from_bytes(data, "little"), (1 << d) - 1
    return [number >> (d * i) & mask for i in range(N)]


def compress(d, f):
    """Section 4.2.1, equation 4.7."""
    return [((value << d) + Q // 2) // Q & ((1 << d) - 1) for value in f]


def decompress(d, f):
    """Equation 4.8."""
    return [(value * Q + (1 << (d - 1))) >> d for value in f]


def sample_ntt(seed):
    """Algorithm 7. hashlib gives all bytes at once, so too few means to ask for more."""
    length = 672
    while True:
        stream, a = hashlib.shake_128(seed).digest(length), []
        for i in range(0, length, 3):
            d1 = stream[i] | (stream[i + 1] & 15) << 8
            d2 = stream[i + 1] >> 4 | stream[i + 2] << 4
            a += [d for d in (d1, d2) if d < Q]
        if len(a) >= N:
            return a[:N]
        length *= 2


def sample_poly_cbd(eta, seed, nonce):
    """Algorithm 8 over PRF (equation 4.3)."""
    stream = hashlib.shake_256(seed + bytes([nonce])).digest(64 * eta)
    bits = int.from_bytes(stream, "little")
    mask, f = (1 << eta) - 1, []
    for i in range(N):
        pair = bits >> (2 * eta * i)
        f.append((bin(pair & mask).count("1") - bin(pair >> eta & mask).count("1")) % Q)
    return f


def ntt(f):
    """Algorithm 9."""
    f, i, length = list(f), 1, 128
    while length >= 2:
        for start in range(0, N, 2 * length):
            zeta, i = ZETAS[i], i + 1
            for at in range(start, start + length):
                t = zeta * f[at + length] % Q
                f[at + length], f[at] = (f[at] - t) % Q, (f[at] + t) % Q
        length //= 2
    return f


def ntt_inverse(f):
    """Algorithm 10."""
    f, i, length = list(f), 127, 2
    while length <= 128:
        for start in range(0, N, 2 * length):
            zeta, i = ZETAS[i], i - 1
            for at in range(start, start + length):
                t = f[at]
                f[at] = (t + f[at + length]) % Q
                f[at + length] = zeta * (f[at + length] - t) % Q
        length *= 2
    return [value * 3303 % Q for value in f]


def multiply(f, g_):
    """Algorithms 11 and 12."""
    product = []
    for i, gamma in enumerate(GAMMAS):
        a0, a1, b0, b1 = f[2 * i], f[2 * i + 1], g_[2 * i], g_[2 * i + 1]
        product += [(a0 * b0 + a1 * b1 * gamma) % Q, (a0 * b1 + a1 * b0) % Q]
    return product


def add(f, g_):
    return [(a + b) % Q for a, b in zip(f, g_)]


def subtract(f, g_):
    return [(a - b) % Q for a, b in zip(f, g_)]


def dot(left, right):
    """The sum of the products of two vectors."""
    total = [0] * N
    for f, g_ in zip(left, right):
        total = add(total, multiply(f, g_))
    return total


class MlKem:
    """One parameter set. Keys are byte strings."""

    def __init__(self, parameter_set):
        self.k, self.eta1, self.eta2, self.du, self.dv = PARAMETERS[parameter_set]
        self.ek_size = 384 * self.k + 32
        self.dk_size = 768 * self.k + 96
        self.ciphertext_size = 32 * (self.du * self.k + self.dv)

    def _matrix(self, rho, transposed):
        def entry(row, column):
            return sample_ntt(rho + bytes([row, column] if transposed else [column, row]))

        return [[entry(row, column) for column in range(self.k)] for row in range(self.k)]

    def _noise(self, eta, seed, first, count):
        return [sample_poly_cbd(eta, seed, first + i) for i in range(count)]

    def _split(self, d, data):
        return [byte_decode(d, data[32 * d * i:32 * d * (i + 1)]) for i in range(len(data) // (32 * d))]

    def keygen(self, d=None, z=None):
        """Algorithms 19, 16 and 13: (ek, dk)."""
        d, z = d or os.urandom(32), z or os.urandom(32)
        rho, sigma = g(d + bytes([self.k]))
        a = self._matrix(rho, transposed=False)
        s = [ntt(f) for f in self._noise(self.eta1, sigma, 0, self.k)]
        e = [ntt(f) for f in self._noise(self.eta1, sigma, self.k, self.k)]
        t = [add(dot(row, s), error) for row, error in zip(a, e)]
        ek = b"".join(byte_encode(12, f) for f in t) + rho
        dk = b"".join(byte_encode(12, f) for f in s)
        return ek, dk + ek + h(ek) + z

    def _encrypt(self, ek, m, r):
        """Algorithm 14."""
        t, rho = self._split(12, ek[:-32]), ek[-32:]
        a = self._matrix(rho, transposed=True)
        y = [ntt(f) for f in self._noise(self.eta1, r, 0, self.k)]
        e1 = self._noise(self.eta2, r, self.k, self.k)
        e2 = sample_poly_cbd(self.eta2, r, 2 * self.k)
        u = [add(ntt_inverse(dot(row, y)), error) for row, error in zip(a, e1)]
        v = add(add(ntt_inverse(dot(t, y)), e2), decompress(1, byte_decode(1, m)))
        c1 = b"".join(byte_encode(self.du, compress(self.du, f)) for f in u)
        return c1 + byte_encode(self.dv, compress(self.dv, v))

    def _decrypt(self, dk, c):
        """Algorithm 15."""
        c1, c2 = c[:32 * self.du * self.k], c[32 * self.du * self.k:]
        u = [ntt(decompress(self.du, f)) for f in self._split(self.du, c1)]
        v = decompress(self.dv, byte_decode(self.dv, c2))
        w = subtract(v, ntt_inverse(dot(self._split(12, dk), u)))
        return byte_encode(1, compress(1, w))

    def check_ek(self, ek):
        """Section 7.2: whether length and coefficients of an encapsulation key are right."""
        return len(ek) == self.ek_size and all(max(f) < Q for f in self._split(12, ek[:-32]))

    def check_dk(self, dk):
        """Section 7.3: whether length and hash of a decapsulation key are right."""
        return len(dk) == self.dk_size and h(dk[384 * self.k:-64]) == dk[-64:-32]

    def encaps(self, ek, m=None):
        """Algorithms 20 and 17: (K, c)."""
        m = m or os.urandom(32)
        secret, r = g(m + h(ek))
        return secret, self._encrypt(ek, m, r)

    def decaps(self, dk, c):
        """Algorithms 21 and 18."""
        ek, ek_hash, z = dk[384 * self.k:-64], dk[-64:-32], dk[-32:]
        m = self._decrypt(dk[:384 * self.k], c)
        secret, r = g(m + ek_hash)
        if hmac.compare_digest(c, self._encrypt(ek, m, r)):
            return secret
        return j(z + c)
