"""The mutants of a source: which small faults can be put into it, and a fixed sample of them."""

import ast
import re
from collections.abc import Iterable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

SWAPS = {
    ast.Lt: ("<", "<="),
    ast.LtE: ("<=", "<"),
    ast.Gt: (">", ">="),
    ast.GtE: (">=", ">"),
    ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="),
    ast.Is: ("is", "is not"),
    ast.IsNot: ("is not", "is"),
    ast.In: ("in", "not in"),
    ast.NotIn: ("not in", "in"),
    ast.Add: ("+", "-"),
    ast.Sub: ("-", "+"),
    ast.Mult: ("*", "+"),
    ast.Div: ("/", "*"),
    ast.FloorDiv: ("//", "*"),
    ast.Mod: ("%", "//"),
    ast.BitOr: ("|", "&"),
    ast.BitAnd: ("&", "|"),
    ast.LShift: ("<<", ">>"),
    ast.RShift: (">>", "<<"),
    ast.And: ("and", "or"),
    ast.Or: ("or", "and"),
}
"""By operator: how it is written, and what takes its place."""

SWAPPED_IN_VAIN = {"isinstance", "zip", "max", "min", "getattr", "hasattr"}
"""Calls whose two arguments stay: swapped they are the same, or an error at once."""

Change = tuple[int, int, bytes]  # from, to, what takes its place
Function = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda


class Mutant(NamedTuple):
    """One fault: these bytes of the file, from `start` to `end`, replaced."""

    file: str  # below the package, such as "parts/tunnels.py"
    line: int
    start: int
    end: int
    new: bytes
    was: str  # the line as it is, and as the mutant has it: what a report shows
    now: str
    nth: int  # among the mutants of the file that read alike
    lines: range  # where a test has to come by for it to matter
    on_import: bool  # it runs when the file is imported, and any test may read what comes of it

    @property
    def room(self) -> str:
        """The room of the file; its own name for one that lies at the top."""
        return self.file.partition("/")[0].removesuffix(".py")

    @property
    def name(self) -> tuple[str, str, str, int]:
        """What it is known by, wherever its line stands."""
        return self.file, self.was, self.now, self.nth

    @property
    def rank(self) -> str:
        """A number by chance that stays the same when other lines change."""
        return sha256("\n".join(map(str, self.name)).encode()).hexdigest()

    def put_into(self, source: bytes) -> bytes:
        """The source with this fault."""
        return source[: self.start] + self.new + source[self.end :]


def all_mutants(package: Path) -> list[Mutant]:
    """All mutants of a package."""
    return [
        mutant
        for path in sorted(package.rglob("*.py"))
        for mutant in mutants_of(path.relative_to(package).as_posix(), path.read_bytes())
    ]


def sample(mutants: Iterable[Mutant], size: int, least: int = 4) -> list[Mutant]:
    """About so many mutants, of each room in proportion, one of a line: always the same."""
    rooms: dict[str, dict[tuple[str, int], Mutant]] = {}
    for mutant in sorted(mutants, key=lambda each: each.rank):
        rooms.setdefault(mutant.room, {}).setdefault((mutant.file, mutant.line), mutant)
    lines = sum(map(len, rooms.values()))
    chosen: list[Mutant] = []
    for room in rooms.values():
        share = max(least, round(size * len(room) / lines))
        chosen += list(room.values())[:share]
    return sorted(chosen, key=lambda each: (each.file, each.start))


def mutants_of(file: str, source: bytes) -> list[Mutant]:
    """All mutants of a file, in the order of its lines."""
    finder = _Finder(source)
    finder.visit(ast.parse(source))
    found: list[Mutant] = []
    alike: dict[tuple[str, str], int] = {}
    for (start, end, new), lines, on_import in sorted(finder.found, key=lambda each: each[0]):
        line = source.count(b"\n", 0, start) + 1
        first, last = source.rfind(b"\n", 0, start) + 1, source.find(b"\n", end)
        was = source[first:last].decode().strip().partition("\n")[0]
        now = (source[first:start] + new + source[end:last]).decode().strip().partition("\n")[0]
        nth = alike[was, now] = alike.get((was, now), -1) + 1
        found.append(Mutant(file, line, start, end, new, was, now, nth, lines, on_import))
    return found


