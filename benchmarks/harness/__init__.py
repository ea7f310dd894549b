"""Where a training's time goes: policy, environments, credit, bookkeeping."""
