"""The first generation of games: the levels ``easy`` and ``standard``, kept as they are.

An id stands for one game for ever, so this code changes no more; games whose statistics follow
the official ones are made by ``hgpo_envs.alfworld.generate.measured``.
"""