class _Finder(ast.NodeVisitor):
    """Finds what can be replaced in a source, and leaves out what never runs."""

    def __init__(self, source: bytes) -> None:
        self.source = source
        self.found: list[tuple[Change, range, bool]] = []
        self._begins = [0] + [match.end() for match in re.finditer(b"\n", source)]
        self._outer: range | None = range(1, len(self._begins) + 1)
        """Outside of functions, where all is run on import: the lines of the class or module."""
        self._lines = range(0)

    def visit(self, node: ast.AST) -> None:
        """Note the changes of a node; then go on with what is inside."""
        outer = self._outer
        if isinstance(node, ast.stmt):  # of a compound statement, the lines of its head
            body = getattr(node, "body", None)
            last = max(body[0].lineno - 1, node.lineno) if body else node.end_lineno
            self._lines = range(node.lineno, (last or node.lineno) + 1)
        lines = self._outer or self._lines
        self.found += [(change, lines, bool(self._outer)) for change in self._changes(node)]
        if isinstance(node, ast.ClassDef) and outer is not None:
            self._outer = range(node.lineno, (node.end_lineno or 0) + 1)
        if isinstance(node, Function):
            self._visit_function(node, outer)
        else:
            for child in self._inside(node):
                self.visit(child)
        self._outer = outer

    def _visit_function(self, node: Function, outer: range | None) -> None:
        """Defaults are made on import, but matter to those who reach the body."""
        body = node.body if isinstance(node.body, list) else [node.body]
        for child in getattr(node, "decorator_list", ()):
            self.visit(child)
        if outer is not None:
            self._outer = range(body[0].lineno, (body[-1].end_lineno or 0) + 1)
        for default in [*node.args.defaults, *node.args.kw_defaults]:
            if default is not None:
                self.visit(default)
        self._outer = None
        for child in body:
            self.visit(child)

    def _inside(self, node: ast.AST) -> Iterable[ast.AST]:
        match node:
            case ast.AnnAssign():  # annotations change nothing
                return [node.value] if node.value else []
            case ast.Assign(targets=[ast.Name(id="__all__" | "__slots__")]):
                return []
            case ast.If(test=ast.Name(id="TYPE_CHECKING")):
                return []
            case ast.Expr(value=ast.Constant()):  # a docstring
                return []
            case ast.Subscript(value=ast.Name(id="Literal")):  # a type
                return []
            case ast.Raise() | ast.JoinedStr():  # messages are for people
                return []
            case ast.Call(func=ast.Name(id="require"), args=[condition, _]):  # so are these
                return [condition]
            case ast.keyword(arg="strict", value=ast.Constant(value=True)):  # as an assert
                return []
            case ast.Assert():
                return [] if self._is_for_mypy(node) else [node.test]
            case _:
                return ast.iter_child_nodes(node)

    def _changes(self, node: ast.AST) -> Iterator[Change]:
        match node:
            case ast.Expr(value=ast.Constant()) | ast.If(test=ast.Name(id="TYPE_CHECKING")):
                pass
            case ast.Raise(exc=ast.Name(id="NotImplementedError")):  # nobody comes by
                pass
            case ast.Expr() | ast.AugAssign() | ast.Delete() | ast.Raise():
                yield self._replaced(node, "pass")
            case ast.Continue() | ast.Break():
                yield self._replaced(node, "pass")
            case ast.Assert() if not self._is_for_mypy(node):
                yield self._replaced(node, "pass")
            case ast.Return(value=ast.expr() as value):
                if not (isinstance(value, ast.Constant) and not value.value):  # much the same
                    yield self._replaced(node, "return None")
            case ast.If() | ast.While() | ast.IfExp():
                yield from self._negated(node.test)
            case ast.comprehension():
                for test in node.ifs:
                    yield from self._negated(test)
            case ast.UnaryOp(op=ast.Not() | ast.USub()):
                yield self._replaced(node, f"({self._text(node.operand)})")
            case ast.Compare():
                operands = [node.left, *node.comparators]
                for left, operator, right in zip(operands, node.ops, operands[1:], strict=False):
                    yield from self._swapped(left, operator, right)
            case ast.BoolOp():
                for left, right in zip(node.values, node.values[1:], strict=False):
                    yield from self._swapped(left, node.op, right)
            case ast.BinOp() if self._outer is None or not isinstance(node.op, ast.BitOr):
                yield from self._swapped(node.left, node.op, node.right)  # no union of types
            case ast.Call(args=[one, other]) if self._text(node.func) not in SWAPPED_IN_VAIN:
                (start, comma), (after, end) = self._span(one), self._span(other)
                new = self.source[after:end] + self.source[comma:after] + self.source[start:comma]
                if self._text(one) != self._text(other) and not isinstance(other, ast.Starred):
                    yield start, end, new
            case ast.Constant():
                for text in _others(node.value):
                    yield self._replaced(node, text)

    def _span(self, node: ast.AST) -> tuple[int, int]:
        assert isinstance(node, ast.expr | ast.stmt)
        start = self._begins[node.lineno - 1] + node.col_offset
        return start, self._begins[(node.end_lineno or 0) - 1] + (node.end_col_offset or 0)

    def _text(self, node: ast.AST) -> str:
        return self.source[slice(*self._span(node))].decode()

    def _replaced(self, node: ast.AST, new: str) -> Change:
        return *self._span(node), new.encode()

    def _swapped(self, left: ast.AST, operator: ast.AST, right: ast.AST) -> Iterator[Change]:
        """The operator between two operands, replaced."""
        was, now = SWAPS.get(type(operator), ("", ""))
        start, end = self._span(left)[1], self._span(right)[0]
        match = re.search(re.escape(was).replace(r"\ ", r"\s+").encode(), self.source[start:end])
        if was and match:
            yield start + match.start(), start + match.end(), now.encode()

    def _negated(self, test: ast.expr) -> Iterator[Change]:
        if not isinstance(test, ast.UnaryOp | ast.Compare | ast.Constant):  # changed anyway
            yield self._replaced(test, f"not ({self._text(test)})")

    def _is_for_mypy(self, node: ast.Assert) -> bool:
        return re.search("isinstance|is not None", self._text(node.test)) is not None


def _others(value: object) -> Iterator[str]:
    """Values that may stand in the place of this one."""
    if isinstance(value, bool):
        yield str(not value)
    elif isinstance(value, int | float) and abs(value) >= 100:
        yield "0"  # a bound: one more or less is hardly a fault
    elif isinstance(value, int | float):
        yield repr(value + 1)
        if value:
            yield repr(value - 1)
    elif isinstance(value, str) and value:
        yield repr(value + "?")
