"""Train cards, costs, and every way in which a hand of cards can pay a cost."""

from ttrkit.payment.card_counts import (
    CARD_KINDS,
    CARD_NUMBER,
    NO_CARDS,
    WILD_CARD,
    Cards,
    as_card_colour,
    as_cards,
    cards,
    count_cards,
    list_cards,
)
from ttrkit.payment.costs import Cost, ExchangeCost, Payment, in_words
from ttrkit.payment.memory import (
    COUNTS,
    ColourPicks,
    HandPicks,
    Memory,
    Picker,
    TablePicks,
    memory_of,
    picker,
    recall,
)
from ttrkit.payment.tables import PaymentTable, PaymentTables, PricedActions

__all__ = [
    "CARD_KINDS",
    "CARD_NUMBER",
    "COUNTS",
    "NO_CARDS",
    "WILD_CARD",
    "Cards",
    "ColourPicks",
    "Cost",
    "ExchangeCost",
    "HandPicks",
    "Memory",
    "Payment",
    "PaymentTable",
    "PaymentTables",
    "Picker",
    "PricedActions",
    "TablePicks",
    "as_card_colour",
    "as_cards",
    "cards",
    "count_cards",
    "in_words",
    "list_cards",
    "memory_of",
    "picker",
    "recall",
]
