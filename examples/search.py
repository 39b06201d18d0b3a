"""A player that looks ahead: information-set Monte-Carlo tree search in under 140 lines.

    python examples/search.py [--games 10] [--seconds 0.1] [--seed 1] [--edition usa]

It grows one tree of actions. Every walk through it is in another game that fits what the seat
knows, and goes on to the end by a rule of thumb, which the search is there to improve on. With
0.1 s a move it won 94 of 140 games of usa for two against the greedy bot.
"""

import argparse
import random
from collections import defaultdict
from math import log, sqrt
from time import perf_counter

import ttrkit
from ttrkit import Action, ClaimRoute, Colour, DrawBlind, DrawFaceUp, Game, Route, get_variant
from ttrkit.bots import GreedyPlayer
from ttrkit.bots.plans import Network

NUMBER = {colour: n for n, colour in enumerate([*Colour][:9])}  # as in `Cards.counts`; no grey
WILD, FACE_UP, BLIND = NUMBER[Colour.WILD], [*map(DrawFaceUp, NUMBER)], DrawBlind()
TRUST, DOUBT, CURIOSITY = 40, 4.0, 25.0  # in walks, in points, in points: see `Node.best`


class Node:
    """What came of an action: points ahead in all its walks, and how often it was possible."""

    def __init__(self) -> None:
        self.points, self.walks, self.chances = 0.0, 0, 0
        self.after: dict[Action, Node] = defaultdict(Node)

    def best(self, options: list[Action], curiosity: float) -> Action:
        nodes = [self.after[action] for action in options]
        mean = sum(node.points for node in nodes) / max(1, sum(node.walks for node in nodes))
        promise = []
        for n, node in enumerate(nodes):  # what the rule would do is the first, and preferred
            node.chances += 1  # those in which it was legal: it is not so in every game
            hope = curiosity * sqrt(log(node.chances) * (node.walks + TRUST))
            points = node.points + TRUST * (mean - DOUBT * (n > 0))
            promise.append((points + hope) / (node.walks + TRUST))
        return options[promise.index(max(promise))]


class SearchPlayer:
    """Looks ahead for so many seconds a move."""

    def __init__(self, seed: int | None = None, seconds: float = 1.0) -> None:
        self.rng, self.seconds = random.Random(seed), seconds

    def choose(self, now: ttrkit.Observation) -> Action:
        end, root = perf_counter() + self.seconds, Node()
        self.seat, self.trains, self.network = now.seat, now.seats[now.seat].trains, Network(now)
        self.known: dict[object, list[tuple[Route, float]]] = {}
        while len(now.legal_actions) > 1 and (not root.after or perf_counter() < end):
            self.walk(root, ttrkit.determinize(now, self.rng))
        return root.best([*(root.after or now.legal_actions)], curiosity=0.0)

    def walk(self, node: Node, game: Game) -> None:
        path: list[tuple[Node, int]] = []
        while (seat := game.to_move) is not None:
            action = self.rule(game, seat)
            if not path or node.walks > 9:  # the tree grows where it is well known
                legal = game.legal_actions()  # try a few of the claims, and no tickets
                claims = {a.route: a for a in legal[::-1] if isinstance(a, ClaimRoute)}
                good = [claims[route] for route, _ in self.aims(game, seat) if route in claims][:3]
                others = [a for a in legal if not isinstance(a, ClaimRoute | ttrkit.DrawTickets)]
                options = [*dict.fromkeys([action, *good, *others])]
                node = node.after[action := node.best(options, CURIOSITY)]
                path.append((node, game.seats[seat].team))
            game.apply(action)
        totals = game.result().totals
        for node, team in path:
            node.walks += 1
            node.points += totals[team] - max(totals[:team] + totals[team + 1 :])

    def rule(self, game: Game, seat: int) -> Action:
        """Go for the route that is worth most for the effort; where there are none, be greedy."""
        if game.decision not in ("turn", "next card"):
            return GreedyPlayer(0).choose(game.observe(seat))
        hand, trains = game.seats[seat].hand.counts, game.seats[seat].trains
        taken = {route.group or route.id for each in game.seats for route in each.routes}
        usual = hand.index(max(hand[:WILD]))  # what a grey route is paid with
        best, goal, draw = 0.0, None, FACE_UP[WILD]
        for route, worth in self.aims(game, seat):
            if worth <= best * (5 + route.length):
                break  # it would be no better with all its cards in hand, nor would the next
            colour = usual if route.colour is Colour.GREY else NUMBER[route.colour]
            lack = max(0, route.length - hand[colour] - hand[WILD])
            rate = worth / (5 + route.length + lack * (1.5 if game.turns_left is None else 99))
            if rate > best and route.length <= trains and (route.group or route.id) not in taken:
                best, goal, draw = rate, None if lack else route, FACE_UP[colour]
        legal = game.legal_actions() if goal else []
        if claims := [a for a in legal if isinstance(a, ClaimRoute) and a.route is goal]:
            return max(claims, key=lambda claim: claim.cards[draw.colour])
        return next(filter(game.is_legal, (draw, BLIND)), None) or game.legal_actions()[0]

    def aims(self, game: Game, seat: int) -> list[tuple[Route, float]]:
        tickets = game.seats[seat].tickets if seat == self.seat else ()  # of others: who knows
        if tickets not in self.known:
            plan, points = self.network.plan(tickets, self.trains), game.board.points
            share = 1.3 * sum(ticket.points for ticket in plan.tickets) / max(1, len(plan.routes))
            worth = {r: points(r.length) + share * (r in plan.routes) for r in game.board.routes}
            self.known[tickets] = sorted(worth.items(), key=lambda r: -r[1] / (5 + r[0].length))
        return self.known[tickets]


def main(edition: str, games: int, seconds: float, seed: int) -> None:
    """Play against the greedy bot, and count."""
    print(f"{games} games, with {seconds:g} s for every move", flush=True)
    others = min(get_variant(edition).players) - 1
    bots = [SearchPlayer(seed, seconds), *["greedy"] * others]
    report = ttrkit.simulate(edition, bots, games, seed, workers=1, progress=tell)
    me, greedy = report.bots
    print(f"{report}\nIn brackets: where its share of wins lies in the long run, 95 % sure.")
    print(f"SearchPlayer is {me.score.mean - greedy.score.mean:+.1f} points ahead on average.")


def tell(done: int, games: int) -> None:
    """Show how far the games are."""
    print(f"  {done} of {games} played", flush=True)


if __name__ == "__main__":
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--edition", choices=ttrkit.variant_names(), default="usa")
    options.add_argument("--games", type=int, default=10)
    options.add_argument("--seconds", type=float, default=0.1, help="for every move")
    options.add_argument("--seed", type=int, default=1)
    try:
        main(**vars(options.parse_args()))
    except ValueError as error:
        options.error(str(error))
