"""The start of a recorded game: what follows is worked out, and what cannot be is refused."""

import json

import ttrkit
from tests.properties.test_records import altered
from tests.records.starts import COLOURS, Change, Start, recorded, refused, slot, take_from_deck

# The course of the game -------------------------------------------------------------------------


def test_the_course_of_a_game_fits_its_end() -> None:
    """Over just if there are no turns left or all have passed, and only once begun."""
    record = ttrkit.position("usa", players=2, seed=1).to_record()
    clean = json.dumps(record["start"])
    over = {"is_over": True, "stack": []}
    for fields, words in (
        ({"turns_left": 0}, "over, or not over?"),
        ({"passes": 2}, "over, or not over?"),
        (over, "over, or not over?"),
        ({"stack": [], "turns_left": 0}, "over, or not over?"),
        ({**over, "turns_left": 0, "seat": -1}, "over before the first turn"),
        ({"turns_left": 3}, "3 turns are left, more than one for every seat"),
        ({"seat": 1}, "turn: not seat 0's turn"),
        ({"seat": -1}, "turn: not seat 0's turn"),
        ({"stack": [["turn", 0, None], ["next card", 0, [1, 2]]]}, "a turn waits while another"),
        ({"stack": [["next card", 0, [1, 2]], ["turn", 0, None]]}, "a turn begins in the middle"),
        ({"seat": 2}, "nobody's turn"),
        ({"turns_left": -2}, "no such last round"),
        ({"passes": 3}, "no such passes"),
        ({"shuffles": -1}, "no such number of shuffles"),
        ({"hidden_since": 5}, "no such event that others are hidden since"),
        ({"points": [{"ghosts": 5}, {}]}, "points that nobody awards"),
        ({"trains": [45, 46]}, "trains that the box has not"),
        ({"trains": [45]}, "not every seat is there"),
        ({"routes": [[]]}, "not every seat is there"),
        ({"past": [[0, ["Pass"]]]}, "past: [seat, action, outcomes, market] is wanted"),
        ({"past": [[2, ["Pass"], []]]}, "an event of nobody"),
    ):
        record["start"].update(fields)
        assert words in refused(record), fields
        record["start"] = json.loads(clean)
    record["start"].update({**over, "turns_left": 0})
    assert ttrkit.from_record(altered(record)).is_over


# Drawing, teams, flags, stations ----------------------------------------------------------------


def test_no_pile_holds_less_than_nothing() -> None:
    """Even if all cards of the box are there."""
    record = ttrkit.position("usa", players=2, hands=[{}, {}], seed=1).to_record()
    hands = record["start"]["hands"]
    hands[0][0], hands[1][0] = -1, 1
    assert "hand: less than nothing" in refused(record)


def test_a_turn_of_drawing_gives_what_the_rules_say() -> None:
    """One card more after the first, of two."""
    for name in ("usa", "asia"):
        for data, words in {
            (2, 2): "2 of 2 cards are left to draw after the first",
            (0, 2): "0 of 2 cards are left",
            (2, 3): "3 cards are drawn in a turn, not 2",
            (1, 1): "1 of 1 cards",
        }.items():
            record = recorded(name, "next card")
            record["start"]["stack"][0][2] = list(data)
            assert words in refused(record)
        record = recorded(name, "next card")
        record["start"]["stack"] *= 2
        assert "two turns of drawing at once" in refused(record)


def test_a_drawn_card_is_placed_by_whoever_drew_it() -> None:
    """Asia: a card that waits, the seat that is asked, and where the first one went."""
    record = recorded("asia", "place card")
    start = record["start"]
    seat = start["seat"]
    team = slot(start, "unplaced")
    assert [name for name, _, _ in start["stack"]] == ["next card", "place card"]
    team["first_went"] = "hand"
    assert "no pair is being drawn" in refused(record)
    team["first_went"] = "box"
    assert 'no card can be put into "box"' in refused(record)
    team["first_went"] = ""
    first = start["stack"].pop(0)
    assert "not the first of a pair" in refused(record)
    start["stack"] = [first]
    words = "a drawn card is to be placed, but there is none, or by another seat"
    assert words in refused(record)
    start["stack"] = [first, ["place card", seat, None]]
    take_from_deck(start, team["unplaced"][seat])
    assert words in refused(record)
    waiting = team["unplaced"][seat]
    team["unplaced"][seat] = [0] * 9
    for card, n in enumerate(waiting):
        start["discards"][card] += n
    assert words in refused(record)
    record = recorded("asia", "next card")
    assert slot(record["start"], "first_went")["first_went"]
    slot(record["start"], "first_went")["first_went"] = ""
    assert "no pair is being drawn" in refused(record)
    record = recorded("asia", "turn")
    slot(record["start"], "first_went")["first_went"] = "holder"
    assert "no pair is being drawn" in refused(record)


def test_flags_hold_cards_of_the_flag_each_once() -> None:
    """PA-51, PA-52: and a complete one has scored."""
    record = ttrkit.position("paris", players=2, flags={0: ["blue", "white"]}, seed=1).to_record()
    start = record["start"]
    laid = slot(start, "laid")["laid"]
    clean = json.dumps(start)
    for colour, words in {
        "red": "a flag is complete that has not scored",
        "blue": "or one lies twice",
        "green": "other cards than those of a flag lie open",
        "wild": "other cards than those of a flag lie open",
    }.items():
        take_from_deck(start, laid[0], COLOURS.index(colour))
        assert words in refused(record)
        record["start"] = start = json.loads(clean)
        laid = slot(start, "laid")["laid"]


