"""The pages of the shop: what they show, and how that is written."""
