"""The longest trail of a network: every edge at most once, vertices any number of times.

A set of edges can be walked in one go, each edge once, exactly if it is connected and at most two
vertices meet an odd number of its edges (Euler). So the longest trail is the heaviest such set. It
is found exactly, for any network, in two stages.

**Reducing** (`_Network`). None of these steps can lose every longest trail:

- Every longest trail that comes to the vertex of a loop walks the loop: it becomes the *bonus* of
  the vertex.
- A dead end can only be the first or the last part of a trail, unless it holds the whole trail.
  The longest trail through its outermost vertex is noted, then it becomes an *arm* of the vertex
  where it is attached. A trail can use at most two arms of a vertex, so the two longest are kept.
- At a vertex with two edges and no arm, a longest trail uses both edges or neither: if it ended
  there, it could go on. The two edges become one.

A tree vanishes completely, and so does a single ring.

**Searching** (`_Kernel`). The rest is swept vertex by vertex: the edges of a vertex are
taken or left one after another, then the vertex is left behind. At any moment only the
*frontier* matters: the vertices met but not yet left behind. A state says of each of them whether
the trail has come there, and whether with an odd or even number of edges; which of them are
connected so far; and how many ends of the trail lie behind. States that agree in this have the same
future, so only the best of them needs to be followed. This covers all sets of edges, also a trail
in one small corner: it is the state in which nothing has been started elsewhere.

If the edges need not be connected, far fewer states remain. A sweep backwards finds for each of
them the most that can still be won (in other words, the lightest T-join to be removed). For the
true problem this is a bound that is never too low and never rises on the way. So the states are
followed in the order of this bound, the greatest first, and the search ends when no bound exceeds
the best trail found. Usually the first dive finds it.

The effort grows with the width of the frontier (three to five for a player's network on a printed
board, seven for all its routes together), not with the number of edges.

**Packing.** Among `m` edges, edge `i` of length `l` is written as the one number
`l << m | 1 << i`. The sum over a set of edges then holds their total length in its upper bits
and names them in its lower ones. Both stages add and compare such numbers, called *values* here,
so the trail itself is known together with its length.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

__all__ = ["longest_trail", "longest_trail_length"]


def longest_trail_length(edges: Sequence[tuple[int, int, int]]) -> int:
    """Return the length of the longest trail; each edge is `(vertex, vertex, length)`.

    Raises:
        ValueError: a length is not positive.

    >>> longest_trail_length([(1, 2, 3), (2, 3, 1), (2, 4, 5)])
    8
    """
    return _heaviest_trail(edges) >> len(edges)


def longest_trail(edges: Sequence[tuple[int, int, int]]) -> tuple[int, ...]:
    """Return the indices of the edges of one longest trail, in walking order.

    >>> longest_trail([(1, 2, 3), (2, 3, 1), (2, 4, 5)])
    (0, 2)
    """
    value = _heaviest_trail(edges)
    return _walk(edges, [index for index in range(len(edges)) if value >> index & 1])


def _heaviest_trail(edges: Sequence[tuple[int, int, int]]) -> int:
    """Return the value of a longest trail."""
    network = _Network(edges)
    network.reduce()
    best = network.best
    for vertices in network.components():
        best = max(best, _Kernel(network, vertices).heaviest_trail(best))
    return best


def _walk(edges: Sequence[tuple[int, int, int]], chosen: Sequence[int]) -> tuple[int, ...]:
    """Put the edges of a trail into walking order (Hierholzer's method)."""
    if not chosen:
        return ()
    at: dict[int, dict[int, int]] = {}
    odd: set[int] = set()
    for index in chosen:
        a, b, _ = edges[index]
        at.setdefault(a, {})[index] = b
        at.setdefault(b, {})[index] = a
        odd ^= {a} ^ {b}
    path = [(min(odd or at), -1)]
    walk: list[int] = []
    while path:
        ways = at[path[-1][0]]
        if ways:
            index, vertex = ways.popitem()
            at[vertex].pop(index, None)
            path.append((vertex, index))
        else:
            walk.append(path.pop()[1])
    return tuple(walk[-2::-1])


class _Network:
    """A network that is reduced to the part that has to be searched."""

    def __init__(self, edges: Sequence[tuple[int, int, int]]) -> None:
        self.shift = shift = len(edges)
        self.best = 0  # the longest trail in what reducing has removed
        self.values: list[int] = []
        self.bonus: dict[int, int] = {}
        self.arms: dict[int, tuple[int, int]] = {}  # the two best, the better one first
        self.at: dict[int, dict[int, int]] = {}  # for each vertex its edges and where they lead
        for index, (a, b, length) in enumerate(edges):
            if length < 1:
                raise ValueError(f"edges[{index}]: length {length}, but it must be 1 or more")
            self.values.append(length << shift | 1 << index)
            ways = self.at.setdefault(a, {})
            if a == b:
                self.bonus[a] = self.bonus.get(a, 0) + self.values[index]
            else:
                ways[index] = b
                self.at.setdefault(b, {})[index] = a

    def reduce(self) -> None:
        """Turn dead ends into arms, chains into edges and rings into bonuses, repeatedly."""
        at, arms = self.at, self.arms
        waiting = [vertex for vertex, ways in at.items() if len(ways) <= 2]
        for vertex in waiting:
            ways = at.get(vertex)
            if ways is None:
                continue
            if len(ways) < 2:
                shorn = self._strip(vertex)
            elif vertex not in arms:
                shorn = self._bypass(vertex)
            else:
                continue
            if shorn is not None and len(at[shorn]) <= 2:
                waiting.append(shorn)

    def _strip(self, vertex: int) -> int | None:
        """Turn a dead end into an arm; return the vertex that lost an edge, if any."""
        ways = self.at.pop(vertex)
        first, second = self.arms.get(vertex, (0, 0))
        value = self.bonus.get(vertex, 0) + first
        self.best = max(self.best, value + second)
        if not ways:
            return None
        edge, neighbour = ways.popitem()
        del self.at[neighbour][edge]
        value += self.values[edge]
        first, second = self.arms.get(neighbour, (0, 0))
        if value > first:
            self.arms[neighbour] = value, first
        elif value > second:
            self.arms[neighbour] = first, value
        return neighbour

    def _bypass(self, vertex: int) -> int | None:
        """Merge the two edges at a vertex into one; return the vertex that lost edges, if any."""
        (edge, a), (other, b) = self.at.pop(vertex).items()
        value = self.values[edge] + self.values[other] + self.bonus.get(vertex, 0)
        del self.at[b][other]
        if a == b:
            del self.at[a][edge]
            self.bonus[a] = self.bonus.get(a, 0) + value
            return a
        self.values[edge] = value
        self.at[a][edge] = b
        self.at[b][edge] = a
        return None

    def components(self) -> list[list[int]]:
        """Return the remaining vertices, one list for each connected piece."""
        found: list[list[int]] = []
        seen: set[int] = set()
        for start in self.at:
            if start in seen:
                continue
            seen.add(start)
            vertices = [start]
            for vertex in vertices:
                for other in self.at[vertex].values():
                    if other not in seen:
                        seen.add(other)
                        vertices.append(other)
            found.append(vertices)
        return found


class _State(NamedTuple):
    """How far a trail has come at some step of the sweep.

    Each vertex of the frontier has a *slot*. `links` has a byte for each slot: 0 if the trail has
    not come there; otherwise the lowest slot that is connected with it, plus one. `links` is empty
    once the trail is complete. `key` counts the ends left behind in its two lowest bits and has the
    parity of slot `s` in bit `s + 2`.
    """

    links: bytes
    key: int
    value: int


class _Join(NamedTuple):
    """A step of the sweep: to take some or none of the edges between two vertices."""

    slot: int
    other: int
    fresh: int  # the parity bits of the vertices that are first met here
    flip: int  # the parity bits of both
    odd: int  # the value of the heaviest odd number of the edges
    even: int  # the same for an even number: 0 if there is only one edge

    def onward(self, state: _State) -> list[_State]:
        """Return the states that can follow."""
        links, key, value = state
        slot, other, _, flip, odd, even = self
        linked = _link(links, slot, other)
        after = [_State(linked, key ^ flip, value + odd)]
        if even:
            after.append(_State(linked, key, value + even))
        # A trail that has come to either vertex would lose by skipping a pair of edges.
        if not even or not (links[slot] or links[other]):
            after.append(state)
        return after

    def backward(self, potential: dict[int, int]) -> dict[int, int]:
        """Return the most that each key can win from here, given the same for the next step."""
        _, _, fresh, flip, odd, even = self
        before = {key: value + even for key, value in potential.items() if not key & fresh}
        for flipped, value in potential.items():
            key = flipped ^ flip
            if not key & fresh and value + odd > before.get(key, -1):
                before[key] = value + odd
        return before


class _Leave(NamedTuple):
    """A step of the sweep: to leave a vertex behind when all its edges are decided."""

    slot: int
    parity: int  # the bit of its parity
    bonus: int
    arm: int  # the value of its best arm
    both_arms: int

    def onward(self, state: _State) -> list[_State]:
        """Return the states that can follow."""
        links, key, value = state
        slot, parity, bonus, arm, both_arms = self
        if not links[slot]:
            return [state]
        rest = _unlink(links, slot)
        if rest is None:
            return []
        value += bonus
        if key & parity:  # never with two ends behind: such a key has no potential
            return [_State(rest, key - parity + 1, value + arm)]
        after = [_State(rest, key, value)]
        if both_arms and not key & 3:
            after.append(_State(rest, key + 2, value + both_arms))
        return after

    def backward(self, potential: dict[int, int]) -> dict[int, int]:
        """Return the most that each key can win from here, given the same for the next step."""
        _, parity, bonus, arm, both_arms = self
        before = {key: value + bonus for key, value in potential.items()}
        for key, value in potential.items():
            if key & 3:
                before[key - 1 + parity] = value + bonus + arm
            if key & 2 and both_arms:
                before[key - 2] = max(before.get(key - 2, 0), value + bonus + both_arms)
        return before


class _Kernel:
    """One connected piece of a reduced network, as the steps of a sweep."""

    def __init__(self, network: _Network, vertices: list[int]) -> None:
        self.shift = network.shift
        self.steps: list[_Join | _Leave] = []
        self.width = 0  # the number of slots
        ways: dict[int, dict[int, list[int]]] = {vertex: {} for vertex in vertices}
        for vertex, values_to in ways.items():
            for edge, other in network.at[vertex].items():
                values_to.setdefault(other, []).append(network.values[edge])
        slots: dict[int, int] = {}
        free: list[int] = []
        for vertex in _sweep_order(ways):
            fresh = 0
            if vertex not in slots:
                fresh = self._settle(vertex, slots, free)
            slot = slots[vertex]
            for other, values in ways.pop(vertex).items():
                del ways[other][vertex]
                if other not in slots:
                    fresh |= self._settle(other, slots, free)
                values.sort(reverse=True)
                odd = sum(values[: (len(values) - 1) | 1])
                even = sum(values[: len(values) & ~1])
                flip = 4 << slot | 4 << slots[other]
                self.steps.append(_Join(slot, slots[other], fresh, flip, odd, even))
                fresh = 0
            arm, second_arm = network.arms.get(vertex, (0, 0))
            bonus = network.bonus.get(vertex, 0)
            self.steps.append(_Leave(slot, 4 << slot, bonus, arm, arm + second_arm))
            free.append(slots.pop(vertex))

    def _settle(self, vertex: int, slots: dict[int, int], free: list[int]) -> int:
        """Give a vertex a slot and return the bit of its parity."""
        if free:
            slots[vertex] = free.pop()
        else:
            slots[vertex] = self.width
            self.width += 1
        return 4 << slots[vertex]

    def heaviest_trail(self, floor: int) -> int:
        """Return the value of the longest trail, or `floor` if none is longer than that."""
        shift, steps = self.shift, self.steps
        potentials = [{0: 0, 2: 0}]
        for step in reversed(steps):
            potentials.append(step.backward(potentials[-1]))
        potentials.reverse()
        best = floor
        promise = potentials[0][0] >> shift
        waiting = {promise: [(0, _State(bytes(self.width), 0, 0))]}
        seen: list[set[tuple[bytes, int]]] = [set() for _ in steps]
        while waiting and (promise := max(waiting)) > best >> shift:
            number, state = waiting[promise].pop()
            if not waiting[promise]:
                del waiting[promise]
            if state[:2] in seen[number]:  # with a value at least as great
                continue
            seen[number].add(state[:2])
            potential = potentials[number + 1]
            for after in steps[number].onward(state):
                links, key, value = after
                if not links:
                    best = max(best, value)
                elif key in potential:
                    promise = (value + potential[key]) >> shift
                    waiting.setdefault(promise, []).append((number + 1, after))
        return best


def _link(links: bytes, slot: int, other: int) -> bytes:
    """Return the links after an edge between two slots was taken."""
    low, high = sorted((links[slot] or slot + 1, links[other] or other + 1))
    after = bytearray(links.replace(bytes((high,)), bytes((low,))))
    after[slot] = after[other] = low
    return bytes(after)


def _unlink(links: bytes, slot: int) -> bytes | None:
    """Return the links without a slot, empty if the trail is complete, None if it falls apart."""
    label = links[slot]
    after = bytearray(links)
    after[slot] = 0
    heir = after.find(label)
    if heir < 0:
        return None if any(after) else b""
    return bytes(after.replace(bytes((label,)), bytes((heir + 1,))))


def _sweep_order(ways: Mapping[int, Collection[int]]) -> list[int]:
    """Return the vertices in an order that keeps the frontier narrow.

    The next vertex is always the one of the frontier that brings in the fewest new ones. Each
    vertex with the fewest neighbours is tried as the first.
    """
    neighbours = {vertex: set(others) for vertex, others in ways.items()}
    fewest = min(map(len, neighbours.values()))
    best: list[int] = []
    least = len(ways) << len(ways)
    for start, others in neighbours.items():
        if len(others) > fewest:
            continue
        order = [start]
        frontier = sorted(others)
        unmet = neighbours.keys() - others - {start}
        cost = 1 << len(frontier)
        while frontier and cost < least:
            new = [len(neighbours[vertex] & unmet) for vertex in frontier]
            vertex = frontier.pop(new.index(min(new)))
            order.append(vertex)
            fresh = neighbours[vertex] & unmet
            unmet -= fresh
            frontier += sorted(fresh)
            cost += 1 << len(frontier)
        if cost < least:
            best, least = order, cost
    return best