def test_stations_stand_once_and_the_rest_is_free() -> None:
    """The cities without one, in their order, follow from those with one."""
    record = ttrkit.position("europe", players=2, stations={0: ["Paris"]}, seed=1).to_record()
    station = slot(record["start"], "built")
    free, built = station["free"], station["built"]
    for wrong in (free[::-1], free[1:], [*free, built[0][0]]):
        station["free"] = wrong
        assert "the cities without a station are others" in refused(record)
    station["free"] = free
    for twice in ([built[0] * 2, []], [built[0], built[0]], [[-1], []], [[999], []]):
        station["built"] = twice
        assert "stands where none can, or where another does" in refused(record)
    station["built"] = [[*built[0], *free[:3]], []]
    assert "stations are not those of every seat" in refused(record)


# Tickets ----------------------------------------------------------------------------------------


def test_first_tickets_are_chosen_in_turn() -> None:
    """GAP-09: by as many as are still asked, and not by those."""
    record = recorded("europe", "keep first tickets", chosen=2)
    start = record["start"]
    clean = json.dumps(start)
    tickets = slot(start, "choosing")
    seats = [seat for _, seat, _ in start["stack"]]
    done = next(iter(tickets["chosen"]))
    kept = tickets["chosen"][done][0]
    outside = start["ticket_deck"][0]
    drawn = tickets["drawn"][int(done)]
    dealt = slot(json.loads(clean), "choosing")["drawn"]
    changes: dict[str, Change] = {
        "seats are to choose first tickets, not": lambda _: tickets.update(choosing=4),
        "not seat": lambda s: s.update(seat=seats[-1]),
        "are chosen out of turn": lambda s: s["stack"].reverse(),
        "by other seats than those before": lambda _: tickets["chosen"].pop(done),
        "by other seats than": lambda _: tickets["chosen"].update({str(seats[0]): [[], -1]}),
        "another number of first tickets": lambda s: s["stack"][0].__setitem__(2, 1),
        "not drawn, or one twice": lambda _: tickets["chosen"][done].__setitem__(0, [outside]),
        "drawn, or one twice": lambda _: tickets["chosen"][done].__setitem__(0, [kept[0]] * 2),
        "tickets were chosen, but at least 2 are kept": lambda _: (
            tickets["chosen"][done].__setitem__(0, kept[:1])
        ),
        "a ticket was shared where none is": lambda _: (
            tickets["chosen"][done].__setitem__(1, kept[0])
        ),
        "has more first tickets than are dealt": lambda s: drawn.append(s["ticket_deck"].pop()),
        "more first tickets than": lambda _: (
            drawn.append(
                tickets["drawn"][seats[0]].pop(
                    next(
                        place for place, number in enumerate(dealt[seats[0]])
                        if ttrkit.get_variant("europe").board.tickets[number].kind == "long"
                    )
                )
            )
        ),
        "first choices lie open": lambda s: s.update(hidden_since=-1),
        "something else is to be decided": lambda s: s["stack"].insert(
            0, ["next card", 0, [1, 2]]
        ),
    }  # fmt: skip
    for words, change in changes.items():
        change(record["start"])
        told = refused(record)
        assert words in told, words
        record["start"] = json.loads(clean)
        tickets = slot(record["start"], "choosing")
        drawn = tickets["drawn"][int(done)]


def test_one_of_the_first_tickets_is_shared_in_a_team() -> None:
    """AS-04: a choice that waits says which."""
    record = recorded("asia", "keep first tickets", chosen=2)
    chosen = slot(record["start"], "chosen")["chosen"]
    next(iter(chosen.values()))[1] = -1
    assert "or none where one is" in refused(record)


def test_drawn_tickets_lie_before_whoever_chooses() -> None:
    """And before nobody else; no more of them than are drawn."""
    record = recorded("usa", "keep tickets")
    start = record["start"]
    clean = json.dumps(start)
    seat = start["seat"]

    def more(start: Start) -> None:
        slot(start, "drawn")["drawn"][seat].extend(start["ticket_deck"][-2:])
        del start["ticket_deck"][-2:]

    def elsewhere(start: Start) -> None:
        drawn = slot(start, "drawn")["drawn"]
        drawn[seat], drawn[seat - 1] = drawn[seat - 1], drawn[seat]

    drawn = slot(start, "drawn")["drawn"][seat]
    held = next(number for pile in start["tickets"] for number in pile)
    changes: dict[str, Change] = {
        "more tickets are chosen from than are drawn": more,
        "before another seat than the one to choose": elsewhere,
        "lie before another seat": lambda s: s.update(stack=[["turn", seat, None]]),
        "another number of drawn tickets": lambda s: s["stack"][0].__setitem__(2, 0),
        "handed out long since": lambda s: slot(s, "chosen").update(chosen={"0": [[], -1]}),
        "later ones are hidden": lambda s: s.update(hidden_since=0),
        "that somebody has": lambda s: slot(s, "refused")["refused"].__setitem__(0, [held]),
        "a ticket was refused that": lambda s: slot(s, "refused")["refused"].__setitem__(0, drawn),
        "or refused twice": lambda s: slot(s, "refused")["refused"].__setitem__(
            0, s["ticket_deck"][:1] * 2
        ),
        "no such ticket was refused": lambda s: slot(s, "refused")["refused"][0].append(999),
        "are not those of every seat": lambda s: slot(s, "refused")["refused"].pop(),
    }
    for words, change in changes.items():
        change(record["start"])
        assert words in refused(record), words
        record["start"] = json.loads(clean)
