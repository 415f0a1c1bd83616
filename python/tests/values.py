"""Random values, as a seed determines them."""

import random

WORDS = [
    "", "a", "name", "true", "null", "-", "- a", "#", "+1", "1", "05", "1e3", "a:b", "a,b", "a|b", "a\tb", "a\nb", '"', "\\",
    " a", "a ", "é", "👋", "[1]", "{a}", "[2]: a", "\u0000", "\u2028", "\ufeff", "a.b", "key with spaces", "_form",
]  # fmt: skip
NUMBERS = [0, 1, -1, 42, 2**53, 2**63, -(2**63), 2**64, 10**30, 0.5, -1.25, 1e-7, 1e21, 1.7976931348623157e308, 5e-324]


class Values:
    def __init__(self, seed):
        self.random = random.Random(seed)

    def scalar(self):
        match self.random.randrange(6):
            case 0:
                return None
            case 1:
                return self.random.random() < 0.5
            case 2:
                return self.random.choice(NUMBERS)
            case 3:
                return self.random.randrange(-1000, 1000)
            case _:
                return self.word()

    def word(self):
        if self.random.random() < 0.7:
            return self.random.choice(WORDS)
        return "".join(self.random.choice("ab1-:,|#\"\\ \t\né") for _ in range(self.random.randrange(6)))

    def value(self, depth=4):
        # The root is rarely a scalar.
        match self.random.randrange(6 if depth < 4 else 5) if depth else 0:
            case 1:
                return [self.value(depth - 1) for _ in range(self.random.randrange(4))]
            case 2:
                return {self.word(): self.value(depth - 1) for _ in range(self.random.randrange(5))}
            case 3:
                return self.rows(depth - 1)
            case 4:
                return {self.word(): row for row in self.rows(depth - 1)}
            case _:
                return self.scalar()

    def rows(self, depth):
        keys = [self.word() for _ in range(1 + self.random.randrange(3))]
        is_flat = self.random.random() < 0.7
        return [
            {key: self.scalar() if is_flat else self.value(depth) for key in keys} for _ in range(self.random.randrange(4))
        ]
