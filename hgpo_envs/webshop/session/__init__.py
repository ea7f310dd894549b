"""A visit to the shop as immutable states, and the actions that lead from one to the next."""
