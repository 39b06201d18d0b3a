"""Train cards, costs, and every way in which a hand of cards can pay a cost."""

from ttrkit.payment.card_counts import (
    CARD_KINDS,
    CARD_NUMBER,
    NO_CARDS,
    WILD_CARD,
    Cards,
    as_cards,
    cards,
    count_cards,
    list_cards,
)
from ttrkit.payment.costs import Cost, Payment, in_words
from ttrkit.payment.tables import COUNTS, PaymentTable, PaymentTables, Picker, PricedActions, picker

__all__ = [
    "CARD_KINDS",
    "CARD_NUMBER",
    "COUNTS",
    "NO_CARDS",
    "WILD_CARD",
    "Cards",
    "Cost",
    "Payment",
    "PaymentTable",
    "PaymentTables",
    "Picker",
    "PricedActions",
    "as_cards",
    "cards",
    "count_cards",
    "in_words",
    "list_cards",
    "picker",
]
