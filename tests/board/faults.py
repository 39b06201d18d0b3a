"""A good board file, and every fault that can be put into it: see `test_file.py`."""

GOOD = """\
name = "Benelux"
cities = [
    { name = "Gent", x = 10, y = 20 },
    { name = "Brussel", x = 15.5, y = 25 },
    { name = "Luik", x = 30, y = 28 },
    { name = "Maas", x = 28, y = 20, kind = "junction" },
]
routes = [
    { a = "Gent", b = "Brussel", colour = "red", length = 2, parallel = true },
    { a = "Brussel", b = "Gent", colour = "grey", length = 2, parallel = true },
    { a = "Brussel", b = "Luik", colour = "blue", length = 3, tunnel = 3 },
    { a = "Luik", b = "Maas", colour = "grey", length = 1, ferry = 1 },
]
tickets = [
    { a = "Gent", b = "Luik", points = 5 },
    { a = "Gent", b = "Brussel", points = 2, kind = "short" },
]

[scoring]
1 = 1
2 = 2
3 = 4

[parallel_open]
3 = [1]

[provenance]
routes = { status = "invented", note = "drawn at the kitchen table" }
"""

RED = 'colour = "red", length = 2, parallel = true'
BLUE = 'colour = "blue", length = 3, tunnel = 3'
FERRY = 'colour = "grey", length = 1, ferry = 1'
ROUTE_COLOURS = "purple, blue, orange, white, green, yellow, black, red, grey"
ROUTE_KEYS = "a, b, colour, length, id, tunnel, ferry, parallel, always_open, note, bend, extra"
TOP_KEYS = (
    "name, cities, routes, scoring, tickets, provenance, parallel_open, grey_routes, regions, extra"
)

