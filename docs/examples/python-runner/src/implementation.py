"""ML-KEM of ml_kem.py behind the runner protocol."""

import ml_kem
from protocol import Problem, Scheme, check_length

DESCRIPTOR = {
    "id": "python-ml-kem",
    "name": "ML-KEM in plain Python",
    "version": "1.0.0",
    "language": "Python",
    "back_end": "portable; SHA-3 of hashlib",
    "rng": "os.urandom",
    "keygen_self_test": False,
    "build_options": "",
}


class MlKem(Scheme):
    algorithm = "ml-kem"
    capabilities = ["generate-from-seed", "encapsulate-with-m", "import-expanded", "export-expanded"]
    prepared_key = "bytes"

    def __init__(self, parameter_set):
        self.parameter_set = parameter_set
        self.library = ml_kem.MlKem(parameter_set)

    def generate(self):
        return self.library.keygen()

    def generate_from_seed(self, seed):
        check_length("seed", seed, 64)
        return self.library.keygen(seed[:32], seed[32:])

    def import_public(self, data):
        check_length("encapsulation key", data, self.library.ek_size)
        if not self.library.check_ek(data):
            raise Problem("invalid-input", "encapsulation key: FIPS 203 section 7.2: a coefficient is not below q")
        return data

    def import_private(self, form, data):
        check_length("decapsulation key", data, self.library.dk_size)
        if not self.library.check_dk(data):
            raise Problem("invalid-input", "decapsulation key: FIPS 203 section 7.3: wrong hash of ek")
        return data

    def export_public(self, key):
        return key

    def export_private(self, form, key):
        return key

    def encapsulate(self, key):
        secret, ciphertext = self.library.encaps(key)
        return ciphertext, secret

    def encapsulate_with_m(self, key, m):
        check_length("m", m, 32)
        secret, ciphertext = self.library.encaps(key, m)
        return ciphertext, secret

    def decapsulate(self, key, ciphertext):
        check_length("ciphertext", ciphertext, self.library.ciphertext_size)
        return self.library.decaps(key, ciphertext)


SCHEMES = [MlKem("512"), MlKem("768"), MlKem("1024")]
