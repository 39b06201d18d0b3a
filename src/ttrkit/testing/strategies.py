"""Hypothesis strategies: boards, variants, games in progress, actions."""

from __future__ import annotations

import random
from collections.abc import Sequence

import hypothesis.strategies as st

from ttrkit.board import Board, City, Route, Ticket
from ttrkit.colours import PLAIN_COLOURS, Colour
from ttrkit.events import Action, ClaimRoute
from ttrkit.game import Game, new_game
from ttrkit.parts import Ferries, Flags, Globetrotter, Part, Stations, Tunnels
from ttrkit.payment import CARD_KINDS, WILD_CARD, Cards
from ttrkit.variant import Variant, get_variant, variant_names

SCORING = {1: 1, 2: 2, 3: 4, 4: 7, 5: 10, 6: 15}
OPTIONAL_PARTS: tuple[type[Part], ...] = (Ferries, Tunnels, Stations, Flags, Globetrotter)


@st.composite
def boards(draw: st.DrawFn, *, cities: int = 8) -> Board:
    """Small connected boards, with doubles, tunnels and ferries."""
    count = draw(st.integers(3, cities))
    names = [chr(ord("A") + i) for i in range(count)]
    pairs = [(names[draw(st.integers(0, i - 1))], names[i]) for i in range(1, count)]
    for _ in range(draw(st.integers(0, count))):
        a, b = draw(st.sampled_from(names)), draw(st.sampled_from(names))
        if a != b and (a, b) not in pairs and (b, a) not in pairs:
            pairs.append((a, b))
    routes: list[Route] = []
    for a, b in pairs:
        length = draw(st.integers(1, 4))
        twins = draw(st.sampled_from((1, 1, 1, 2)))
        for twin in range(twins):
            colour = draw(st.sampled_from((*PLAIN_COLOURS, Colour.GREY, Colour.GREY)))
            ferry = draw(st.integers(0, length)) if colour is Colour.GREY else 0
            tunnel = draw(st.sampled_from((0, 0, 0, 3, 5)))
            group = f"{a}--{b}" if twins > 1 else None
            routes.append(Route(f"{a}--{b}--{twin}", a, b, colour, length, group, tunnel, ferry))
    between = [(a, b) for i, a in enumerate(names) for b in names[i + 1 :]]
    chosen = draw(st.lists(st.sampled_from(between), unique=True, min_size=1, max_size=20))
    tickets = [Ticket(f"{a}--{b}", a, b, draw(st.integers(1, 20))) for a, b in chosen]
    places = tuple(City(name, 10 * i, 7 * i % 30) for i, name in enumerate(names))
    return Board("a board by chance", places, tuple(routes), tuple(tickets), SCORING)


@st.composite
def variants(draw: st.DrawFn, *, extra: Sequence[Part] = ()) -> Variant:
    """Home-made variants: the classic rules, some optional parts, and `extra` ones of yours."""
    kinds = draw(st.lists(st.sampled_from(OPTIONAL_PARTS), unique=True))
    board = draw(boards())
    dealt = draw(st.integers(0, min(3, len(board.tickets) // 3)))  # enough for three players
    return Variant.from_classic(
        "by-chance",
        board,
        players=(2, 3),
        trains=draw(st.integers(3, 15)),
        parts=[*(kind() for kind in kinds), *extra],
        tickets_dealt=dealt,
        tickets_kept_first=min(2, dealt),
    )


@st.composite
def games(draw: st.DrawFn, variant: Variant | str | None = None, *, actions: int = 300) -> Game:
    """Games in progress of this variant, or of any variant known by name."""
    if variant is None:
        variant = draw(st.sampled_from(variant_names()))
    if isinstance(variant, str):
        variant = get_variant(variant)
    players = draw(st.sampled_from(variant.players))
    seed = draw(st.integers(0, 2**32 - 1))
    game = new_game(variant, players=players, seed=seed)
    rng = random.Random(seed)
    for _ in range(draw(st.integers(0, actions))):
        if game.is_over:
            break
        game.apply(rng.choice(game.legal_actions()))
    return game


def legal_actions(game: Game) -> st.SearchStrategy[Action]:
    """The legal actions of a game that is not over."""
    return st.sampled_from(game.legal_actions())


def claims(board: Board) -> st.SearchStrategy[ClaimRoute]:
    """Claims of any route with a few cards of any colour; most of them are not legal."""
    few = st.lists(st.integers(0, 3), min_size=CARD_KINDS, max_size=CARD_KINDS)
    one = st.tuples(st.integers(0, WILD_CARD), st.integers(0, 6), st.integers(0, 3))
    cards = few.map(lambda counts: Cards(bytes(counts))) | one.map(_of_one_colour)
    return st.builds(ClaimRoute, st.sampled_from(board.routes), cards)


def _of_one_colour(drawn: tuple[int, int, int]) -> Cards:
    card, n, wild = drawn
    counts = bytearray(CARD_KINDS)
    counts[card] = n
    counts[WILD_CARD] += wild
    return Cards(bytes(counts))