FAULTS = {
    "missing key": (
        'name = "Benelux"\n',
        "",
        'top level: no "name"; required here: name, cities, routes, scoring',
    ),
    "unknown key": (
        'name = "Benelux"\n',
        'name = "Benelux"\ntikets = 1\n',
        f'top level: unknown key "tikets" (did you mean "tickets"?); the keys here are {TOP_KEYS}',
    ),
    "empty board name": ('"Benelux"', '" "', "name: empty; give the board a name"),
    "grey_routes": (
        "cities = [",
        'grey_routes = "no"\ncities = [',
        'top level: grey_routes should be true or false, not the text "no"',
    ),
    "board name no text": ('"Benelux"', "7", "top level: name should be text in quotes, not 7"),
    "city key missing": (", x = 10", "", 'cities[0] (Gent): no "x"; required here: name, x, y'),
    "city key unknown": (
        "x = 10,",
        "x = 10, knd = 1,",
        'cities[0] (Gent): unknown key "knd" (did you mean "kind"?); '
        "the keys here are name, x, y, kind, label, extra",
    ),
    "city no table": (
        "cities = [\n",
        'cities = [\n"Aalst",\n',
        'cities[0]: should be a table, not the text "Aalst"',
    ),
    "number as text": (
        "x = 10",
        'x = "10"',
        'cities[0] (Gent): x should be a number, not the text "10"',
    ),
    "number as truth": ("x = 10", "x = true", "cities[0] (Gent): x should be a number, not true"),
    "number not finite": (
        "x = 10",
        "x = inf",
        "cities[0] (Gent): x should be a number, not the number inf",
    ),
    "number as date": (
        "x = 10",
        "x = 1979-05-27",
        "cities[0] (Gent): x should be a number, not the date 1979-05-27",
    ),
    "number as list": ("x = 10", "x = [10]", "cities[0] (Gent): x should be a number, not a list"),
    "number too large": (
        "x = 10",
        f"x = 0x{'f' * 9000}",
        "cities[0] (Gent): x should be a number, not a number that large",
    ),
    "city kind": (
        '"junction"',
        '"juncton"',
        'cities[3] (Maas): kind should be "city" or "junction", not "juncton"',
    ),
    "city without letters": (
        "cities = [\n",
        'cities = [\n{ name = "", x = 1, y = 1 },\n',
        'cities[0]: name "" has neither letter nor digit',
    ),
    "city name with blanks": (
        '"Maas"',
        '"Maas "',
        'cities[3] (Maas): name "Maas " has blanks at its ends',
    ),
    "duplicate city": (
        "cities = [\n",
        'cities = [\n{ name = "Luik", x = 1, y = 1 },\n',
        "cities[3] (Luik): the same city as cities[0]; leave one out",
    ),
    "city twice but for accents": (
        "cities = [\n",
        'cities = [\n{ name = "Lüik", x = 1, y = 1 },\n',
        'cities[3] (Luik): differs from cities[0] "Lüik" in case, accents or punctuation only; '
        "use one spelling",
    ),
    "city that no route reaches": (
        "cities = [\n",
        'cities = [\n{ name = "Aalst", x = 1, y = 1 },\n',
        "cities[0] (Aalst): no route reaches this city",
    ),
    "route key missing": (
        ", length = 3",
        "",
        'routes[2] (Brussel–Luik): no "length"; required here: a, b, colour, length',
    ),
    "route key unknown": (
        "tunnel = 3",
        "tunel = 3",
        'routes[2] (Brussel–Luik): unknown key "tunel" (did you mean "tunnel"?); '
        f"the keys here are {ROUTE_KEYS}",
    ),
    "route city unknown": (
        'b = "Luik", colour',
        'b = "Liuk", colour',
        'routes[2] (Brussel–Liuk): no city "Liuk" on this board (did you mean "Luik"?)',
    ),
    "route to itself": (
        "routes = [\n",
        'routes = [\n{ a = "Gent", b = "Gent", colour = "red", length = 1 },\n',
        "routes[0] (Gent–Gent): from a city to itself; the two ends should differ",
    ),
    "route colour unknown": (
        '"blue"',
        '"bleu"',
        'routes[2] (Brussel–Luik): no colour "bleu" (did you mean "blue"?); '
        f"a route is {ROUTE_COLOURS}",
    ),
    "route colour wild": (
        '"blue"',
        '"wild"',
        f"routes[2] (Brussel–Luik): wild is no route colour; a route is {ROUTE_COLOURS}",
    ),
    "route length as text": (
        "length = 3",
        'length = "3"',
        'routes[2] (Brussel–Luik): length should be a whole number, not the text "3"',
    ),
    "route length as float": (
        "length = 3",
        "length = 3.0",
        "routes[2] (Brussel–Luik): length should be a whole number, not the number 3.0",
    ),
    "route length as truth": (
        "length = 3",
        "length = true",
        "routes[2] (Brussel–Luik): length should be a whole number, not true",
    ),
    "route length zero": (
        "length = 3",
        "length = 0",
        "routes[2] (Brussel–Luik): length 0 should be at least 1",
    ),
    "route length beyond any hand": (
        "length = 3",
        "length = 31",
        "routes[2] (Brussel–Luik): length 31 should be at most 30: no hand could pay for it",
    ),
    "tunnel beyond any hand": (
        "tunnel = 3",
        "tunnel = 256",
        "routes[2] (Brussel–Luik): tunnel 256 should be at most 30: no hand could pay for it",
    ),
    "route length without points": (
        "length = 3",
        "length = 7",
        "routes[2] (Brussel–Luik): length 7 is not in the scoring table (1, 2, 3)",
    ),
    "parallel as number": (
        RED,
        RED.replace("true", "1"),
        "routes[0] (Gent–Brussel): parallel should be true or false, not 1",
    ),
    "parallel of unequal length": (
        'colour = "grey", length = 2',
        'colour = "grey", length = 3',
        "routes[1] (Brussel–Gent): length 3, but routes[0] beside it has 2; "
        "parallel routes are equally long",
    ),
    "parallel not marked": (
        RED,
        RED.replace(", parallel = true", ""),
        "routes[0] (Gent–Brussel): joins the same cities as routes[1]; "
        "mark each of them parallel = true",
    ),
    "parallel without a twin": (
        BLUE,
        BLUE + ", parallel = true",
        "routes[2] (Brussel–Luik): parallel, but no other route joins these two cities",
    ),
    "route id twice": (
        BLUE,
        BLUE + ', id = "gent--brussel--red"',
        'routes[2] (Brussel–Luik): id "gent--brussel--red" is that of routes[0] (Gent–Brussel); '
        "ids should differ",
    ),
    "route id empty": (
        BLUE,
        BLUE + ', id = ""',
        "routes[2] (Brussel–Luik): id is empty; leave it out to have one made",
    ),
    "tunnel negative": (
        "tunnel = 3",
        "tunnel = -3",
        "routes[2] (Brussel–Luik): tunnel -3 should be the cards turned up, or 0 for none",
    ),
    "ferry negative": (
        "ferry = 1",
        "ferry = -1",
        "routes[3] (Luik–Maas): ferry -1 should be the locomotive symbols, or 0 for none",
    ),
    "ferry too long": (
        "ferry = 1",
        "ferry = 2",
        "routes[3] (Luik–Maas): ferry 2 is more than its length 1",
    ),
    "ferry not grey": (
        FERRY,
        FERRY.replace("grey", "red"),
        'routes[3] (Luik–Maas): a ferry should be grey, not "red"',
    ),
    "ticket key missing": (
        ", points = 5",
        "",
        'tickets[0] (Gent–Luik): no "points"; required here: a, b, points',
    ),
    "ticket city unknown": (
        'b = "Luik", points',
        'b = "Rome", points',
        'tickets[0] (Gent–Rome): no city "Rome" on this board',
    ),
    "ticket to itself": (
        'b = "Luik", points',
        'b = "Gent", points',
        "tickets[0] (Gent–Gent): from a city to itself; the two ends should differ",
    ),
    "ticket to a junction": (
        'b = "Luik", points',
        'b = "Maas", points',
        'tickets[0] (Gent–Maas): "Maas" is a junction; a ticket joins two cities',
    ),
    "ticket twice": (
        'a = "Gent", b = "Brussel", points',
        'a = "Luik", b = "Gent", points',
        "tickets[1] (Luik–Gent): the same ticket as tickets[0]; leave one out",
    ),
    "ticket points zero": (
        "points = 5",
        "points = 0",
        "tickets[0] (Gent–Luik): points 0 should be at least 1",
    ),
    "ticket kind empty": (
        '"short"',
        '""',
        'tickets[1] (Gent–Brussel): kind is empty; leave it out for "regular"',
    ),
    "ticket id twice": (
        "points = 5",
        'points = 5, id = "gent--brussel"',
        'tickets[1] (Gent–Brussel): id "gent--brussel" is that of tickets[0] (Gent–Luik); '
        "ids should differ",
    ),
    "facts no table": (
        "x = 10,",
        "x = 10, extra = 3,",
        "cities[0] (Gent): extra should be a table, not 3",
    ),
    "fact of no plain kind": (
        "points = 5",
        "points = 5, extra = { since = 1835-05-05 }",
        "tickets[0] (Gent–Luik): extra: since should be text, a number, true or false, "
        "or a list of these, not the date 1835-05-05",
    ),
    "fact of the board": (
        "cities = [",
        "extra = { deep = { deeper = 1 } }\ncities = [",
        "top level: extra: deep should be text, a number, true or false, or a list of these, "
        "not a table",
    ),
    "fact in a list": (
        RED,
        RED + ", extra = { heights = [1, inf] }",
        "routes[0] (Gent–Brussel): extra: heights should be text, a number, true or false, "
        "or a list of these, not a list",
    ),
    "fact without a name": (
        RED,
        RED + ', extra = { " " = 1 }',
        "routes[0] (Gent–Brussel): extra: a fact without a name",
    ),
    "fact outside extra": (
        RED,
        RED + ", mountain = 2",
        f'routes[0] (Gent–Brussel): unknown key "mountain"; the keys here are {ROUTE_KEYS}',
    ),
    "scoring key": (
        "3 = 4",
        "3 = 4\nfour = 7",
        'scoring: "four" should be a length: a whole number from 1 to 999',
    ),
    "scoring key zero": (
        "3 = 4",
        "3 = 4\n0 = 7",
        'scoring: "0" should be a length: a whole number from 1 to 999',
    ),
    "scoring points": (
        "3 = 4",
        '3 = "4"',
        'scoring: the points for length 3 should be a whole number from 0 on, not the text "4"',
    ),
    "scoring points negative": (
        "3 = 4",
        "3 = -4",
        "scoring: the points for length 3 should be a whole number from 0 on, not -4",
    ),
    "parallel_open players": (
        "3 = [1]",
        "three = [1]",
        'parallel_open: "three" should be a number of players, from 1 on',
    ),
    "parallel_open list": (
        "3 = [1]",
        "3 = 1",
        "parallel_open: 3 should be a list of whole numbers, for doubles, triples, …, "
        "such as [1, 2], not 1",
    ),
    "parallel_open too short": (
        "3 = [1]",
        "3 = []",
        "parallel_open: 3 says nothing of sets of 2 parallel routes",
    ),
    "parallel_open too many": (
        "3 = [1]",
        "3 = [3]",
        "parallel_open: 3: of 2 parallel routes 1 to 2 may be claimed, not 3",
    ),
    "key under a table": (
        "3 = 4",
        "3 = 4\ngrey_routes = true",
        'scoring: "grey_routes" does not belong here; move it above the first [table]',
    ),
    "provenance status": (
        '"invented"',
        '"invnted"',
        'provenance.routes: no status "invnted" (did you mean "invented"?); there are checked, '
        "single-source, inferred, reconstructed, approximate, invented",
    ),
    "provenance no table": (
        'routes = { status = "invented", note = "drawn at the kitchen table" }',
        "routes = 1",
        "provenance.routes: should be a table, not 1",
    ),
    "provenance key missing": (
        'status = "invented", ',
        "",
        'provenance.routes: no "status"; required here: status',
    ),
}
"""Old text, new text, and the fault that it makes."""
