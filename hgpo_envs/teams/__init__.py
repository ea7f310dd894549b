"""Environments that several members solve together, as one view after another or in PettingZoo.

``hgpo_envs.make("ALFWorldTeam-v0")`` and ``hgpo_envs.make("WebShopTeam-v0")`` show one member after
the other, as any text environment does. ``hgpo_envs.teams.alfworld_v0`` and
``hgpo_envs.teams.webshop_v0`` have PettingZoo's ``env`` and ``parallel_env`` (the extra ``teams``).
"""
