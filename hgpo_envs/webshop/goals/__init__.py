"""What a customer wants: goals from the official instructions, their prices, limits and order.

``human_wishes`` and ``synthetic_wishes`` turn a product and its instructions into wishes, which
depend on the data alone and can be kept; ``GoalBook`` draws what depends on a seed and makes goals.
"""

from hgpo_envs.webshop.goals.book import GoalBook
from hgpo_envs.webshop.goals.goal import Goal
from hgpo_envs.webshop.goals.limits import draw_prices
from hgpo_envs.webshop.goals.wish import (
    GoalKind,
    Wish,
    decode_wish,
    encode_wish,
    human_wishes,
    synthetic_wishes,
)

__all__ = [
    "Goal",
    "GoalBook",
    "GoalKind",
    "Wish",
    "decode_wish",
    "draw_prices",
    "encode_wish",
    "human_wishes",
    "synthetic_wishes",
]
