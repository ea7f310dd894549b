"""Plots as SVG text, without scripts: scales and ticks, intervals, curves with bands, bars.

Colours are CSS classes of the page (`s0` … `s7` for series), so one drawing serves light and dark.
Drawings are 360 units wide, about a phone's width, so that their type stays legible there.
"""
